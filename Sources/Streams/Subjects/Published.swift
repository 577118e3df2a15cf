import Synchronization

/// Makes a property of a class one that can be watched: `$name` publishes its values.
///
/// - A subscriber gets the current value with its first request, then each that is set. What came while it had no
///   demand is replaced by the newest, which waits (C82). It never ends.
/// - A value is published *before* the property changes: read inside `receive(_:)`, the property still has the old one.
///   First of all `objectWillChange` of an ``ObservableObject`` fires.
/// - Set from inside a delivery the newest value wins, for the property as for its subscribers. In Combine the setting
///   under way stores last (docs/decisions/060).
/// - Set from a thread that is inside a delivery of something else, while another delivers this one's values, the
///   property changes when its turn comes, as with ``CurrentValueSubject``.
///
/// Until somebody watches, the property is as fast as a stored one. Cost then per value: two atomic operations and two
/// short locks. A watched property may be set from any thread; asking for `$name` the first time, like any change of an
/// object, belongs to one thread at a time.
@propertyWrapper public struct Published<Value> {
  @usableFromInline enum Storage {
    /// Nobody has asked for `$name` yet.
    case value(Value, ObservableObjectPublisher?)
    case published(PublishedOwner<Value>)
  }
  @usableFromInline var storage: Storage

  @inlinable public init(wrappedValue: Value) { storage = .value(wrappedValue, nil) }
  @inlinable public init(initialValue: Value) { storage = .value(initialValue, nil) }

  /// What `$name` is. Setting it counts only before it was first read: both properties then share one publisher.
  public var projectedValue: Publisher {
    mutating get { Publisher(subject: publish().subject) }
    set {
      guard case .value(let value, let willChange) = storage else { return }
      newValue.subject.tellFirst(willChange)
      storage = .published(PublishedOwner(newValue.subject))
      withExtendedLifetime(value) {}  // not released inside the access to the property (C37)
    }
  }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  /// The property itself, given its object.
  @inlinable
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get {
      switch object[keyPath: storageKeyPath].storage {
      case .value(let value, _): value
      case .published(let owner): owner.subject.value
      }
    }
    set {
      if case .value(_, let willChange?) = object[keyPath: storageKeyPath].storage { willChange.send() }
      // Looked at again: whoever was told may have asked for `$name`.
      let old = object[keyPath: storageKeyPath].storage
      switch old {
      case .value(_, let willChange): object[keyPath: storageKeyPath].storage = .value(newValue, willChange)
      case .published(let owner): owner.subject.send(newValue)
      }
      withExtendedLifetime(old) {}  // its release may run code that reads the property (C37)
    }
  }

  mutating func publish() -> PublishedOwner<Value> {
    switch storage {
    case .published(let owner): return owner
    case .value(let value, let willChange):
      let owner = PublishedOwner(PublishedSubject(value))
      owner.subject.tellFirst(willChange)
      storage = .published(owner)
      return owner
    }
  }
}

extension Published {
  /// Publishes the values of a property, from the current one on, and never ends.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    @usableFromInline let subject: PublishedSubject<Value>
    @usableFromInline init(subject: PublishedSubject<Value>) { self.subject = subject }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      subject.hub.attach(subscriber, to: subject)
    }
  }
}

/// Safe to hand to another thread: its subject is.
extension Published.Publisher: @unchecked Sendable where Value: Sendable {}

extension Published: ObservableProperty {
  static func willChange(at address: UnsafeMutableRawPointer) -> ObservableObjectPublisher? {
    switch address.assumingMemoryBound(to: Published<Value>.self).pointee.storage {
    case .value(_, let willChange): willChange
    case .published(let owner): owner.subject.willChange
    }
  }

  static func tell(_ publisher: ObservableObjectPublisher, at address: UnsafeMutableRawPointer) {
    let property = address.assumingMemoryBound(to: Published<Value>.self)
    switch property.pointee.storage {
    case .value(let value, _): property.pointee.storage = .value(value, publisher)
    case .published(let owner): owner.subject.tellFirst(publisher)
    }
  }
}

/// What a watched property has instead of a value. It lives as long as the property: what feeds that is cancelled
/// with it (`assign(to:)`), also if somebody still watches.
@usableFromInline final class PublishedOwner<Value> {
  @usableFromInline let subject: PublishedSubject<Value>

  init(_ subject: PublishedSubject<Value>) {
    self.subject = subject
    subject.owners.add(1, ordering: .relaxed)
  }

  deinit { if subject.owners.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { subject.hub.cancelFeeds() } }
}

/// The subject behind a property: subscribers see a new value at once, the property only when they have seen it.
@usableFromInline final class PublishedSubject<Value> {
  @usableFromInline let hub: TypedHub<AsIs<Value>, Never>
  /// How many properties share it.
  let owners = Atomic<Int>(0)
  /// What the property reads. Written in turn and under the hub's lock, as the value that is remembered.
  @exclusivity(unchecked) @usableFromInline var stored: Value
  @exclusivity(unchecked) @usableFromInline var willChange: ObservableObjectPublisher?

  @usableFromInline init(_ value: Value) {
    stored = value
    hub = TypedHub("PublishedSubject", initial: value)
  }

  @inlinable var value: Value { hub.currentLock.withLock { stored } }

  @inlinable func send(_ value: Value) {
    willChange?.send()
    hub.sendAndStore(value) { self.settle() }
  }

  /// In turn. The newest value, whoever set it: one that was set meanwhile from inside counts (C35).
  @inlinable func settle() {
    guard var newest = hub.current else { return }
    hub.currentLock.withLock { swap(&newest, &stored) }
    withExtendedLifetime(newest) {}  // after the lock (C37)
  }

  func tellFirst(_ publisher: ObservableObjectPublisher?) { if willChange == nil { willChange = publisher } }
}
