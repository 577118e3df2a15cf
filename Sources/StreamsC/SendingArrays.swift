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
    guard let values, count > 0, canLie(count, at: values, size: MemoryLayout<Value>.size) else {
      areSettled = true
      refusal = count == 0 ? nil : .invalid
      return
    }
    areSettled = Value.areSettled(values, count)
    refusal = areSettled ? nil : (0..<count).lazy.compactMap { values[$0].refusal }.first
  }

  subscript(i: Int) -> Value { values.unsafelyUnwrapped[i].lent }

  /// A part of it, lent: where it lies, or copied into a room.
  @inline(__always) func part(_ first: Int, _ size: Int, _ room: inout Room) -> UnsafePointer<Value> {
    areSettled ? UnsafePointer(values.unsafelyUnwrapped + first) : lent(first, size, room.start)
  }
  @inline(never) private func lent(_ first: Int, _ size: Int, _ out: UnsafeMutablePointer<Value>)
    -> UnsafePointer<Value>
  {
    for i in 0..<size { out[i] = self[first + i] }
    return UnsafePointer(out)
  }
}

extension streams_value_t {
  /// Whether there is nothing to give up, and no signal, in an array. What all tags have in common each has, and mostly
  /// they are all the same.
  static func areSettled(_ values: UnsafePointer<Value>, _ count: Int) -> Bool {
    var common = UInt.max
    var i = 0
    while i &+ 16 <= count {
      for k in 0..<16 { common &= values[i &+ k].type }  // unrolled
      i &+= 16
    }
    while i < count {
      common &= values[i].type
      i &+= 1
    }
    return common & tag != 0 || (0..<count).allSatisfy { values[$0].isSettled }
  }
}

extension ValueSubject {
  /// Sends an array in one turn, unless there is news: others who wait, what came from within a delivery.
  func send(_ array: Lent) -> Status {
    let me = streams_thread()
    var next = 0
    var room = Room()
    while next < array.count {
      if !hub.enter(me) {
        switch hub.approach(me) {
        case .ours: break
        case .dead: return .done
        case .nested, .note:
          return Burst.run { sendOneByOne(array, from: next) }
        }
      }
      if hub.mayDeliver { Burst.run { sendInTurn(array, &next, me, &room) } }
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

  private func sendInTurn(_ array: Lent, _ next: inout Int, _ me: Hub.Thread, _ room: inout Room) {
    repeat {
      if !remembers && takesArrays {
        let size = Swift.min(array.count - next, Room.size)
        round(array, next, size, &room)
        next += size
      } else {
        let value = array[next]
        if remembers { hub.remember(Keeping.hold(value)) }
        hub.round(value)
        next += 1
      }
    } while next < array.count && hub.word.load(ordering: .relaxed) == UInt(bitPattern: me)
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
  private func array(_ leaf: TypedLeaf<Value, Fault>) -> ((UnsafePointer<Value>, Int) -> Demand)? {
    unsafeDowncast(leaf, to: SubscriberLeaf<ValueSubscriber>.self).downstream.values
  }

  /// Sends a part of the array to everyone, as far as it is asked for.
  private func round(_ array: Lent, _ first: Int, _ size: Int, _ room: inout Room) {
    let all = hub.snapshot
    for place in 0..<all.count {
      let leaf = Unmanaged<TypedLeaf<Value, Fault>>.fromOpaque(hub.turn(to: all.leaves + place))
      leaf._withUnsafeGuaranteedRef { leaf in
        var done = 0
        while done < size {
          let wanted = leaf.conduit.demand.take(upTo: size - done)
          guard wanted > 0, let takeArray = self.array(leaf) else { return }
          let part = array.part(first + done, wanted, &room)
          done += wanted
          Burst.open?.pointee.isLast = first + done == array.count
          let more = takeArray(part, wanted)
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
  return with(subject, .subject, ValueSubject.self) {
    if let refusal = array.refusal { return misuse(refusal, about: $0) }
    let status = $0.send(array)
    return (count == 0 && $0.isOver ? .done : status).code
  }
}
