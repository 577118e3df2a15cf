/// A subscription of an operator's own that nobody can tell from upstream's: it has that one's identifier and text.
@usableFromInline
package class LikeUpstreams: Subscription, CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  @usableFromInline package final let subscription: any Subscription
  @usableFromInline package init(_ subscription: any Subscription) { self.subscription = subscription }

  @usableFromInline package final var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }
  @usableFromInline package final var description: String { String(describing: subscription) }
  @usableFromInline package final var playgroundDescription: Any { description }
  @usableFromInline package final func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
  @usableFromInline package func cancel() { subscription.cancel() }
}
