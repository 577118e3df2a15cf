import Foundation
import FoundationNetworking
import Streams

/// A data task's subscription: one subscriber, at most one task.
///
/// Until the end the session keeps the task, the task its completion handler, and that this. The session, the task and
/// the subscriber are called outside the lock (C36), and let go at the end (C72).
final class Transfer: Subscription, NamedInLogs, @unchecked Sendable {
  typealias Answer = URLSession.DataTaskPublisher.Output

  /// How the subscriber is reached, formed where its type is known.
  private struct Downstream {
    let subscriber: Any
    let value: (Answer) -> Void
    let end: (Subscribers.Completion<URLError>) -> Void
  }

  private enum Phase { case waiting, loading, delivering, over }

  let name = "DataTaskPublisher"
  private let lock = Lock()
  // Under the lock.
  private var phase = Phase.waiting
  private var parent: URLSession.DataTaskPublisher?
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var task: URLSessionDataTask?
  /// A task that was cancelled and whose handler is still to come.
  private var cancelled: URLSessionDataTask?

  init<S: Subscriber>(of parent: URLSession.DataTaskPublisher, to subscriber: S)
  where S.Input == Answer, S.Failure == URLError {
    self.parent = parent
    downstream = Downstream(
      subscriber: subscriber, value: { _ = subscriber.receive($0) },
      end: { subscriber.receive(completion: $0) })
  }

  func request(_ more: Subscribers.Demand) {
    precondition(more > .none, "\(name): a demand of zero asks for nothing")  // C15
    let parent: URLSession.DataTaskPublisher? = lock.withLock {
      demand += more
      guard phase == .waiting else { return nil }
      phase = .loading
      return self.parent
    }
    guard let parent else { return }
    let task = parent.session.dataTask(with: parent.request) { [self] in finish($0, $1, $2) }
    let isWanted = lock.withLock {
      if phase == .loading { self.task = task }
      return phase == .loading
    }
    // A task that is not resumed must be cancelled, else the session keeps it for ever. After a cancel that comes
    // right here, resuming does nothing.
    if isWanted { task.resume() } else { task.cancel() }
  }

  /// The completion handler, on the session's delegate queue.
  private func finish(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let (downstream, cancelled): (Downstream?, URLSessionDataTask?) = lock.withLock {
      defer { self.cancelled = nil }
      guard phase == .loading else { return (nil, self.cancelled) }
      phase = .delivering
      task = nil
      return (self.downstream, nil)
    }
    cancelled?.settleCancel()
    guard let downstream else { return }
    if let error { return end(.failure(URLError(from: error))) }
    guard let response else { return end(.failure(URLError(.badServerResponse))) }
    downstream.value((data: data ?? Data(), response: response))
    end(.finished)
  }

  private func end(_ completion: Subscribers.Completion<URLError>) {
    letGo().downstream?.end(completion)
  }

  func cancel() {
    letGo(cancelling: true).task?.cancel()
  }

  /// Everything it holds, for the first who ends it (C43); the caller releases that, outside the lock (C37).
  private func letGo(
    cancelling isCancelled: Bool = false
  ) -> (downstream: Downstream?, parent: URLSession.DataTaskPublisher?, task: URLSessionDataTask?) {
    lock.withLock {
      if isCancelled && phase == .loading { cancelled = task }
      phase = .over
      defer { (downstream, parent, task) = (nil, nil, nil) }
      return (downstream, parent, task)
    }
  }

  var mirrorLabels: [String?] { ["task", "downstream", "parent", "demand"] }

  func child(_ label: String?) -> Any? {
    lock.withLock {
      switch label {
      case "task": task
      case "downstream": downstream?.subscriber
      case "parent": parent
      case "demand": demand
      default: nil
      }
    }
  }
}

extension URLSessionTask {
  /// Waits, in the completion handler of a task that was cancelled, until Foundation is through with the cancel.
  ///
  /// While the session's cache looks for an answer, Foundation does the rest of a cancel in another thread. If the
  /// server's answer is faster than that thread, the session forgets the task when the handler returns, and the rest of
  /// the cancel traps. The first thing that rest does is to set the error. Usually a tenth of a millisecond, and only
  /// when answer and cancel cross; the limit is for a Foundation that works otherwise.
  fileprivate func settleCancel() {
    let limit = ContinuousClock.now + .seconds(5)
    while (error as? URLError)?.code != .cancelled, .now < limit { Thread.sleep(forTimeInterval: 0.000_05) }
  }
}

extension URLError {
  /// A `URLError` as it is; another error of the URL domain by its code; anything else as `.unknown`, with its cause.
  fileprivate init(from error: any Error) {
    if let error = error as? URLError {
      self = error
      return
    }
    let cause = error as NSError
    let code = cause.domain == NSURLErrorDomain ? Code(rawValue: cause.code) : nil
    self =
      code.map { URLError($0, userInfo: cause.userInfo) } ?? URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error])
  }
}
