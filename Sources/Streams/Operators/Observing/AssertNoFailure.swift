extension Publisher {
  /// Ends the program, with a message, if upstream fails; so what comes out cannot fail.
  ///
  /// Also in a release build. The message names the file and the line of this call and begins with the prefix. Values,
  /// demand and cancelling are upstream's own: it costs nothing per value.
  @inlinable public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    public let upstream: Upstream
    public let prefix: String
    public let file: StaticString
    public let line: UInt

    @inlinable public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let (prefix, file, line) = (prefix, file, line)
      upstream.receive(
        subscriber: PassingErrors(subscriber, name: "AssertNoFailure") { (failure: Upstream.Failure) -> Never in
          fatalError(prefix.isEmpty ? "\(failure)" : "\(prefix): \(failure)", file: file, line: line)
        })
    }
  }
}
