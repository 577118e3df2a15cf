extension Publisher {
  /// Prints a line for everything that passes, to the stream or to standard output.
  ///
  /// The lines: `receive subscription: (X)`, `request unlimited` or `request max: (2)`, `receive value: (1)`,
  /// `request max: (1) (synchronous)` for demand that a subscriber returns, `receive finished`, `receive error: (e)`,
  /// `receive cancel`. A prefix comes before each, with a colon. Everything is passed on as it is.
  @inlinable public func print(
    _ prefix: String = "", to stream: (any TextOutputStream)? = nil
  ) -> Publishers.Print<Self> {
    .init(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  public struct Print<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let prefix: String
    public let stream: (any TextOutputStream)?

    @inlinable public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let log = EventLog(prefix: prefix, to: stream)
      let raise = { (failure: Failure) -> Failure in
        log.write("receive error: (\(failure))")
        return failure
      }
      upstream.receive(subscriber: Relay(subscriber, PrintRule<Output>(log), raise: raise, thrown: { $0 }))
    }
  }
}
