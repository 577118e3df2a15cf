import Synchronization

extension Publisher where Output == Bytes {
  /// Publishes the lines of the bytes that come, without their line feeds.
  ///
  /// What follows the last line feed is a line too, if it is not empty. A carriage return before the line feed stays,
  /// unless `droppingReturns` is true. A line longer than `maximumLength` fails the stream with `LineTooLong`, once
  /// the lines before it have been delivered; a failure of upstream comes at once, and what waits is dropped (C45).
  ///
  /// Honours demand exactly: as long as a chunk has lines left, no other is asked for; it waits until more lines are
  /// asked for. At most one chunk is asked for at a time, or all of them for unlimited demand. The end needs no demand,
  /// but the last line does.
  ///
  /// Cost: a line is a part of its chunk: no copy and no allocation, one count of the chunk's owner. Only a line that
  /// straddles chunks is gathered. A line that is kept keeps its chunk, see `Bytes.copied()`.
  @inlinable public func lines(
    maximumLength: Int = Publishers.Lines<Self>.defaultMaximumLength, droppingReturns: Bool = false
  ) -> Publishers.Lines<Self> {
    Publishers.Lines(upstream: self, maximumLength: maximumLength, droppingReturns: droppingReturns)
  }
}

extension Publishers {
  /// The lines of a publisher of bytes. See `Publisher.lines(maximumLength:droppingReturns:)`.
  @frozen public struct Lines<Upstream: Publisher>: Publisher where Upstream.Output == Bytes {
    public typealias Output = Bytes
    public typealias Failure = any Error

    /// 16 MiB: enough for any text, and an end to what a file without line feeds can take.
    @inlinable public static var defaultMaximumLength: Int { 16 << 20 }

    public let upstream: Upstream
    public let maximumLength: Int
    public let droppingReturns: Bool

    @inlinable public init(upstream: Upstream, maximumLength: Int, droppingReturns: Bool) {
      self.upstream = upstream
      self.maximumLength = maximumLength
      self.droppingReturns = droppingReturns
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bytes, S.Failure == any Error {
      let cutter = LineCutter(maximumLength: maximumLength, dropsReturns: droppingReturns)
      upstream.receive(subscriber: LinesInlet(Lining(LinesPort(subscriber), cutter)))
    }
  }
}

/// What upstream sees of the operator.
@frozen @usableFromInline package struct LinesInlet<Downstream: Subscriber, Failure: Error>: Subscriber
where Downstream.Input == Bytes, Downstream.Failure == any Error {
  @usableFromInline package typealias Input = Bytes
  @usableFromInline package let lining: Lining<LinesPort<Downstream>>
  public let combineIdentifier = CombineIdentifier()
  @inlinable package init(_ lining: Lining<LinesPort<Downstream>>) { self.lining = lining }
  @inlinable package func receive(subscription: any Subscription) { lining.begin(subscription) }
  @inlinable package func receive(_ chunk: Bytes) -> Subscribers.Demand { lining.take(chunk) }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: lining.end(.finished)
    case .failure(let failure): lining.end(.failure(failure))
    }
  }
}

/// How chunks and lines look in Swift: both are `Bytes`.
@frozen @usableFromInline package struct LinesPort<Downstream: Subscriber>: LiningPort
where Downstream.Input == Bytes, Downstream.Failure == any Error {
  @usableFromInline package let downstream: Downstream
  @inlinable package init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable package static func bytes(of chunk: Bytes) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: chunk.start, count: chunk.count)
  }
  @inlinable package static func keep(_ rest: UnsafeRawBufferPointer, of chunk: Bytes) -> Bytes {
    Bytes(rest, owner: chunk.owner)
  }
  @inlinable package static func bytes(ofKept kept: Bytes) -> UnsafeRawBufferPointer { bytes(of: kept) }
  @inlinable package static func owner(of chunk: Bytes) -> AnyObject? { chunk.owner }
  @inlinable package static func owner(ofKept kept: Bytes) -> AnyObject? { kept.owner }
  @inlinable package func begin(_ subscription: any Subscription) { downstream.receive(subscription: subscription) }
  @inlinable @inline(__always) package func deliver(_ line: Line, _ owner: AnyObject?) -> Subscribers.Demand {
    downstream.receive(Bytes(start: line.start, count: line.count, owner: owner))
  }
  @inlinable package func complete(_ completion: Subscribers.Completion<any Error>) {
    downstream.receive(completion: completion)
  }
  @inlinable package func failure(_ error: LineTooLong) -> any Error { error }
}
