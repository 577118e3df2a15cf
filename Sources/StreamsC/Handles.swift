import CStreams
import Streams
import Synchronization

/// What a handle may stand for.
enum Kind: UInt {
  case publisher = 1, subscription, cancellable, bag, subject, downstream, loop, promise
  /// The handle is gone, but a call that uses its object has not returned.
  case dying = 255
}

/// The handles of the program. A handle is a number, generation (32 bits), kind (8) and index (24), and is never
/// dereferenced: one that was released, is foreign or of another kind does not match its slot.
///
/// A slot's word has the generation and kind of the handle it answers to, and how many use its object: the table
/// itself and every call under way. A look-up is one addition, undone if the handle does not match.
enum Handles {
  struct Slot: ~Copyable {
    let word: Atomic<UInt>
    /// Retained. Bit 0: only lent to a callback. Of a free slot: the number of the next one.
    nonisolated(unsafe) var object: UInt = 0

    init(generation: UInt) { word = Atomic(generation << 32) }
  }

  static var chunkBits: UInt { 10 }
  static var chunkCount: Int { 1 << 14 }
  static var users: UInt { 1 << 24 - 1 }
  static var generation: UInt { 1 << 32 }

  /// The chunks of slots made so far, by number; 0 until the first handle.
  static let chunks = Atomic<UInt>(0)
  static let live = Atomic<Int>(0)
  static let lock = Lock()
  // Under the lock.
  /// The free slot that was given up last; each leads to the next.
  @exclusivity(unchecked) private nonisolated(unsafe) static var vacant = UInt.max
  @exclusivity(unchecked) private nonisolated(unsafe) static var made: UInt = 0
  private static var none: UInt { .max }

