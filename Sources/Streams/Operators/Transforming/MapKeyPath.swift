extension Publisher {
  /// Turns every value into the one that the key path leads to.
  ///
  /// Demand, the end and cancelling are upstream's own. A key path costs more than a closure.
  @inlinable public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    .init(upstream: self, keyPath: keyPath)
  }

  /// Turns every value into the two that the key paths lead to. Otherwise as with one.
  @inlinable public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }

  /// Turns every value into the three that the key paths lead to. Otherwise as with one.
  @inlinable public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let keyPath: KeyPath<Upstream.Output, Output>

    @inlinable init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, MapKeyPathRule(keyPath)))
    }
  }

  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
    public typealias Output = (Output0, Output1)
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, MapKeyPath2Rule(keyPath0, keyPath1)))
    }
  }

  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher {
    public typealias Output = (Output0, Output1, Output2)
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    public let keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>,
      keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Passing(subscriber, MapKeyPath3Rule(keyPath0, keyPath1, keyPath2)))
    }
  }
}

@frozen @usableFromInline package struct MapKeyPathRule<Input, Output>: PassingRule {
  @inlinable package static var name: String { "ValueForKey" }
  @usableFromInline package let keyPath: KeyPath<Input, Output>
  @inlinable package init(_ keyPath: KeyPath<Input, Output>) { self.keyPath = keyPath }
  @inlinable package func apply(_ input: Input) -> Output? { input[keyPath: keyPath] }
}

@frozen @usableFromInline package struct MapKeyPath2Rule<Input, Output0, Output1>: PassingRule {
  @inlinable package static var name: String { "ValueForKeys" }
  @inlinable package static var mirrorLabels: [String?] { ["keyPath0", "keyPath1"] }
  @usableFromInline package let keyPath0: KeyPath<Input, Output0>
  @usableFromInline package let keyPath1: KeyPath<Input, Output1>
  @inlinable package init(_ keyPath0: KeyPath<Input, Output0>, _ keyPath1: KeyPath<Input, Output1>) {
    self.keyPath0 = keyPath0
    self.keyPath1 = keyPath1
  }
  @inlinable package func apply(_ input: Input) -> (Output0, Output1)? {
    (input[keyPath: keyPath0], input[keyPath: keyPath1])
  }
}

@frozen @usableFromInline package struct MapKeyPath3Rule<Input, Output0, Output1, Output2>: PassingRule {
  @inlinable package static var name: String { "ValueForKeys" }
  @inlinable package static var mirrorLabels: [String?] { ["keyPath0", "keyPath1", "keyPath2"] }
  @usableFromInline package let keyPath0: KeyPath<Input, Output0>
  @usableFromInline package let keyPath1: KeyPath<Input, Output1>
  @usableFromInline package let keyPath2: KeyPath<Input, Output2>
  @inlinable package init(
    _ keyPath0: KeyPath<Input, Output0>, _ keyPath1: KeyPath<Input, Output1>, _ keyPath2: KeyPath<Input, Output2>
  ) {
    self.keyPath0 = keyPath0
    self.keyPath1 = keyPath1
    self.keyPath2 = keyPath2
  }
  @inlinable package func apply(_ input: Input) -> (Output0, Output1, Output2)? {
    (input[keyPath: keyPath0], input[keyPath: keyPath1], input[keyPath: keyPath2])
  }
}
