extension Publisher where Failure == Never {
  /// Writes every value to a property of the object, until the token is cancelled or dropped.
  ///
  /// There is no back-pressure: asks for `.unlimited` at once. The object is kept until then or until the stream
  /// ends: an object that stores the token of an assignment to itself is never freed (C74).
  @inlinable public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    receive(subscriber: assign)
    return AnyCancellable(assign)
  }
}

extension Subscribers {
  /// Asks for everything and writes each value to a property of its object.
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    public typealias Failure = Never

    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    @usableFromInline let control = SinkControl()
    @usableFromInline let lock = Lock()
    // Under the lock.
    @exclusivity(unchecked) @usableFromInline var target: Root?
    @exclusivity(unchecked) @usableFromInline var hasBegun = false

    @inlinable public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      target = object
      self.keyPath = keyPath
    }

    /// nil once the stream is over.
    @inlinable public var object: Root? { lock.withLock { target } }

    @inlinable public func receive(subscription: any Subscription) {
      guard control.accept(subscription) else { return }
      lock.withLock { hasBegun = true }
      subscription.request(.unlimited)
    }

    /// What comes before the subscription is dropped (C10).
    @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
      if let object = lock.withLock({ hasBegun ? target : nil }) { object[keyPath: keyPath] = value }
      return .none
    }

    @inlinable public func receive(completion: Subscribers.Completion<Never>) {
      if lock.withLock({ hasBegun }), control.end() { letGo() }
    }

    @inlinable public func cancel() {
      control.cancel()
      letGo()
    }

    /// The object is released outside the lock: that may run any code (C37).
    @inlinable func letGo() {
      var last: Root?
      lock.withLock { swap(&last, &target) }
    }
  }
}

extension Subscribers.Assign: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  public var description: String { "Assign \(Root.self)." }
  public var playgroundDescription: Any { description }
  public var customMirror: Mirror {
    Mirror(self, children: ["object": unwrapped(object), "keyPath": keyPath, "status": control.status])
  }
}
