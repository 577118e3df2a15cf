extension Publisher where Output: Equatable {
  /// Drops a value that equals the one before it.
  ///
  /// For each value dropped upstream is asked for another (C23). Keeps the last value. A publisher that sends before
  /// its subscription traps, and so does asking for zero.
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: { $0 == $1 })
  }
}

extension Publisher {
  /// Drops a value that the predicate takes for the same as the one before it.
  ///
  /// The value before it counts whether it was dropped or not. Otherwise as `removeDuplicates()`.
  @inlinable public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Drops a value that the predicate takes for the same as the one before it; the first error thrown ends the stream.
  ///
  /// An error cancels upstream, then fails. Otherwise as `removeDuplicates(by:)`.
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output, Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, RemoveDuplicatesRule(SurePairTest(predicate))))
    }
  }

  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output, Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, RemoveDuplicatesRule(TryPairTest(predicate))))
    }
  }
}

/// Cannot fail for `removeDuplicates`, with any error for its `try` form.
@usableFromInline package struct RemoveDuplicatesRule<T: PairTest>: RelayRule {
  @inlinable package static var name: String {
    T.Failure.self == Never.self ? "RemoveDuplicates" : "TryRemoveDuplicates"
  }
  @inlinable package static var early: EarlySignals { .trap }
  /// A test of equality that cancels the stream is not worth two instructions for each value.
  @inlinable package static var mayCancel: Bool { T.Failure.self != Never.self }
  @inlinable package static var trapsOnZero: Bool { true }
  @usableFromInline package let isSame: T
  @usableFromInline package var last: Remembered<T.Value>
  // Here, not beside the property: the initial value of a property is not specialised.
  @inlinable package init(_ isSame: T) { (self.isSame, last) = (isSame, Remembered()) }
  @inlinable @inline(__always) package mutating func step(_ input: T.Value) throws(T.Failure) -> Step<T.Value> {
    let isRepeated = if let last = last.value { try isSame(last, input) } else { false }
    last.value = input
    return isRepeated ? .skip : .emit(input)
  }
}
