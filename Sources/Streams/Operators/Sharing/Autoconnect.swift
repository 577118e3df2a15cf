extension ConnectablePublisher {
  /// Connects when the first subscriber comes, and disconnects when the last has cancelled.
  ///
  /// Demand, values and the end are those of this publisher. A completion does not count as leaving.
  /// Cost per value: nothing.
  /// Differs from Combine: docs/decisions/072.
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publishers {
  /// What ``ConnectablePublisher/autoconnect()`` makes.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public final let upstream: Upstream
    @usableFromInline final let attendance = Attendance()

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      attendance.attend({ upstream.connect() }) {
        upstream.receive(subscriber: AutoconnectSide(subscriber, attendance))
      }
    }
  }
}

extension Publishers.Autoconnect: @unchecked Sendable where Upstream: Sendable {}