  @inline(__always) static func slot(_ index: UInt) -> UnsafeMutablePointer<Slot>? {
    guard let chunks = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: chunks.load(ordering: .acquiring)),
      let chunk = UnsafeMutablePointer<Slot>(
        bitPattern: chunks[Int(bitPattern: index >> chunkBits)].load(ordering: .acquiring))
    else { return nil }
    return chunk + Int(bitPattern: index & (1 << chunkBits - 1))
  }

  // MARK: making and giving up

  /// nil: there are too many.
  static func insert(_ object: AnyObject, _ kind: Kind, isLent: Bool = false) -> OpaquePointer? {
    let index: UInt? = lock.withLock {
      if vacant != none, let slot = slot(vacant) {
        defer { vacant = slot.pointee.object }
        return vacant
      }
      guard made >> chunkBits < UInt(chunkCount) else { return nil }
      if made & (1 << chunkBits - 1) == 0 { addChunk() }
      defer { made += 1 }
      return made
    }
    guard let index, let slot = slot(index) else { return nil }
    slot.pointee.object = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()) | (isLent ? 1 : 0)
    let old = slot.pointee.word.wrappingAdd(kind.rawValue << 24 | 1, ordering: .acquiringAndReleasing).oldValue
    if !isLent { live.wrappingAdd(1, ordering: .relaxed) }
    return OpaquePointer(bitPattern: old & ~0xffff_ffff | kind.rawValue << 24 | index)
  }

  private static func addChunk() {
    if chunks.load(ordering: .relaxed) == 0 {
      let all = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: chunkCount)
      for i in 0..<chunkCount { (all + i).initialize(to: Atomic(0)) }
      chunks.store(UInt(bitPattern: all), ordering: .releasing)
    }
    let chunk = UnsafeMutablePointer<Slot>.allocate(capacity: 1 << Int(chunkBits))
    // The first generation is another one in each chunk of the process, so that a handle of a second copy of the
    // library does not match. Its top bit is set in no pointer, so that a pointer does not match either.
    let generation = (UInt(bitPattern: chunk) >> 4 &* 0x9e37_79b1) & 0xffff_ffff | 0x8000_0000
    for i in 0..<1 << Int(chunkBits) { (chunk + i).initialize(to: Slot(generation: generation)) }
    let all = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: chunks.load(ordering: .relaxed)).unsafelyUnwrapped
    all[Int(bitPattern: made >> chunkBits)].store(UInt(bitPattern: chunk), ordering: .releasing)
  }

  // MARK: using

  /// The use of a handle's object by one call.
  struct Pin {
    let slot: UnsafeMutablePointer<Slot>
    let index: UInt
    @inline(__always) var object: UnsafeRawPointer {
      UnsafeRawPointer(bitPattern: slot.pointee.object & ~1).unsafelyUnwrapped
    }
    @inline(__always) func drop() {
      let old = slot.pointee.word.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue
      if old & users == 1 { bury(slot, index) }
    }
  }

  /// nil if the handle does not match. Else to be dropped once.
  @inline(__always) static func pin(_ handle: OpaquePointer?, _ kind: Kind) -> Pin? {
    let bits = UInt(bitPattern: handle)
    guard bits >> 24 & 255 == kind.rawValue, let slot = slot(bits & 0xff_ffff) else { return nil }
    let pin = Pin(slot: slot, index: bits & 0xff_ffff)
    if (slot.pointee.word.wrappingAdd(1, ordering: .acquiring).oldValue ^ bits) >> 24 == 0 { return pin }
    undo(pin)
    return nil
  }
  @inline(never) private static func undo(_ pin: Pin) { pin.drop() }

  /// Borrows the object of a handle for the length of one call; nil if the handle does not match.
  @inline(__always)
  static func with<T: AnyObject, R>(_ handle: OpaquePointer?, _ kind: Kind, _: T.Type, _ body: (T) -> R) -> R? {
    guard let pin = pin(handle, kind) else { return nil }
    defer { pin.drop() }
    return Unmanaged<T>.fromOpaque(pin.object)._withUnsafeGuaranteedRef(body)
  }

  /// The last user has left: gives the object up, if the handle is gone.
  @inline(never) static func bury(_ slot: UnsafeMutablePointer<Slot>, _ index: UInt) {
    let seen = slot.pointee.word.load(ordering: .relaxed)
    guard seen >> 24 & 255 == Kind.dying.rawValue, seen & users == 0 else { return }
    let free = seen & ~(255 << 24)
    // Someone with a stale handle may look in just now, and is then the last user.
    guard slot.pointee.word.compareExchange(expected: seen, desired: free, ordering: .acquiringAndReleasing).exchanged
    else { return }
    // Nobody else may write here: the slot is free, but not to be had yet.
    let object = UnsafeRawPointer(bitPattern: slot.pointee.object & ~1).unsafelyUnwrapped
    lock.withLock {
      slot.pointee.object = vacant
      vacant = index
    }
    Unmanaged<AnyObject>.fromOpaque(object).release()
  }

  enum Removal<T> { case removed(T), unknown, lent(T) }

  /// Makes the handle unknown and hands out its object. A lent handle is ended only by whoever lent it.
  static func remove<T: AnyObject>(_ handle: OpaquePointer?, _ kind: Kind, _: T.Type, lent: Bool = false) -> Removal<T>
  {
    let bits = UInt(bitPattern: handle)
    let index = bits & 0xff_ffff
    guard bits >> 24 & 255 == kind.rawValue, let slot = slot(index) else { return .unknown }
    var seen = slot.pointee.word.wrappingAdd(1, ordering: .acquiring).oldValue + 1
    defer { Pin(slot: slot, index: index).drop() }
    while (seen ^ bits) >> 24 == 0 {
      let isLent = slot.pointee.object & 1 != 0
      let pointer = UnsafeRawPointer(bitPattern: slot.pointee.object & ~1).unsafelyUnwrapped
      if isLent && !lent { return .lent(Unmanaged<T>.fromOpaque(pointer).takeUnretainedValue()) }
      // The next generation, dying, without the table's own use.
      let next = (seen >> 32 &+ 1) << 32 | Kind.dying.rawValue << 24 | (seen & users) - 1
      let (isOurs, now) = slot.pointee.word.compareExchange(
        expected: seen, desired: next, ordering: .acquiringAndReleasing)
      if isOurs {
        if !isLent { live.wrappingSubtract(1, ordering: .relaxed) }
        return .removed(Unmanaged<T>.fromOpaque(pointer).takeUnretainedValue())
      }
      seen = now
    }
    return .unknown
  }

  /// Those alive at this moment, for debugging.
  static func all() -> [(handle: UInt, object: AnyObject)] {
    let count = lock.withLock { made }
    var found: [(handle: UInt, object: AnyObject)] = []
    for index in 0..<count {
      guard let slot = slot(index) else { continue }
      let seen = slot.pointee.word.wrappingAdd(1, ordering: .acquiring).oldValue
      let kind = seen >> 24 & 255
      if kind != 0, kind != Kind.dying.rawValue, slot.pointee.object & 1 == 0 {
        let object = UnsafeRawPointer(bitPattern: slot.pointee.object & ~1).unsafelyUnwrapped
        let handle = seen & ~0xff_ffff | index
        found.append((handle, Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()))
      }
      Pin(slot: slot, index: index).drop()
    }
    return found
  }
}

