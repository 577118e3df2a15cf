extension Succession {
  /// One after the other, the parts of a rope, which are publishers by `part`.
  @inlinable package func begin<Part: Publisher>(withPartsOf rope: Rope, _ part: @escaping (Rope) -> Part)
  where Part.Output == Downstream.Input, Part.Failure == Downstream.Failure {
    let parts = RopeReader(rope)
    guard let first = parts.next() else { return }
    begin(with: part(first), PartsEnding(parts: parts, part: part))
  }
}

/// One part is over: the next follows.
@frozen @usableFromInline package struct PartsEnding<Part: Publisher, Downstream: Subscriber>: Ending
where Part.Output == Downstream.Input, Part.Failure == Downstream.Failure {
  @usableFromInline package let parts: RopeReader
  @usableFromInline package let part: (Rope) -> Part
  @inlinable package init(parts: RopeReader, part: @escaping (Rope) -> Part) { (self.parts, self.part) = (parts, part) }

  @inlinable package func end(_ completion: Subscribers.Completion<Part.Failure>, _ succession: Succession<Downstream>)
  {
    guard case .finished = completion, let next = parts.next() else { return succession.end(completion) }
    succession.follow(part(next), self)
  }
}
