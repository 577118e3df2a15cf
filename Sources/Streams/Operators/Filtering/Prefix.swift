extension Publisher {
  /// Republishes the first `maxLength` values, then finishes: right after the last of them.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
    .init(upstream: self, maxLength: maxLength)
  }
}

extension Publishers {
  public struct Prefix<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let maxLength: Int

    @inlinable public init(upstream: Upstream, maxLength: Int) {
      precondition(maxLength >= 0, "a prefix cannot be shorter than nothing")
      self.upstream = upstream
      self.maxLength = maxLength
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, PrefixRule<Output>(remaining: maxLength)))
    }
  }
}

@usableFromInline package struct PrefixRule<Value>: RelayRule {
  @usableFromInline package var remaining: Int
  @inlinable package init(remaining: Int) { self.remaining = remaining }
  @inlinable package var isOverAtOnce: Bool { remaining == 0 }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<Value> {
    if remaining == 0 { return .keep }  // the last value brought another with it
    remaining -= 1
    return remaining == 0 ? .emitLast(input) : .emit(input)
  }
}
