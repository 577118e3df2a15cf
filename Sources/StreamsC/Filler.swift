import CStreams
import Streams

/// What a function has put into an array: so many values, and whether the stream ends with them.
struct Filling {
  var count: Int
  var ending: Completion?
  /// Some of the values may have to be given up.
  var mayOwn = false
}

/// A source that has many values at once: asks a function for arrays, never for more values than are asked for. The
/// array travels as one piece where downstream can take that. Whoever raises the demand from nothing drains, and owns
/// the rest meanwhile (C21), as in `Publishers.Sequence`.
final class Filler {
  private let demand = DemandWord()
  /// Whether each array is a burst; else all that are made for one request.
  private let marksEach: Bool
  /// Nil once it is over (C72); for whoever drains.
  @exclusivity(unchecked) private nonisolated(unsafe) var state: (downstream: ValueSubscriber, fill: Fill)?
  typealias Fill = (_ out: UnsafeMutablePointer<Value>, _ room: Int) -> Filling

  private init(_ downstream: ValueSubscriber, marksEach: Bool, _ fill: @escaping Fill) {
    self.marksEach = marksEach
    state = (downstream, fill)
  }

  static func attach(_ downstream: ValueSubscriber, marksEach: Bool = false, _ fill: @escaping Fill) {
    let filler = Filler(downstream, marksEach: marksEach, fill)
    downstream.subscription(Outlet(request: { filler.request($0) }, cancel: { filler.cancel() }))
  }

  private func cancel() { if demand.end() == 0 { state = nil } }  // nobody drains

  private func request(_ more: Demand) {
    guard more != .none, demand.add(more) == 0, let (downstream, fill) = state else { return }
    let count = DemandWord.count(more)
    withUnsafeTemporaryAllocation(of: Value.self, capacity: Room.size) {
      drain($0.baseAddress.unsafelyUnwrapped, count, downstream, fill)
    }
  }

  private func drain(_ out: UnsafeMutablePointer<Value>, _ first: UInt, _ downstream: ValueSubscriber, _ fill: Fill) {
    var left = first
    var taken = left  // what the word holds on our behalf
    var ready = 0  // so much of the array has values: what a function leaves out is null, or has been given up
    while true {
      let ending: Completion? = Burst.run {
        while left > 0, !demand.isOver {
          let room = Int(min(left, UInt(Room.size)))
          while ready < room {
            out[ready] = .null
            ready += 1
          }
          let filling = fill(out, room)
          if left != DemandWord.unlimited { left -= UInt(filling.count) }
          let isLast = marksEach || filling.ending != nil
          let more =
            marksEach
            ? Burst.run { send(out, filling, isLast, downstream) } : send(out, filling, isLast, downstream)
          left = min(left + DemandWord.count(more), DemandWord.unlimited)
          if let ending = filling.ending { return ending }
        }
        return nil
      }
      if let ending {
        state = nil
        if demand.end() != nil { downstream.completion(ending) }  // C43
        return
      }
      guard let rest = demand.subtract(taken) else {
        state = nil
        return
      }
      if rest == 0 { return }
      (left, taken) = (rest, rest)
    }
  }

  /// What was filled in is ours, and given up once it is delivered.
  private func send(
    _ out: UnsafeMutablePointer<Value>, _ filling: Filling, _ isLast: Bool, _ downstream: ValueSubscriber
  ) -> Demand {
    let count = filling.count
    var more = Demand.none
    guard count > 0, !demand.isOver else {
      for i in 0..<count { giveUp(out + i) }
      return more
    }
    guard let takeArray = downstream.values else {
      for i in 0..<count {
        if !demand.isOver { more += downstream.value(out[i].lent) }
        if out[i].isOwned { giveUp(out + i) }
      }
      return more
    }
    var owned: [Value] = []
    if filling.mayOwn {
      for i in 0..<count where out[i].isOwned {
        owned.append(out[i])
        out[i] = out[i].lent
      }
    }
    Burst.open?.pointee.isLast = isLast
    more = takeArray(out, count)
    for value in owned { value.clear() }
    return more
  }
}

private func giveUp(_ value: UnsafeMutablePointer<Value>) {
  value.pointee.clear()
  value.pointee = .null
}

@_cdecl("streams_generate_n") @implementation
public func streams_generate_n(
  _ fill: streams_fill_fn?, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let fill else { return fail(.invalid) }
  return publish { Filler.attach($0, marksEach: true) { Filling(fill(context.pointer, $0, $1), of: $0, $1) } }
}

extension Filling {
  /// What a function of the program returned, and the signals among what it filled in.
  fileprivate init(_ result: Int64, of out: UnsafeMutablePointer<Value>, _ room: Int) {
    self.init(count: 0)
    if result <= 0 {
      ending = result == 0 ? .finished : .failure(Fault(returned: Int32(clamping: result)))
    } else if result > room {
      misuse(.invalid, "\(result) values were filled in where \(room) have room", "streams_generate_n")
      for i in 0..<room { out[i].clear() }
      ending = .failure(Fault(.invalid))
    } else {
      count = Int(result)
      mayOwn = !Value.areSettled(out, count)
      if mayOwn, let i = (0..<count).first(where: { out[$0].isSignal }) { sift(out, from: i) }
    }
  }

  /// Closes the gaps of values that were left out, and cuts off at an end.
  @inline(never) private mutating func sift(_ out: UnsafeMutablePointer<Value>, from first: Int) {
    var kept = first
    for i in first..<count {
      let value = out[i]
      if ending != nil {
        value.clear()
      } else if value.type == Value.end {
        ending = .finished
      } else if value.type == Value.failure {
        ending = .failure(Fault(returned: value.status))
      } else if value.type != Value.skip {
        out[kept] = value
        kept += 1
      }
    }
    count = kept
  }
}
