import Streams

extension EventLoop {
  /// Publishes 1 after `first`, counted from the subscription, then 2, 3, ... every `interval`.
  ///
  /// Without `interval`, or if it is not above zero, publishes 1 and finishes; that one value waits for demand, as with
  /// `Just`. Otherwise a tick that nobody has asked for is dropped, not saved up, and its number is missing. A tick
  /// is never early; ticks that a busy loop has missed are left out, and the beat is kept.
  ///
  /// Values come in the loop's thread. Fails with `.closed` if the loop closes before the end. An active timer keeps
  /// the loop running. Each subscription has a timer of its own.
  ///
  /// ```swift
  /// loop.timer(after: .seconds(1), every: .milliseconds(100)).prefix(5).sink(...)
  /// ```
  public func timer(
    after first: SchedulerTimeType.Stride, every interval: SchedulerTimeType.Stride? = nil
  ) -> Timer {
    Timer(loop: self, first: first, interval: interval)
  }

  /// A publisher of ticks. See `EventLoop.timer(after:every:)`.
  public struct Timer: Publisher {
    public typealias Output = Int
    public typealias Failure = LoopError

    public let loop: EventLoop
    public let first: SchedulerTimeType.Stride
    public let interval: SchedulerTimeType.Stride?

    @inlinable public init(
      loop: EventLoop, first: SchedulerTimeType.Stride, interval: SchedulerTimeType.Stride? = nil
    ) {
      self.loop = loop
      self.first = first
      self.interval = interval
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Int, S.Failure == LoopError {
      let ticking = Ticking(
        on: loop.loop, due: loop.now.advanced(by: first), every: interval,
        deliver: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
      subscriber.receive(subscription: ticking)
      ticking.start()
    }
  }
}

/// A timer's subscription. All but the demand belongs to the loop's thread.
@usableFromInline package final class Ticking: Appointment, Subscription, Resident, NamedInLogs {
  @usableFromInline package var name: String { "Timer" }
  private let loop: Loop
  /// nil: once.
  private let interval: Int?
  private let demand = DemandWord()
  private var deliver: ((Int) -> Subscribers.Demand)?
  private var complete: ((Subscribers.Completion<LoopError>) -> Void)?
  private var number = 0
  private var isResident = false

  @usableFromInline package init(
    on loop: Loop, due: EventLoop.SchedulerTimeType, every interval: EventLoop.SchedulerTimeType.Stride?,
    deliver: @escaping (Int) -> Subscribers.Demand,
    complete: @escaping (Subscribers.Completion<LoopError>) -> Void
  ) {
    self.loop = loop
    self.interval = interval.flatMap { $0.magnitude > 0 ? $0.magnitude : nil }
    self.deliver = deliver
    self.complete = complete
    super.init(due: due.nanoseconds)
  }

  @available(*, unavailable) override init(due: Int) { fatalError() }

  @usableFromInline package func start() {
    if !loop.perform({ self.begin() }) { end(.failure(.closed)) }
  }

  private func begin() {
    if demand.isOver { return letGo() }
    isResident = loop.residents.admit(self)
    if isResident { loop.schedule(self) } else { end(.failure(.closed)) }
  }

  override package func keep(at now: Int) {
    if demand.isOver { return }
    number += 1
    guard let interval else { return sendTheOnlyOne() }
    due = due.nextTurn(every: interval, now: now)
    loop.schedule(self)  // before the value, which may bring a cancel
    if isAsked { send() }
  }

  private func sendTheOnlyOne() {
    guard number > 0, isAsked, demand.subtract(1) != nil, let deliver = deliver.take() else { return }
    _ = deliver(number)  // may ask for more, and there is no more (C21)
    end(.finished)
  }

  private var isAsked: Bool { !demand.isOver && demand.word.load(ordering: .relaxed) > 0 }

  private func send() {
    guard demand.subtract(1) != nil, let more = deliver?(number) else { return }
    if more > .none { demand.add(more) }
  }

  @usableFromInline package func loopCloses() { end(.failure(.closed)) }

  private func end(_ completion: Subscribers.Completion<LoopError>) {
    guard demand.end() != nil else { return letGo() }  // C43
    let complete = self.complete
    letGo()
    complete?(completion)
  }

  private func letGo() {
    if isResident {
      isResident = false
      loop.residents.dismiss(self)
      loop.unschedule(self)
    }
    (deliver, complete) = (nil, nil)
  }

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    precondition(more > .none, "demand must be greater than zero")  // C15
    guard demand.add(more) == 0, interval == nil else { return }
    loop.perform { self.sendTheOnlyOne() }
  }

  @usableFromInline package func cancel() {
    guard demand.end() != nil else { return }
    loop.perform { self.letGo() }
  }
}
