extension Publisher {
  /// Hides the type of this publisher behind one that tells only what comes out.
  ///
  /// Demand, values, the end and cancelling pass as they are. Costs one indirect call per value;
  /// erasing again costs nothing.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher that tells only what comes out of it: for the edges of a program, where the types that operators
/// make would say too much.
/// Differs from Combine: docs/decisions/062.
@frozen public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let box: PublisherBox<Output, Failure>

  /// Erasing what is erased gives the same box.
  @inlinable public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher._erased() {
      self = erased
    } else {
      box = PublisherBox { publisher.receive(subscriber: $0) }
    }
  }

  /// `first`, and after it `second`, however many each is already: a chain of them is flat (docs/decisions/041).
  @inlinable init(_ first: AnyPublisher, followedBy second: AnyPublisher) {
    box = PublisherBox(first.box, second.box)
  }

  @inlinable init(_ box: PublisherBox<Output, Failure>) { self.box = box }

  // The subscriber is erased too, so each side stays specialised.
  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let erased = AnySubscriber(subscriber)
    if let attach = box.attach { attach(erased) } else { box.runParts(erased) }
  }

  @inlinable public func _erased() -> AnyPublisher<Output, Failure>? { self }

  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { self }
}

/// As in Combine nothing checks what is inside: closures of operators must be ready for the thread that subscribes.
extension AnyPublisher: @unchecked Sendable where Output: Sendable {}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}

/// The closure was formed where the publisher's type was known: an overridden method would run unspecialised.
@usableFromInline final class PublisherBox<Output, Failure: Error>: Rope {
  /// nil: two others, one after the other.
  @usableFromInline let attach: ((AnySubscriber<Output, Failure>) -> Void)?

  @inlinable init(_ attach: @escaping (AnySubscriber<Output, Failure>) -> Void) {
    self.attach = attach
    super.init()
  }

  @inlinable init(_ first: PublisherBox, _ second: PublisherBox) {
    attach = nil
    super.init(first, second)
  }
}
