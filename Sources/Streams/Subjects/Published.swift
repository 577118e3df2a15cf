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
  /// The first field: whoever looks for it in an object finds it where the property begins, whatever its type.
  @usableFromInline package var willChange: ObservableObjectPublisher?
  @usableFromInline var storage: Storage

  @usableFromInline enum Storage {
    /// Nobody has asked for `$name` yet.
    case value(Value)
    case published(PublishedOwner<Value>)
  }

  @inlinable public init(wrappedValue: Value) { self.init(wrappedValue, nil) }
  @inlinable public init(initialValue: Value) { self.init(initialValue, nil) }
  @inlinable init(_ value: Value, _ willChange: ObservableObjectPublisher?) {
    storage = .value(value)
    self.willChange = willChange
  }

  /// What `$name` is. Setting it counts only before it was first read: both properties then share one publisher.
  public var projectedValue: Publisher {
    mutating get { Publisher(subject: publish().subject) }
    set {
      guard case .value(let value) = storage else { return }
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

  /// The property itself, given its object. The key paths are whole ones and everything is inlined, so that they are
  /// not followed at run time: that takes a microsecond.
  @inlinable
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    @inline(__always) get {
      switch object[keyPath: storageKeyPath].storage {
      case .value(let value): value
      case .published(let owner): owner.subject.value
      }
    }
    @inline(__always) set {
      object[keyPath: storageKeyPath].willChange?.send()
      // Looked at only now: whoever was told may have asked for `$name`.
      let old = object[keyPath: storageKeyPath]
      switch old.storage {
      case .value: object[keyPath: storageKeyPath] = Published(newValue, old.willChange)
      case .published(let owner): owner.subject.deliver(newValue)
      }
      withExtendedLifetime(old) {}  // its release may run code that reads the property (C37)
    }
  }

  mutating func publish() -> PublishedOwner<Value> {
    switch storage {
    case .published(let owner): return owner
    case .value(let value):
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
  static func tell(_ publisher: ObservableObjectPublisher, at address: UnsafeMutableRawPointer) {
    let property = address.assumingMemoryBound(to: Published<Value>.self)
    property.pointee.willChange = publisher
    if case .published(let owner) = property.pointee.storage { owner.subject.tellFirst(publisher) }
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
    deliver(value)
  }

  @inlinable func deliver(_ value: Value) { hub.sendAndStore(value) { self.settle() } }

  /// In turn. The newest value, whoever set it: one that was set meanwhile from inside counts (C35).
  @inlinable func settle() {
    guard var newest = hub.current else { return }
    hub.currentLock.withLock { swap(&newest, &stored) }
    withExtendedLifetime(newest) {}  // after the lock (C37)
  }

  /// Asks for everything (C84), unless the properties are gone, or go meanwhile (C74): nobody would end it then.
  func add(feed: Link) {
    if owners.load(ordering: .acquiring) != 0 { hub.add(feed: feed) }
    if owners.load(ordering: .acquiring) == 0 { feed.cancel() }
  }

  func tellFirst(_ publisher: ObservableObjectPublisher?) { if willChange == nil { willChange = publisher } }
}
