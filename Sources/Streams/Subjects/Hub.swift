import CStreamsSupport
import Synchronization

/// The leaves of a subject at one time: count, capacity, vacancies, the next retired one, then the leaves.
/// Senders read it without a lock. One subscriber more is appended in place; one less leaves a vacancy,
/// and a new snapshot is made when half are vacant: either costs the same however many there are.
@frozen @usableFromInline package struct Snapshot {
  @usableFromInline package typealias Word = Atomic<UInt>
  @usableFromInline package let base: UnsafeMutablePointer<Word>
  @inlinable package init(_ base: UnsafeMutablePointer<Word>) { self.base = base }
  @inlinable package static var header: Int { 4 }

  @usableFromInline package init(capacity: Int) {
    base = .allocate(capacity: capacity + Snapshot.header)
    for i in 0..<capacity + Snapshot.header { (base + i).initialize(to: Word(0)) }
    base[1].store(UInt(capacity), ordering: .relaxed)
  }

  @inlinable package var bits: UInt { UInt(bitPattern: base) }
  @inlinable package var leaves: UnsafeMutablePointer<Word> { base + Snapshot.header }
  @inlinable package var count: Int { Int(bitPattern: base[0].load(ordering: .acquiring)) }
  @usableFromInline package var capacity: Int { Int(bitPattern: base[1].load(ordering: .relaxed)) }
  // For those who hold the writer's lock.
  @usableFromInline package var vacancies: UInt {
    get { base[2].load(ordering: .relaxed) }
    nonmutating set { base[2].store(newValue, ordering: .relaxed) }
  }
  @usableFromInline package var nextRetired: Snapshot? {
    get { UnsafeMutablePointer(bitPattern: base[3].load(ordering: .relaxed)).map(Snapshot.init) }
    nonmutating set { base[3].store(newValue?.bits ?? 0, ordering: .relaxed) }
  }
  @inlinable package subscript(i: Int) -> Unmanaged<Leaf> {
    .fromOpaque(UnsafeRawPointer(bitPattern: leaves[i].load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  /// Takes over one reference to the leaf.
  @usableFromInline package func append(_ leaf: Unmanaged<Leaf>) {
    let n = count
    leaf._withUnsafeGuaranteedRef { $0.conduit.index = n }
    leaves[n].store(UInt(bitPattern: leaf.toOpaque()), ordering: .relaxed)
    base[0].store(UInt(n + 1), ordering: .releasing)
  }

  @usableFromInline package func free() {
    for i in 0..<count { self[i].release() }
    base.deallocate()
  }
}

/// Who is subscribed to a subject and whose turn it is to deliver. Not generic.
///
/// A send is two atomic steps whatever the number of subscribers: take the turn, walk the snapshot, leave.
/// A send from inside a delivery nests (C34), but only for those who have the value being delivered;
/// for the rest, and from another thread, a note is left for whoever has the turn (C33, C35).
@usableFromInline package final class Hub {
  /// 0 free, else the owner's thread, plus `hasNews`. `isDead` after the completion.
  @usableFromInline package let word = Atomic<UInt>(0)
  @inlinable package static var hasNews: UInt { 1 }
  @inlinable package static var isDead: UInt { 2 }
  @usableFromInline package let notes = Atomic<UInt>(0)
  @usableFromInline package let snapshotWord: Atomic<UInt>
  /// In turn: the leaf being served, nil while notes are read.
  @exclusivity(unchecked) @usableFromInline package var cursor: UnsafeRawPointer?
  /// In turn: no value is taken any more.
  @exclusivity(unchecked) @usableFromInline package var isEnding = false

  /// For those who change the snapshot.
  @usableFromInline package let writer = Lock()
  @exclusivity(unchecked) @usableFromInline package var retired: Snapshot?
  @exclusivity(unchecked) @usableFromInline package var isClosed = false
  /// Sits where a leaf was: its demand is over, so it is passed by like any other that wants nothing.
  @exclusivity(unchecked) @usableFromInline package var vacant: Leaf?

  @usableFromInline package init() { snapshotWord = Atomic(Snapshot(capacity: 1).bits) }
  deinit {
    snapshot.free()
    Hub.free(retired)
    var newest = notes.load(ordering: .relaxed)
    while let pointer = UnsafeRawPointer(bitPattern: newest) {
      newest = Unmanaged<Note>.fromOpaque(pointer).takeRetainedValue().older
    }
  }

  @inlinable @inline(__always) package var snapshot: Snapshot {
    Snapshot(UnsafeMutablePointer(bitPattern: snapshotWord.load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  static func free(_ first: Snapshot?) {
    var next = first
    while let snapshot = next {
      next = snapshot.nextRetired
      snapshot.free()
    }
  }

  // MARK: the turn

  @inlinable @inline(__always) package func enter(_ me: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
  }
  @inlinable @inline(__always) package func leave(_ me: UInt) {
    if !word.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged { readNotes(me) }
  }
  @usableFromInline package func isMine(_ me: UInt) -> Bool { word.load(ordering: .relaxed) & ~3 == me }

  @inline(never) @usableFromInline package func readNotes(_ me: UInt) {
    while true {
      cursor = nil
      _ = word.exchange(me, ordering: .acquiringAndReleasing)  // no news from here on
      var newest = notes.exchange(0, ordering: .acquiringAndReleasing)
      var note: Note?
      while let pointer = UnsafeRawPointer(bitPattern: newest) {
        let older = Unmanaged<Note>.fromOpaque(pointer).takeRetainedValue()
        newest = older.older
        older.next = note
        note = older
      }
      while let current = note {
        current.work()
        note = current.next
        current.next = nil
      }
      Hub.free(writer.withLock { retired.take() })
      let idle = isEnding ? Hub.isDead : 0
      if word.compareExchange(expected: me, desired: idle, ordering: .releasing).exchanged { return }
    }
  }

  /// Leaves work to the owner, or does it if there is none.
  @usableFromInline package func post(_ me: UInt, _ work: @escaping () -> Void) {
    let note = Note(work)
    var head = notes.load(ordering: .relaxed)
    while true {
      note.older = head
      let address = UInt(bitPattern: Unmanaged.passRetained(note).toOpaque())
      let (isLeft, now) = notes.compareExchange(expected: head, desired: address, ordering: .acquiringAndReleasing)
      if isLeft { break }
      Unmanaged.passUnretained(note).release()
      head = now
    }
    announce(me)
  }

  /// There is news: tells the owner, or becomes it.
  @usableFromInline package func announce(_ me: UInt) {
    var seen = word.load(ordering: .relaxed)
    while true {
      let isFree = seen == 0 || seen == Hub.isDead
      let (isDone, now) = word.compareExchange(
        expected: seen, desired: isFree ? me : seen | Hub.hasNews, ordering: .acquiringAndReleasing)
      if isDone {
        if isFree { readNotes(me) }
        return
      }
      seen = now
    }
  }

  /// In turn already, or taken for it; else later.
  @usableFromInline package func perform(_ work: @escaping () -> Void) {
    let me = UInt(streams_thread())
    if enter(me) {
      cursor = nil
      work()
      leave(me)
    } else if isMine(me) {
      work()
    } else {
      post(me, work)
    }
  }

  /// How many of `snapshot`'s leaves have the value being delivered: a nested send goes to them at once.
  @usableFromInline package func servedCount(_ snapshot: Snapshot) -> Int {
    guard let cursor, notes.load(ordering: .relaxed) == 0 else { return 0 }
    let offset = cursor - UnsafeRawPointer(snapshot.leaves)  // outside if the snapshot is a newer one
    return offset >= 0 && offset < snapshot.count * 8 ? offset / 8 + 1 : 0
  }

  // MARK: the subscribers

  /// False if the subject is dead.
  @usableFromInline package func insert(_ leaf: Leaf) -> Bool {
    let (isIn, isReplaced): (Bool, Bool) = writer.withLock {
      if isClosed { return (false, false) }
      let isFull = snapshot.count == snapshot.capacity
      if isFull { replace(capacity: snapshot.count * 2 + 1) }
      snapshot.append(.passRetained(leaf))
      return (true, isFull)
    }
    if isReplaced { announce(UInt(streams_thread())) }
    return isIn
  }

  @usableFromInline package func remove(_ conduit: Conduit) {
    writer.withLock {
      let (now, i) = (snapshot, conduit.index)
      if isClosed { return }
      let leaf = now[i]
      if vacant == nil { vacant = Leaf(Conduit.over) }
      now.leaves[i].store(UInt(bitPattern: Unmanaged.passRetained(vacant!).toOpaque()), ordering: .releasing)
      now.vacancies += 1
      let removed = Snapshot(capacity: 1)  // goes with the retired ones: someone may be serving the leaf
      removed.leaves[0].store(UInt(bitPattern: leaf.toOpaque()), ordering: .relaxed)
      removed.base[0].store(1, ordering: .relaxed)
      retire(removed)
      if now.vacancies * 2 > UInt(now.count) { replace(capacity: now.count - Int(now.vacancies) + 1) }
    }
    announce(UInt(streams_thread()))
  }

  /// No more subscribers: hands out those there were. The snapshot stays with the retired ones until the turn ends.
  @usableFromInline package func close() -> Snapshot {
    writer.withLock {
      isClosed = true
      let now = snapshot
      retire(now)
      snapshotWord.store(Snapshot(capacity: 0).bits, ordering: .releasing)
      return now
    }
  }

  // Under the writer's lock.

  /// A copy takes the snapshot's place.
  func replace(capacity: Int) {
    let (old, new) = (snapshot, Snapshot(capacity: capacity))
    for i in 0..<old.count where !old[i]._withUnsafeGuaranteedRef({ $0 === vacant }) { new.append(old[i].retain()) }
    retire(old)
    snapshotWord.store(new.bits, ordering: .releasing)
  }

  func retire(_ snapshot: Snapshot) {
    snapshot.nextRetired = retired
    retired = snapshot
  }
}
