/// What a source hands downstream: two closures formed where every type is known.
/// It lets go of them, and so of the source, once the stream is over (C72).
@usableFromInline package final class Outlet: Subscription, NamedInLogs {
  @usableFromInline package let name: String
  @usableFromInline package let lock = Lock()
  @exclusivity(unchecked) @usableFromInline package var onRequest: ((Subscribers.Demand) -> Void)?
  @exclusivity(unchecked) @usableFromInline package var onCancel: (() -> Void)?

  @inlinable package init(
    _ name: String = "", request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void
  ) {
    self.name = name
    onRequest = request
    onCancel = cancel
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) { lock.withLock { onRequest }?(demand) }

  @usableFromInline package func cancel() { close()?() }

  /// Lets go of the source; the caller may still tell it.
  @discardableResult @usableFromInline package func close() -> (() -> Void)? {
    let (request, cancel) = lock.withLock {
      defer { (onRequest, onCancel) = (nil, nil) }
      return (onRequest, onCancel)
    }
    return withExtendedLifetime(request) { cancel }
  }
}
