import CStreams
import Streams
import StreamsLoop

/// Stands below an operator that delivers on a loop, and ends the stream when that closes. The operator's values pass
/// by it: they come in the loop's thread, as the loop's end does, so one at a time with it (C31).
/// Differs from Combine: docs/decisions/105.
final class Tenant: Resident {
  private let loop: Loop
  private let downstream: ValueSubscriber
  private let stage: FreeStage

  /// Puts a driver, which is given what it has downstream, below `upstream`. On a closed loop the stream fails instead.
  static func attach(
    _ upstream: Recipe, _ loop: Loop, _ name: String, _ downstream: ValueSubscriber,
    _ driver: (Tenant) -> ValueSubscriber
  ) {
    let tenant = Tenant(loop, name, downstream)
    if loop.residents.admit(tenant) { upstream.attach(driver(tenant)) } else { tenant.loopCloses() }
  }

  private init(_ loop: Loop, _ name: String, _ downstream: ValueSubscriber) {
    self.loop = loop
    self.downstream = downstream
    stage = FreeStage(name, passesDemandOn: true)
    stage.onOver = { loop.residents.dismiss(self) }
  }

  /// What the driver has downstream.
  var port: ValueSubscriber {
    ValueSubscriber(value: downstream.value, completion: { self.end($0) }, subscription: { self.begin($0) })
  }

  /// The same for a driver whose values come in any thread.
  var portOfManyThreads: ValueSubscriber {
    ValueSubscriber(value: { self.pass($0) }, completion: { self.end($0) }, subscription: { self.begin($0) })
  }

  private func begin(_ subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    downstream.subscription(stage.makeValve())
    stage.leave()
  }

  private func pass(_ value: Value) -> Demand {
    guard stage.isActive else { return .none }
    guard stage.enter() else { return later(value) }
    let more = downstream.value(value)
    stage.leave()
    return more
  }

  @inline(never) private func later(_ value: Value) -> Demand {
    let kept = KeptValue(value)
    stage.later {
      let more = withExtendedLifetime(kept) { self.downstream.value(kept.plain) }
      if more != .none { self.stage.owe(more) }
    }
    return .none
  }

  private func end(_ completion: Completion) {
    if stage.isActive && stage.end() { stage.perform { self.finish(completion) } }
  }

  func loopCloses() {
    begin(Subscriptions.empty)  // if none has come: later ones are cancelled (C3, C11)
    stage.perform { self.finish(.failure(Fault(LoopError.closed))) }
  }

  /// In turn. Upstream is cancelled before downstream hears of it (C42).
  private func finish(_ completion: Completion) { if stage.close() { downstream.completion(completion) } }
}
