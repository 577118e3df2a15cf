extension Publisher {
  /// Shares one subscription among all subscribers, while there are any.
  ///
  /// As `multicast { PassthroughSubject() }.autoconnect()`: a subscriber without demand loses values, a late one sees
  /// nothing earlier, and a synchronous upstream runs out on the first. Once it has completed it does not subscribe
  /// upstream again. Cost per value: the subject's.
  @inlinable public func share() -> Publishers.Share<Self> { .init(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/share()`` makes.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @usableFromInline let shared: Multicast<Upstream, PassthroughSubject<Output, Failure>>
    @usableFromInline let attendance = Attendance(endsForEver: true)

    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      shared = Multicast(upstream: upstream) { PassthroughSubject() }
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      attendance.attend({ shared.connect() }) {
        shared.receive(subscriber: AutoconnectSide(subscriber, attendance))
      }
    }

    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

extension Publishers.Share: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
