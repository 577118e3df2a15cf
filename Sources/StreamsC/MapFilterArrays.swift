import CStreams
import Streams
import Synchronization

// How arrays pass `map` and `filter`, where everything down to the subscriber takes arrays: the function is called for
// each value, and what comes out goes down as one array, in the place of the old one.

/// The array that is under way in a stage.
final class Passage {
  /// The address where it ends, so that a look at it says both whether it goes on and whether it may: 0 once the stream
  /// is over.
  private let limit = Atomic<UInt>(0)
  /// What is ready to go down lies from `first` up to `next`.
  @exclusivity(unchecked) nonisolated(unsafe) var first: UnsafeMutablePointer<Value>?
  @exclusivity(unchecked) nonisolated(unsafe) var next: UnsafeMutablePointer<Value>?
  /// What was asked for in return for what went down.
  @exclusivity(unchecked) nonisolated(unsafe) var returned = Demand.none
  /// What keeps the results, until the array is through.
  @exclusivity(unchecked) nonisolated(unsafe) var owners: [AnyObject] = []

  func open(_ end: UnsafeMutablePointer<Value>) {
    limit.store(UInt(bitPattern: end), ordering: .sequentiallyConsistent)
  }
  func close() { limit.store(0, ordering: .sequentiallyConsistent) }
  @inline(__always) func hasMore(_ place: UnsafeMutablePointer<Value>) -> Bool {
    UInt(bitPattern: place) < limit.load(ordering: .relaxed)
  }
}

extension Port {
  /// What upstream is given.
  @inline(__always) final func subscriber(
    one: @escaping (Value) -> Demand, several: @escaping (UnsafeMutablePointer<Value>, Int) -> Demand
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
    _ values: UnsafeMutablePointer<Value>, _ count: Int,
    _ loop: (Passage) -> (UnsafeMutablePointer<Value>, Completion?)
  ) -> Demand {
    let passage = passage.unsafelyUnwrapped
    passage.open(values + count)
    guard link.isActive else { return .none }
    (passage.first, passage.next, passage.returned) = (values, values, .none)
    let (end, ending) = loop(passage)
    let dropped = (end - values) - (passage.next.unsafelyUnwrapped - values)
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
    _ result: Value, for input: UnsafeMutablePointer<Value>, _ passage: Passage, _ ending: inout Completion?
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

extension Map {
  @inline(__always) func receive(_ values: UnsafeMutablePointer<Value>, _ count: Int) -> Demand {
    pass(values, count) { passage in
      let (fn, pointer) = (fn, pointer)
      var at = values
      var ending: Completion?
      while passage.hasMore(at) {
        let result = fn(pointer, at.pointee)
        if _fastPath(result.isNumber) {
          let next = passage.next.unsafelyUnwrapped
          next.pointee = result
          passage.next = next + 1
        } else if take(result, for: at, passage, &ending) {
          break
        }
        at += 1
      }
      return (at, ending)
    }
  }
}

extension Filter {
  @inline(__always) func receive(_ values: UnsafeMutablePointer<Value>, _ count: Int) -> Demand {
    pass(values, count) { passage in
      let (fn, pointer) = (fn, pointer)
      var at = values
      while passage.hasMore(at) {
        let answer = fn(pointer, at.pointee)
        if answer > 0 {
          let next = passage.next.unsafelyUnwrapped
          // Both words at once.
          let value = UnsafeRawPointer(at).loadUnaligned(as: SIMD2<UInt64>.self)
          UnsafeMutableRawPointer(next).storeBytes(of: value, as: SIMD2<UInt64>.self)
          passage.next = next + 1
        } else if answer < 0 {
          return (at, .failure(failure(answer)))
        }
        at += 1
      }
      return (at, nil)
    }
  }
}
