/// What it throws is of the type that downstream's failures have: nothing, for `catch`.
@frozen @usableFromInline
package struct CatchEnding<Failure: Error, NewPublisher: Publisher, Downstream: Subscriber>: Ending
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline package let handler: (Failure) throws(Downstream.Failure) -> NewPublisher
  @inlinable package init(handler: @escaping (Failure) throws(Downstream.Failure) -> NewPublisher) {
    self.handler = handler
  }
  @inlinable package func end(_ completion: Subscribers.Completion<Failure>, _ succession: Succession<Downstream>) {
    guard case .failure(let failure) = completion else { return succession.end(.finished) }
    do throws(Downstream.Failure) {
      succession.follow(try handler(failure), LastEnding())
    } catch {
      succession.end(.failure(error))
    }
  }
}
