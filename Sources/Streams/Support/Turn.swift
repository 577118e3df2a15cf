import Synchronization

/// Whose turn it is to touch an operator's state and to call downstream. One word, no lock:
/// whoever raises it from idle owns everything behind it; whoever comes meanwhile, from another thread
/// or from inside a call downstream, leaves a note and goes on. The owner reads the notes before it leaves.
@frozen @usableFromInline package struct Turn: ~Copyable {
  /// `isTaken`, `isOver`, `hasNews`, and above them the address of the newest note.
  @usableFromInline package let word: Atomic<UInt>
  @inlinable package static var isTaken: UInt { 1 }
  @inlinable package static var isOver: UInt { 2 }
  @inlinable package static var hasNews: UInt { 4 }
  @inlinable package static var flags: UInt { 7 }

  @inlinable package init(taken: Bool) { word = Atomic(taken ? Turn.isTaken : 0) }

  /// Of a stage that never opened, since an upstream never sent its subscription (C2): nobody reads the notes.
  @inlinable deinit {
    if word.load(ordering: .relaxed) & ~Turn.flags != 0 { _ = takeNotes() }
  }

  /// False while someone else is at it, and for ever once it is over.
  @inlinable @inline(__always) package borrowing func enter() -> Bool {
    word.compareExchange(expected: 0, desired: Turn.isTaken, ordering: .acquiring).exchanged
  }

  /// False if there is something to see to first.
  @inlinable @inline(__always) package borrowing func leave() -> Bool {
    word.compareExchange(expected: Turn.isTaken, desired: 0, ordering: .releasing).exchanged
  }

  @inlinable package var isOver: Bool { word.load(ordering: .relaxed) & Turn.isOver != 0 }

  /// Leaves work as a note. True if nobody has the turn: the caller has it now, and reads the notes.
  @usableFromInline package borrowing func post(_ work: @escaping () -> Void) -> Bool {
    let note = Note(work)
    let address = UInt(bitPattern: Unmanaged.passRetained(note).toOpaque())
    var seen = word.load(ordering: .relaxed)
    while seen & Turn.isOver == 0 {
      note.older = seen & ~Turn.flags
      let (isLeft, now) = word.compareExchange(
        expected: seen, desired: seen & Turn.flags | address | Turn.isTaken, ordering: .acquiringAndReleasing)
      if isLeft { return seen & Turn.isTaken == 0 }
      seen = now
    }
    Unmanaged.passUnretained(note).release()
    return false
  }

  /// There is news that needs no note. True if nobody has the turn: as in `post`.
  @usableFromInline package borrowing func announce() -> Bool {
    var seen = word.load(ordering: .relaxed)
    while seen & Turn.isOver == 0 {
      let (isDone, now) = word.compareExchange(
        expected: seen, desired: seen | Turn.isTaken | Turn.hasNews, ordering: .acquiringAndReleasing)
      if isDone { return seen & Turn.isTaken == 0 }
      seen = now
    }
    return false
  }

  /// For the owner: lets others in although notes may be waiting. True if it is over.
  @usableFromInline package borrowing func open() -> Bool {
    word.bitwiseAnd(~Turn.isTaken, ordering: .acquiringAndReleasing).oldValue & Turn.isOver != 0
  }

  /// Takes the turn again if there is news and nobody to see to it.
  @usableFromInline package borrowing func reenter() -> Bool {
    var seen = word.load(ordering: .relaxed)
    while seen & ~Turn.isTaken != 0, seen & (Turn.isTaken | Turn.isOver) == 0 {
      let (isOurs, now) = word.compareExchange(expected: seen, desired: seen | Turn.isTaken, ordering: .acquiring)
      if isOurs { return true }
      seen = now
    }
    return false
  }

  /// For the owner: takes the notes, oldest first, and forgets the news.
  @usableFromInline package borrowing func takeNotes() -> Note? {
    var seen = word.load(ordering: .relaxed)
    while true {
      let (isTaken, now) = word.compareExchange(
        expected: seen, desired: seen & (Turn.isTaken | Turn.isOver), ordering: .acquiringAndReleasing)
      if isTaken { break }
      seen = now
    }
    var newest = seen & ~Turn.flags
    var first: Note?
    while let pointer = UnsafeRawPointer(bitPattern: newest) {
      let note = Unmanaged<Note>.fromOpaque(pointer).takeRetainedValue()
      newest = note.older
      note.next = first
      first = note
    }
    return first
  }

  /// For the owner: `leave` will find something to see to.
  @usableFromInline package borrowing func flag() { _ = word.bitwiseOr(Turn.hasNews, ordering: .relaxed) }

  /// Ends it. nil if it was over; else whether somebody is inside, who will clean up.
  @usableFromInline package borrowing func close() -> Bool? {
    let old = word.bitwiseOr(Turn.isOver, ordering: .acquiringAndReleasing).oldValue
    return old & Turn.isOver != 0 ? nil : old & Turn.isTaken != 0
  }
}

/// A piece of work left for the owner of a turn. The closure was formed where every type is known.
@usableFromInline package final class Note {
  @usableFromInline package let work: () -> Void
  @usableFromInline package var older: UInt = 0
  @usableFromInline package var next: Note?
  @usableFromInline package init(_ work: @escaping () -> Void) { self.work = work }
}
