extension Publisher {
  /// Encodes every value; the first error that the encoder throws ends the stream.
  ///
  /// Demand is passed on as it is. An error cancels upstream, then fails. The one encoder serves every value and every
  /// subscriber: it must not mind being used from the threads that upstream sends on.
  @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Output: Encodable {
    .init(upstream: self, encoder: encoder)
  }

  /// Decodes every value; the first error that the decoder throws ends the stream.
  ///
  /// As `encode(encoder:)` in all else.
  @inlinable public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    .init(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    @usableFromInline let encoder: Coder

    @inlinable public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, EncodeRule<Upstream.Output, Coder>(encoder)))
    }
  }

  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
  where Upstream.Output == Coder.Input {
    public typealias Failure = any Error
    public let upstream: Upstream
    @usableFromInline let decoder: Coder

    @inlinable public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Relay<_, Upstream.Failure, S>(trying: subscriber, DecodeRule<Output, Coder>(decoder)))
    }
  }
}

@usableFromInline package struct EncodeRule<Input: Encodable, Coder: TopLevelEncoder>: RelayRule {
  @inlinable package static var name: String { "Encode" }
  @inlinable package static var early: EarlySignals { .pass }
  @usableFromInline package let encoder: Coder
  @inlinable package init(_ encoder: Coder) { self.encoder = encoder }
  @inlinable package mutating func step(_ input: Input) throws(any Error) -> Step<Coder.Output> {
    .emit(try encoder.encode(input))
  }
}

@usableFromInline package struct DecodeRule<Output: Decodable, Coder: TopLevelDecoder>: RelayRule {
  @inlinable package static var name: String { "Decode" }
  @inlinable package static var early: EarlySignals { .pass }
  @usableFromInline package let decoder: Coder
  @inlinable package init(_ decoder: Coder) { self.decoder = decoder }
  @inlinable package mutating func step(_ input: Coder.Input) throws(any Error) -> Step<Output> {
    .emit(try decoder.decode(Output.self, from: input))
  }
}
