extension Publisher {
  /// Gathers `count` values at a time. Asks upstream for `count` times what is asked of it;
  /// finishing sends what there is, failing drops it.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    .init(upstream: self, count: count)
  }

  /// Gathers everything and sends it when upstream finishes. Keeps all of it: unbounded.
  @inlinable public func collect() -> Publishers.Collect<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "a group must have room for something")
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(subscriber, CollectByCountRule<Upstream.Output>(scale: count)))
    }
  }

  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Fold(subscriber, CollectRule<Upstream.Output>()))
    }
  }
}

@usableFromInline package struct CollectByCountRule<Value>: RelayRule {
  @usableFromInline package let scale: Int
  @usableFromInline package var gathered: [Value] = []
  @inlinable package init(scale: Int) { self.scale = scale }
  @inlinable package mutating func step(_ input: Value) throws(Never) -> Step<[Value]> {
    gathered.append(input)
    if gathered.count < scale { return .keep }
    defer { gathered = [] }
    return .emit(gathered)
  }
  @inlinable package mutating func rest() -> [Value]? { gathered.isEmpty ? nil : gathered }
}

@usableFromInline package struct CollectRule<Value>: FoldRule {
  @usableFromInline package var gathered: [Value] = []
  @inlinable package init() {}
  @inlinable package mutating func take(_ input: Value) throws(Never) -> Bool {
    gathered.append(input)
    return false
  }
  @inlinable package mutating func answer() -> [Value]? { gathered }
}
