import Glibc

extension Publisher {
  /// Stops in the debugger when one of the closures says so, before that signal is passed on.
  ///
  /// It raises SIGTRAP: without a debugger that ends the program. Values, demand, the end and cancelling are
  /// upstream's own.
  @inlinable public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    .init(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger when upstream fails. Otherwise as `breakpoint(…)`.
  @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { if case .failure = $0 { true } else { false } })
  }
}

extension Publishers {
  public struct Breakpoint<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let receiveSubscription: ((any Subscription) -> Bool)?
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Stopping(subscriber, receiveSubscription, receiveOutput, receiveCompletion))
    }
  }
}

/// Passes on everything as it is (C6), having asked first whether to stop.
@frozen @usableFromInline package struct Stopping<Downstream: Subscriber>: Subscriber, NamedInLogs {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let stopsAtSubscription: ((any Subscription) -> Bool)?
  @usableFromInline package let stopsAtValue: ((Input) -> Bool)?
  @usableFromInline package let stopsAtEnd: ((Subscribers.Completion<Failure>) -> Bool)?

  @inlinable package init(
    _ downstream: Downstream, _ stopsAtSubscription: ((any Subscription) -> Bool)?,
    _ stopsAtValue: ((Input) -> Bool)?, _ stopsAtEnd: ((Subscribers.Completion<Failure>) -> Bool)?
  ) {
    self.downstream = downstream
    self.stopsAtSubscription = stopsAtSubscription
    self.stopsAtValue = stopsAtValue
    self.stopsAtEnd = stopsAtEnd
  }

  @usableFromInline package var name: String { "Breakpoint" }
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) {
    if stopsAtSubscription?(subscription) == true { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    if stopsAtValue?(input) == true { stopInDebugger() }
    return downstream.receive(input)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    if stopsAtEnd?(completion) == true { stopInDebugger() }
    downstream.receive(completion: completion)
  }
}

@inline(never) @usableFromInline func stopInDebugger() { raise(SIGTRAP) }
