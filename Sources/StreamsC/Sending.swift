import CStreams
import CStreamsSupport
import Streams
import Synchronization

extension TypedHub where How == Keeping, Failure == Fault {
  /// In turn. Where there is one subscriber, as with most subjects, nothing has to be kept for another.
  @inline(__always) fileprivate func deliver(_ value: Value) {
    let all = snapshot
    if _fastPath(all.end == all.leaves + 1) { pass(value, to: all.leaves) } else { deliverToMany(value) }
  }

  @inline(never) private func deliverToMany(_ value: Value) {
    let all = snapshot
    var leaf = all.leaves
    let end = all.end
    while leaf < end {
      pass(value, to: leaf)
      leaf += 1
    }
  }

  /// As `TypedLeaf.offer`, but calls the subscriber without the leaf's own closure, which is generic: so the value stays
  /// in registers. Nobody but `ValueSubject.attach` makes leaves; what stands for a vacancy is no such leaf, but wants
  /// nothing, and that is looked at first.
  @inline(__always) private func pass(_ value: Value, to place: UnsafeMutablePointer<Snapshot.Word>) {
    Unmanaged<SubscriberLeaf<ValueSubscriber>>.fromOpaque(turn(to: place))._withUnsafeGuaranteedRef {
      if $0.conduit.demand.isUnlimited { _ = $0.downstream.value(value) } else { $0.offerCounted(value) }
    }
  }
}

extension ValueSubject {
  func send(_ value: Value) {
    if remembers { return hub.sendAndStore(value) }
    let me = streams_thread()
    guard hub.enter(me) else { return hub.sendLater(value, me) }
    hub.deliver(value)
    hub.leave(me)
  }

  /// What `streams_subject_send` does once it has found the subject. A function of no one's own, which ends the use of
  /// the handle itself and has its arguments where they are: so the look-up is a jump to this and needs no frame.
  @inline(never) fileprivate static func send(
    _ slot: UnsafeMutablePointer<Handles.Slot>, _ value: Value, _ subject: ValueSubject, _ index: UInt
  ) -> Int32 {
    defer { Handles.Pin(slot: slot, index: index).drop() }
    let hub = subject.hub
    let me = streams_thread()
    guard !subject.remembers, me.pointee.burst == nil, hub.enter(me) else { return subject.sendSlowly(value) }
    hub.deliver(value)
    hub.leave(me)
    return Status.ok.code
  }

  /// It remembers, it is over, someone is at it, or a callback sends while a burst is under way.
  @inline(never) fileprivate func sendSlowly(_ value: Value) -> Int32 {
    if isOver { return Status.done.code }
    Burst.apart { send(value) }
    return Status.ok.code
  }
}

@_cdecl("streams_subject_send") @implementation
public func streams_subject_send(_ subject: OpaquePointer?, _ value: streams_value_t) -> Int32 {
  guard _fastPath(value.isSettled) else { return sendUnsettled(subject, value) }
  guard let pin = Handles.pin(subject, .subject) else { return unknown(subject, "streams_subject_send") }
  return Unmanaged<ValueSubject>.fromOpaque(pin.object)._withUnsafeGuaranteedRef {
    ValueSubject.send(pin.slot, value, $0, pin.index)
  }
}

/// A null, a value that is the caller's own, or none.
@inline(never) private func sendUnsettled(_ subject: OpaquePointer?, _ value: Value) -> Int32 {
  with(subject, .subject, ValueSubject.self, "streams_subject_send") {
    if let status = value.refusal { return misuse(status, nil, "streams_subject_send", about: $0) }
    return $0.sendSlowly(value.lent)
  }
}
