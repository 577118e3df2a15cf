import CStreams
import Streams

/// A subject between a publisher and all its subscribers (`multicast`).
final class Multicast {
  private let upstream: Recipe
  private let subject: ValueSubject
  init(_ upstream: Recipe, _ subject: ValueSubject = ValueSubject()) {
    self.upstream = upstream
    self.subject = subject
  }

  func attach(_ subscriber: ValueSubscriber) { subject.attach(subscriber) }

  /// Subscribes upstream. The connection keeps the subject: subscribers may outlive the publisher.
  func connect() -> Stream {
    let feed = Feed(subject, keeps: true)
    upstream.attach(ValueSubscriber(feed))
    return feed.stream
  }

  /// Attaches subscribers and connects while there are any.
  func attachment(_ attendance: Attendance) -> (ValueSubscriber) -> Void {
    { subscriber in
      attendance.attend({ self.connect() }) {
        self.attach(ValueSubscriber(side: AutoconnectSide(subscriber, attendance)))
      }
    }
  }
}

@_cdecl("streams_share") @implementation
public func streams_share(_ upstream: OpaquePointer?) -> OpaquePointer? {
  guard let upstream = consume(upstream) else { return nil }
  return publish(Multicast(upstream).attachment(Attendance(endsForEver: true)))
}

/// A publisher that `streams_connect` connects.
private func connectable(_ multicast: Multicast, _ function: StaticString = #function) -> OpaquePointer? {
  let recipe = Recipe { multicast.attach($0) }
  recipe.multicast = multicast
  return give(recipe, .publisher, function)
}

@_cdecl("streams_make_connectable") @implementation
public func streams_make_connectable(_ upstream: OpaquePointer?) -> OpaquePointer? {
  guard let upstream = consume(upstream) else { return nil }
  return connectable(Multicast(upstream))
}

@_cdecl("streams_multicast") @implementation
public func streams_multicast(_ upstream: OpaquePointer?, _ subject: OpaquePointer?) -> OpaquePointer? {
  let upstream = consume(upstream)
  guard let subject = borrow(subject, .subject, ValueSubject.self), let upstream else { return nil }
  return connectable(Multicast(upstream, subject))
}

@_cdecl("streams_connect") @implementation
public func streams_connect(_ connectable: OpaquePointer?) -> OpaquePointer? {
  guard let recipe = borrow(connectable, .publisher, Recipe.self) else { return nil }
  guard let multicast = recipe.multicast else { return fail(.unsupported, about: recipe) }
  let stream = Burst.apart { multicast.connect() }
  guard let token = give(Token(stream), .cancellable) else {
    stream.cancel()
    return nil
  }
  return token
}

@_cdecl("streams_autoconnect") @implementation
public func streams_autoconnect(_ connectable: OpaquePointer?) -> OpaquePointer? {
  guard let recipe = consume(connectable) else { return nil }
  guard let multicast = recipe.multicast else { return fail(.unsupported, about: recipe) }
  return publish(multicast.attachment(Attendance()))
}
