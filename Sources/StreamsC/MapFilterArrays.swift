import CStreams
import Streams
import Synchronization

// How arrays pass `map` and `filter`, where everything down to the subscriber takes arrays: the function is called for
// each value, and what comes out goes down as one array.

/// The array that is under way in a stage.
final class Passage {
  /// The address where it ends, so that a look at it says both whether it goes on and whether it may: 0 once the stream
  /// is over.
  private let limit = Atomic<UInt>(0)
  /// Where the results are put. What is ready to go down lies from `first` up to `next`.
  @exclusivity(unchecked) nonisolated(unsafe) var room = Room()
  @exclusivity(unchecked) nonisolated(unsafe) var first: UnsafeMutablePointer<Value>?
  @exclusivity(unchecked) nonisolated(unsafe) var next: UnsafeMutablePointer<Value>?
  /// What was asked for in return for what went down.
  @exclusivity(unchecked) nonisolated(unsafe) var returned = Demand.none
  /// What keeps the results, until the array is through.
  @exclusivity(unchecked) nonisolated(unsafe) var owners: [AnyObject] = []

  func open(_ end: UnsafePointer<Value>) {
    limit.store(UInt(bitPattern: end), ordering: .sequentiallyConsistent)
  }
  func close() { limit.store(0, ordering: .sequentiallyConsistent) }
  /// The value at an address; nil if it is not one of the array, or no longer.
  @inline(__always) func value(at address: UInt) -> UnsafePointer<Value>? {
    guard address < limit.load(ordering: .relaxed) else { return nil }
    return UnsafePointer(bitPattern: address).unsafelyUnwrapped
  }
}

extension Port {
  /// What upstream is given.
  @inline(__always) final func subscriber(
    one: @escaping (Value) -> Demand, several: @escaping (UnsafePointer<Value>, Int) -> Demand
  ) -> ValueSubscriber {
    guard let passage else {
      return ValueSubscriber(value: one, completion: { self.end($0) }, subscription: { self.begin($0) })
    }
    // What the function sends, or the end it brings about, comes after the values before it.
    var subscriber = ValueSubscriber(
      value: {
        self.handDown(passage)
        return one($0)
      },
      completion: {
        self.handDown(passage)
        passage.close()
        self.end($0)
      }, subscription: { self.begin($0) })
    subscriber.values = several
    return subscriber
  }

  /// Sends what is ready.
  private final func handDown(_ passage: Passage) {
    guard let first = passage.first, let next = passage.next, next > first, let takeArray = downstream.values else {
      return
    }
    passage.first = next
    passage.returned += takeArray(first, next - first)
  }

  /// Goes through an array. `loop` goes up to the passage's limit at most; it returns how far it came and what has ended
  /// the stream.
  @inline(__always) final func pass(
    _ values: UnsafePointer<Value>, _ count: Int,
    _ loop: (Passage, UnsafeMutablePointer<Value>) -> (UInt, Completion?)
  ) -> Demand {
    let passage = passage.unsafelyUnwrapped
    passage.open(values + count)
    guard link.isActive else { return .none }
    let out = passage.room.start
    (passage.first, passage.next, passage.returned) = (out, out, .none)
    let (end, ending) = loop(passage, out)
    let dropped = Int((end - UInt(bitPattern: values)) / stride) - (passage.next.unsafelyUnwrapped - out)
    if link.isActive { handDown(passage) }
    (passage.first, passage.next) = (nil, nil)
    if !passage.owners.isEmpty { passage.owners = [] }
    guard let ending else { return passage.returned + .max(dropped) }  // C23
    stop(ending)
    return .none
  }

  /// Anything but a number that a function made of a value: true if it is a signal that ends the stream. What the
  /// function lends may be gone when the array goes down, unless it came with it.
  @inline(never) final func take(
    _ result: Value, for input: UnsafePointer<Value>, _ passage: Passage, _ ending: inout Completion?
  ) -> Bool {
    switch result.type {
    case Value.skip: return false
    case Value.end: ending = .finished
    case Value.failure: ending = .failure(Fault(returned: result.status))
    default:
      var plain = result
      if !result.isWithin(input.pointee) {
        let kept = KeptValue(taking: result)
        plain = kept.plain
        if let owner = kept.owner { passage.owners.append(owner) }
      }
      passage.next.unsafelyUnwrapped.pointee = plain
      passage.next = passage.next.unsafelyUnwrapped + 1
    }
    return ending != nil
  }
}

extension streams_value_t {
  /// The same value, or a part of the same text or bytes.
  fileprivate func isWithin(_ whole: Value) -> Bool {
    if bits == whole.bits && type == whole.type { return true }
    let tag = type & Value.tag
    guard tag == Value.text || tag == Value.bytes else { return false }
    let span = streams_span_of(whole)
    let start = UInt64(UInt(bitPattern: span.data))
    return span.size > 0 && bits >= start && bits - start <= UInt64(span.size)
      && UInt64(count) <= UInt64(span.size) - (bits - start)
  }
}

private let stride = UInt(MemoryLayout<Value>.stride)

extension Map {
  @inline(__always) func receive(_ values: UnsafePointer<Value>, _ count: Int) -> Demand {
    pass(values, count) { passage, out in
      let (fn, pointer) = (fn, pointer)
      var (at, next) = (UInt(bitPattern: values), out)
      var ending: Completion?
      while let value = passage.value(at: at) {
        let result = fn(pointer, value.pointee)
        if _fastPath(result.isNumber) {
          next.pointee = result
          next += 1
          passage.next = next
        } else if take(result, for: value, passage, &ending) {
          break
        } else {
          next = passage.next.unsafelyUnwrapped
        }
        at &+= stride
      }
      return (at, ending)
    }
  }
}

extension Filter {
  @inline(__always) func receive(_ values: UnsafePointer<Value>, _ count: Int) -> Demand {
    pass(values, count) { passage, out in
      let (fn, pointer) = (fn, pointer)
      var (at, next) = (UInt(bitPattern: values), out)
      while let value = passage.value(at: at) {
        let answer = fn(pointer, value.pointee)
        if answer > 0 {
          // Both words at once.
          let both = UnsafeRawPointer(value).loadUnaligned(as: SIMD2<UInt64>.self)
          UnsafeMutableRawPointer(next).storeBytes(of: both, as: SIMD2<UInt64>.self)
          next += 1
          passage.next = next
        } else if answer < 0 {
          return (at, .failure(failure(answer)))
        }
        at &+= stride
      }
      return (at, nil)
    }
  }
}
