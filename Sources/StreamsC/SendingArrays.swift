import CStreams
import CStreamsSupport
import Streams

/// An array of values that the program lends for the length of a call.
struct Lent {
  let values: UnsafePointer<Value>?
  let count: Int
  /// None is null or the caller's own.
  private let areSettled: Bool
  /// Why it cannot be sent.
  let refusal: Status?

  init(_ values: UnsafePointer<Value>?, _ count: Int) {
    self.values = values
    self.count = count
    guard let values, count > 0, count <= Int.max / 8 else {
      areSettled = true
      refusal = count == 0 ? nil : .invalid
      return
    }
    var settled: UInt = 8
    for i in 0..<count { settled &= (values[i].type & Value.tag) &+ 7 }  // without a branch: several at once
    areSettled = settled != 0
    refusal = areSettled ? nil : (0..<count).lazy.compactMap { values[$0].refusal }.first
  }

  subscript(i: Int) -> Value { values.unsafelyUnwrapped[i].lent }

  /// A copy of some of it, for whoever may change it.
  @inline(__always) func copy(from first: Int, _ size: Int, to out: UnsafeMutablePointer<Value>) {
    out.update(from: values.unsafelyUnwrapped + first, count: size)
    if !areSettled { for i in 0..<size { out[i] = out[i].lent } }
  }
}

extension ValueSubject {
  /// Sends an array in one turn, unless there is news: others who wait, what came from within a delivery.
  func send(_ array: Lent) -> Status {
    let me = streams_thread()
    var next = 0
    while next < array.count {
      if !hub.enter(me) {
        switch hub.approach(me) {
        case .ours: break
        case .dead: return .done
        case .nested, .note:
          return Burst.run { sendOneByOne(array, from: next) }
        }
      }
      if !hub.isEnding { Burst.run { sendInTurn(array, &next, me) } }
      hub.leave(me)
    }
    return .ok
  }

  /// From within a delivery, of this subject or of another.
  private func sendOneByOne(_ array: Lent, from first: Int) -> Status {
    for i in first..<array.count {
      if isOver { return .done }
      send(array[i])
    }
    return .ok
  }

  private func sendInTurn(_ array: Lent, _ next: inout Int, _ me: Hub.Thread) {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: Gatherer.room) { room in
      repeat {
        if !remembers && takesArrays {
          let size = Swift.min(array.count - next, Gatherer.room)
          round(array, next, size, room.baseAddress.unsafelyUnwrapped)
          next += size
        } else {
          let value = array[next]
          if remembers {
            hub.store(Keeping.hold(value))
            hub.roundStamp = hub.stamp
          }
          hub.round(value)
          next += 1
        }
      } while next < array.count && hub.word.load(ordering: .relaxed) == UInt(bitPattern: me)
    }
  }

  /// Whether all who are there now take arrays. Else they are served value by value: none may see an older value after a
  /// newer one that another has sent meanwhile.
  private var takesArrays: Bool {
    let all = hub.snapshot
    for i in 0..<all.count {
      let takes = hub.typed(all[i])._withUnsafeGuaranteedRef { $0.conduit.demand.isOver || array($0) != nil }
      if !takes { return false }
    }
    return true
  }

  /// Of a leaf that is not over: it stands for no vacancy.
  private func array(_ leaf: TypedLeaf<Value, Fault>) -> ((UnsafeMutablePointer<Value>, Int) -> Demand)? {
    unsafeDowncast(leaf, to: SubscriberLeaf<ValueSubscriber>.self).downstream.values
  }

  /// Sends a part of the array to everyone, as far as it is asked for.
  private func round(_ array: Lent, _ first: Int, _ size: Int, _ room: UnsafeMutablePointer<Value>) {
    let all = hub.snapshot
    for place in 0..<all.count {
      hub.cursor = all.leaves + place
      hub.typed(all[place])._withUnsafeGuaranteedRef { leaf in
        var done = 0
        while done < size {
          let wanted = leaf.conduit.demand.take(upTo: size - done)
          guard wanted > 0, let takeArray = self.array(leaf) else { return }
          array.copy(from: first + done, wanted, to: room)
          done += wanted
          Burst.open?.pointee.isLast = first + done == array.count
          let more = takeArray(room, wanted)
          if more != .none { leaf.conduit.returned(more) }
        }
      }
    }
  }
}

@_cdecl("streams_subject_send_n") @implementation
public func streams_subject_send_n(
  _ subject: OpaquePointer?, _ values: UnsafePointer<streams_value_t>?, _ count: Int
) -> Int32 {
  let array = Lent(values, count)
  if let status = array.refusal { return misuse(status) }
  return with(subject, .subject, ValueSubject.self) {
    let status = $0.send(array)
    return (count == 0 && $0.isOver ? .done : status).code
  }
}
