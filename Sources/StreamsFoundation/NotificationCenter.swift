import Foundation
import Streams

extension NotificationCenter {
  /// Publishes the notifications of that name, from all senders or from `object` alone.
  ///
  /// ```swift
  /// NotificationCenter.default.publisher(for: .cacheEmptied, object: cache).sink { print($0) }
  /// ```
  ///
  /// See `NotificationCenter.Publisher`.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// Publishes the notifications of that name that `center` posts, from all senders or from `object` alone.
  ///
  /// - The observer is there from the subscription on. A notification that nobody has asked for is dropped. A demand of
  ///   zero is allowed, and asks for nothing.
  /// - Values come in the thread that posts, within the call. Of two threads that post at once the second waits (C31);
  ///   posting from inside a delivery nests (C34), as with a `PassthroughSubject`.
  /// - It never ends. Cancelling removes the observer and lets go of the center and the object.
  ///
  /// Two are equal if they observe the same object in the same center under the same name. Threads: any.
  /// Cost: an observer for each subscription. Differs from Combine: docs/decisions/094.
  public struct Publisher: Streams.Publisher, Equatable {
    public typealias Output = Notification
    public typealias Failure = Never

    public let center: NotificationCenter
    public let name: Notification.Name
    /// The sender, compared by identity; nil for all.
    public let object: AnyObject?

    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
      let subject = PassthroughSubject<Notification, Never>()
      subject.receive(subscriber: Renaming(subscriber) { Observation(of: self, through: subject, $0) })
    }

    public static func == (l: Publisher, r: Publisher) -> Bool {
      l.center === r.center && l.name == r.name && l.object === r.object
    }
  }
}

extension NotificationCenter.Publisher: PipelineInLogs {
  public var description: String {
    "NotificationCenter.Publisher(name: \(name.rawValue)\(object.map { ", object: \($0)" } ?? ""))"
  }
}

/// A subscription to notifications: an observer that sends to a subject with one subscriber.
private final class Observation: Subscription, NamedInLogs {
  let name = "NotificationCenter Observer"
  private let inner: any Subscription
  private let lock = Lock()
  // Under the lock. Nil once it is over (C72).
  private var publisher: NotificationCenter.Publisher?
  private var observer: (any NSObjectProtocol)?

  init(
    of publisher: NotificationCenter.Publisher, through subject: PassthroughSubject<Notification, Never>,
    _ inner: any Subscription
  ) {
    self.publisher = publisher
    self.inner = inner
    nonisolated(unsafe) let subject = subject
    observer = publisher.center.addObserver(forName: publisher.name, object: publisher.object, queue: nil) {
      subject.send($0)
    }
  }

  func request(_ demand: Subscribers.Demand) { if demand != .none { inner.request(demand) } }  // C15

  func cancel() {
    let (publisher, observer) = lock.withLock {
      defer { (self.publisher, self.observer) = (nil, nil) }
      return (self.publisher, self.observer)
    }
    inner.cancel()
    if let observer { publisher?.center.removeObserver(observer) }
  }

  var mirrorLabels: [String?] { ["center", "name", "object", "demand"] }

  func child(_ label: String?) -> Any? {
    let publisher = lock.withLock { self.publisher }
    return switch label {
    case "center": publisher?.center
    case "name": publisher?.name
    case "object": publisher?.object
    default: (inner as? any NamedInLogs)?.child(label)
    }
  }
}
