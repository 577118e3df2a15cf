import Foundation
import FoundationNetworking
import Streams

extension URLSession {
  /// Publishes what a GET of `url` answers. See `dataTaskPublisher(for:)` of a request.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { dataTaskPublisher(for: URLRequest(url: url)) }

  /// Publishes the body and the response once the request is answered, then finishes.
  ///
  /// ```swift
  /// let names = session.dataTaskPublisher(for: url)
  ///   .tryMap { data, response in
  ///     guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
  ///     return data
  ///   }
  ///   .decode(type: [String].self, decoder: JSONDecoder())
  ///   .replaceError(with: [])
  ///   .sink { print($0) }
  /// ```
  ///
  /// Every answer is a value, whatever its status: 404 and 500, too. An answer without a body has empty data. The
  /// stream fails if there is no answer: no such host, connection refused or torn, timeout. The failure is always a
  /// `URLError`: another kind of error (of a `URLProtocol` of your own) is wrapped as `.unknown`, under
  /// `NSUnderlyingErrorKey`.
  ///
  /// **Demand.** The request is made when the subscriber first asks, once; asking again changes nothing. Asking for
  /// zero traps (C15). Each subscriber has a task of its own: subscribing twice, or `retry`, makes the request again.
  /// `share()` makes it once for several.
  ///
  /// **Cancelling** cancels the task, which closes the connection; neither a value nor an end comes after it. A cancel
  /// before the first request makes no task at all.
  ///
  /// **Threads.** Value and end come on the session's `delegateQueue`. Any thread may subscribe, ask and cancel (C32).
  ///
  /// **Ownership.** The session keeps the task, and with it the subscriber, until the answer, the failure or the
  /// cancel. The task has a completion handler; of a session's delegate only the challenges reach it, as in Combine.
  /// Asking a session that was invalidated traps in Foundation.
  ///
  /// Cost: one task, and the whole body in memory before it is published. Foundation on Linux has faults in `cancel`
  /// that this works around: docs/decisions/095.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// A publisher of one answer. See `URLSession.dataTaskPublisher(for:)`.
  public struct DataTaskPublisher: Publisher, Sendable {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    public let request: URLRequest
    public let session: URLSession

    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == URLError {
      subscriber.receive(subscription: Transfer(of: self, to: subscriber))
    }
  }
}

extension URLSession.DataTaskPublisher: PipelineInLogs {
  public var description: String {
    "DataTaskPublisher(\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "nowhere"))"
  }
}