// MARK: what the functions of the API do with handles

/// Calls `body` with the object of a handle; a status if there is none.
@inline(__always)
func with<T: AnyObject>(
  _ handle: OpaquePointer?, _ kind: Kind, _ type: T.Type, _ function: StaticString = #function, _ body: (T) -> Int32
) -> Int32 {
  Handles.with(handle, kind, type, body) ?? unknown(handle, function)
}

@inline(never) func unknown(_ handle: OpaquePointer?, _ function: StaticString) -> Int32 {
  misuse(handle == nil ? .invalid : .handle, nil, function)
}

/// A handle for a new object, owned by the caller; nil with ELIMIT.
func give(_ object: AnyObject, _ kind: Kind, _ function: StaticString = #function) -> OpaquePointer? {
  Handles.insert(object, kind) ?? fail(.limit, nil, function)
}

/// The object of a handle, for functions that return a pointer: nil with EINVAL or EHANDLE.
func borrow<T: AnyObject>(
  _ handle: OpaquePointer?, _ kind: Kind, _ type: T.Type, _ function: StaticString = #function
) -> T? {
  Handles.with(handle, kind, type) { $0 } ?? fail(handle == nil ? .invalid : .handle, nil, function)
}

/// A second handle to the same object.
func dup(_ handle: OpaquePointer?, _ kind: Kind, _ function: StaticString = #function) -> OpaquePointer? {
  guard let object = borrow(handle, kind, AnyObject.self, function) else { return nil }
  return give(object, kind, function)
}

/// Gives a handle up and does what its object needs at the end.
func release<T: AnyObject>(
  _ handle: OpaquePointer?, _ kind: Kind, _ type: T.Type, _ function: StaticString = #function,
  _ body: (T) -> Void = { _ in }
) -> Int32 {
  guard handle != nil else { return Status.ok.code }
  switch Handles.remove(handle, kind, type) {
  case .removed(let object):
    body(object)
    return Status.ok.code
  case .lent(let object): return misuse(.borrowed, nil, function, about: object as? any Named)
  case .unknown: return misuse(.handle, nil, function)
  }
}

/// Lends an object to a callback under a handle that is good until the callback returns. False: there are too many
/// handles, nothing was called.
func lend<T: AnyObject>(_ object: T, _ kind: Kind, _ body: (OpaquePointer) -> Void) -> Bool {
  guard let handle = Handles.insert(object, kind, isLent: true) else { return false }
  body(handle)
  _ = Handles.remove(handle, kind, T.self, lent: true)
  return true
}

@_cdecl("streams_debug_live_handles") @implementation public func streams_debug_live_handles() -> Int {
  Handles.live.load(ordering: .relaxed)
}

@_cdecl("streams_debug_each_handle") @implementation
public func streams_debug_each_handle(
  _ fn: (
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?
    ) -> Int32
  )?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let fn else { return misuse(.invalid) }
  for (handle, object) in Handles.all() {
    let type = "\(Kind(rawValue: handle >> 24 & 255)!)"
    let name = (object as? any Named)?.name ?? ""
    let result = type.withCString { type in
      name.withCString { fn(context, type, $0, UnsafeRawPointer(bitPattern: handle)) }
    }
    if result != 0 { return result }
  }
  return Status.ok.code
}
