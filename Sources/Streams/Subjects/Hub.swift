import CStreamsSupport
import Synchronization

/// Who is subscribed to a subject and whose turn it is to deliver. Not generic.
///
/// A send is two atomic steps whatever the number of subscribers: take the turn, walk the snapshot, leave.
/// A send from inside a delivery nests (C34), but only for those who have the value being delivered; for the rest a
/// note is left (C35). A send from another thread waits, parked, until the turn is handed to it; a thread that is
/// itself inside a delivery, of another subject, leaves a note instead, so that no cycle of subjects can deadlock
/// (C33).
@usableFromInline package class Hub {
  @usableFromInline package typealias Thread = UnsafeMutablePointer<streams_thread_state_t>
  /// 0 free, else the owner's thread, plus `hasNews`. `isDead` after the completion.
  @usableFromInline package let word = Atomic<UInt>(0)
  @inlinable package static var hasNews: UInt { 1 }
  @inlinable package static var isDead: UInt { 2 }
  @usableFromInline package let notes = Atomic<UInt>(0)
  @usableFromInline package let snapshotWord: Atomic<UInt>
  /// In turn: the leaf being served, nil while notes are read.
  @exclusivity(unchecked) @usableFromInline package final var cursor: UnsafeMutablePointer<Snapshot.Word>?
  /// In turn: the newest note, if nested calls left all there are; and the first place that those are for. The ones
  /// before it have everything there is, so that a nested send may go on to them at once.
  @exclusivity(unchecked) final var nestedNotes: UInt = 0
  @exclusivity(unchecked) final var notedFrom = Int.max
  /// In turn: no value is taken any more.
  @exclusivity(unchecked) @usableFromInline package final var isEnding = false
  /// In turn: the number of the value that is remembered.
  @exclusivity(unchecked) @usableFromInline package final var stamp: UInt = 0
  /// In turn: the number of the value that goes round, and not only nested within that.
  @exclusivity(unchecked) @usableFromInline package final var roundStamp: UInt = 0
  @usableFromInline package let name: String
  /// Keeps a value for those who had no demand for it (C81).
  @usableFromInline package let remembers: Bool

  /// For those who change the snapshot or the lists below.
  @usableFromInline package let writer = Lock()
  @exclusivity(unchecked) @usableFromInline package final var retired: Snapshot?
  @exclusivity(unchecked) final var retiredLeaf: Unmanaged<Leaf>?
  @exclusivity(unchecked) @usableFromInline package final var isClosed = false
  /// Sits where a leaf was: its demand is over, so it is passed by like any other that wants nothing.
  @exclusivity(unchecked) @usableFromInline package final var vacant: Leaf?
  /// Threads that wait for the turn, in order.
  @exclusivity(unchecked) final var waiters: [Waiter] = []
  /// What was given to `send(subscription:)` (C84).
  @exclusivity(unchecked) package final var feeds: [any Subscription] = []
  @exclusivity(unchecked) final var feedRoom = 4
  @exclusivity(unchecked) final var wantsFeeds: Bool

  @usableFromInline package init(_ name: String, remembers: Bool) {
    self.name = name
    self.remembers = remembers
    wantsFeeds = remembers
    snapshotWord = Atomic(Snapshot(capacity: 1).bits)
  }

  deinit {
    snapshot.free()
    Snapshot.free(all: retired)
    Leaf.free(all: retiredLeaf)
    var newest = notes.load(ordering: .relaxed)
    while let pointer = UnsafeRawPointer(bitPattern: newest) {
      newest = Unmanaged<Note>.fromOpaque(pointer).takeRetainedValue().older
    }
    for feed in feeds { feed.cancel() }  // C66
  }

  @inlinable @inline(__always) package final var snapshot: Snapshot {
    Snapshot(UnsafeMutablePointer(bitPattern: snapshotWord.load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  // MARK: the turn

  /// In turn.
  @inlinable package final var mayDeliver: Bool { !isEnding }

  @inlinable @inline(__always) package final func enter(_ me: Thread) -> Bool {
    guard word.compareExchange(expected: 0, desired: UInt(bitPattern: me), ordering: .acquiring).exchanged
    else { return false }
    me.pointee.deliveries &+= 1
    return true
  }

  @inlinable @inline(__always) package final func leave(_ me: Thread) {
    if word.compareExchange(expected: UInt(bitPattern: me), desired: 0, ordering: .releasing).exchanged {
      me.pointee.deliveries &-= 1
    } else {
      readNotes(me)
    }
  }

  @usableFromInline package final func isMine(_ me: Thread) -> Bool {
    word.load(ordering: .relaxed) & ~3 == UInt(bitPattern: me)
  }

  /// How a thread that found the turn taken goes on.
  @usableFromInline package enum Access {
    /// It has the turn now, and leaves it.
    case ours
    /// It had the turn already: this is a call from inside a delivery.
    case nested
    /// It must not wait: it leaves a note.
    case note
    /// The subject has completed.
    case dead
  }

  /// After `enter` has failed.
  @inline(never) @usableFromInline package final func approach(_ me: Thread, mayWait: Bool = true) -> Access {
    if isMine(me) { return .nested }
    if word.load(ordering: .acquiring) == Hub.isDead { return .dead }
    if !mayWait || me.pointee.deliveries != 0 { return .note }
    return wait(me)
  }

  /// Parks until the turn is handed over.
  final func wait(_ me: Thread) -> Access {
    for _ in 0..<64 {  // a delivery is short: mostly it is over before a thread could fall asleep
      if enter(me) { return .ours }
      streams_pause()
    }
    let waiter = Waiter(UInt(bitPattern: me))
    writer.withLock { waiters.append(waiter) }
    var seen = word.load(ordering: .relaxed)
    while true {
      let isFree = seen == 0
      if seen == Hub.isDead {
        withdraw(waiter)
        return .dead
      }
      let (isDone, now) = word.compareExchange(
        expected: seen, desired: isFree ? waiter.thread : seen | Hub.hasNews, ordering: .acquiringAndReleasing)
      if isDone {
        if isFree {
          withdraw(waiter)
          break
        }
        if waiter.sleep() { break }
        return .dead
      }
      seen = now
    }
    me.pointee.deliveries &+= 1
    return .ours
  }

  /// Takes a waiter off the list who has found out for himself.
  final func withdraw(_ waiter: Waiter) {
    let isListed: Bool = writer.withLock {
      guard let i = waiters.firstIndex(where: { $0 === waiter }) else { return false }
      waiters.remove(at: i)
      return true
    }
    if !isListed { _ = waiter.sleep() }  // the one who took it off is about to say so
  }

  @inline(never) @usableFromInline package final func readNotes(_ me: Thread) {
    let mine = UInt(bitPattern: me)
    while true {
      cursor = nil
      _ = word.exchange(mine, ordering: .acquiringAndReleasing)  // no news from here on
      var newest = notes.exchange(0, ordering: .acquiringAndReleasing)
      (nestedNotes, notedFrom) = (0, .max)
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
      let (old, oldLeaf, next): (Snapshot?, Unmanaged<Leaf>?, Waiter?) = writer.withLock {
        // What has retired stays while notes wait: they know their subscribers by place.
        guard notes.load(ordering: .relaxed) == 0 else { return (nil, nil, nil) }
        defer { (retired, retiredLeaf) = (nil, nil) }
        if !isClosed { tidy() }
        let next = isEnding || waiters.isEmpty ? nil : waiters.removeFirst()
        return (retired, retiredLeaf, next)
      }
      Snapshot.free(all: old)
      Leaf.free(all: oldLeaf)
      if let next {
        // Handed over, with news: the next one looks for more when it leaves.
        me.pointee.deliveries &-= 1
        word.store(next.thread | Hub.hasNews, ordering: .releasing)
        return next.wake(isOurs: true)
      }
      let idle = isEnding ? Hub.isDead : 0
      if word.compareExchange(expected: mine, desired: idle, ordering: .releasing).exchanged { break }
    }
    me.pointee.deliveries &-= 1
    guard word.load(ordering: .relaxed) == Hub.isDead else { return }
    let late: [Waiter] = writer.withLock {
      defer { waiters = [] }
      return waiters
    }
    for waiter in late { waiter.wake(isOurs: false) }
  }

  /// Leaves work to the owner, or does it if there is none.
  @usableFromInline package final func post(_ me: Thread, _ work: @escaping () -> Void) {
    _ = push(Note(work))
    announce(me)
  }

  /// In turn: leaves what a nested call still has to do for those who are not served yet, from place `first` on.
  @usableFromInline package final func postRest(_ me: Thread, from first: Int, _ work: @escaping () -> Void) {
    let note = Note(work)
    if push(note) == nestedNotes {
      nestedNotes = UInt(bitPattern: Unmanaged.passUnretained(note).toOpaque())
      notedFrom = Swift.min(notedFrom, first)
    }
    announce(me)
  }

  /// Returns the note below.
  final func push(_ note: Note) -> UInt {
    var head = notes.load(ordering: .relaxed)
    let address = UInt(bitPattern: Unmanaged.passRetained(note).toOpaque())
    while true {
      note.older = head
      let (isLeft, now) = notes.compareExchange(expected: head, desired: address, ordering: .acquiringAndReleasing)
      if isLeft { return head }
      head = now
    }
  }

  /// There is news: tells the owner, or becomes it.
  @usableFromInline package final func announce(_ me: Thread) {
    var seen = word.load(ordering: .relaxed)
    while true {
      let isFree = seen == 0 || seen == Hub.isDead
      let (isDone, now) = word.compareExchange(
        expected: seen, desired: isFree ? UInt(bitPattern: me) : seen | Hub.hasNews, ordering: .acquiringAndReleasing)
      if isDone {
        if isFree {
          me.pointee.deliveries &+= 1
          readNotes(me)
        }
        return
      }
      seen = now
    }
  }

  /// How many of `snapshot`'s leaves have the value being delivered: a nested send goes to them at once.
  @usableFromInline package final func servedCount(_ snapshot: Snapshot) -> Int {
    guard let cursor, notes.load(ordering: .relaxed) == nestedNotes else { return 0 }
    let index = cursor - snapshot.leaves  // outside if the snapshot is a newer one
    return index >= 0 && index < snapshot.count ? Swift.min(index + 1, notedFrom) : 0
  }

  // MARK: demand

  /// Some subscriber has asked for something: the feeds may flow (C84).
  @usableFromInline package final func isAsked() {
    let feeds: [any Subscription] = writer.withLock {
      if wantsFeeds { return [] }
      wantsFeeds = true
      return self.feeds
    }
    for feed in feeds { feed.request(.unlimited) }
  }

  @usableFromInline package final func add(feed: any Subscription) {
    var old: [any Subscription] = []
    let (isTooLate, isWanted) = writer.withLock {
      if isClosed { return (true, false) }
      // What fed it before and is over goes: a shared stream may be connected any number of times. It is looked for
      // when there are twice as many as were left, so that adding costs the same however many there are.
      if feeds.count >= feedRoom {
        swap(&old, &feeds)
        feeds = old.filter { ($0 as? Link)?.isOver != true }
        feedRoom = Swift.max(4, feeds.count * 2)
      }
      feeds.append(feed)
      return (false, wantsFeeds)
    }
    defer { withExtendedLifetime(old) {} }  // after the lock (C37)
    if isTooLate { feed.cancel() } else if isWanted { feed.request(.unlimited) }
  }

  /// Cancels what feeds it.
  @usableFromInline package final func cancelFeeds() {
    let feeds: [any Subscription] = writer.withLock {
      defer { self.feeds = [] }
      return self.feeds
    }
    for feed in feeds { feed.cancel() }
  }

  /// Of a subject that remembers: the demand counts in turn, so that no value slips between it and the one owed.
  @usableFromInline package final func request(_ more: Subscribers.Demand, _ conduit: Conduit) {
    let me = streams_thread()
    if enter(me) {
      cursor = nil
      serve(more, conduit)
      return leave(me)
    }
    switch approach(me, mayWait: false) {
    case .ours, .nested: serve(more, conduit)
    case .note: post(me) { self.serve(more, conduit) }
    case .dead: break
    }
  }

  /// In turn.
  final func serve(_ more: Subscribers.Demand, _ conduit: Conduit) {
    conduit.demand.add(more)
    if isStillToCome(conduit) {
      conduit.isOwed = false
      return
    }
    while conduit.isOwed, conduit.takeOne() {
      conduit.isOwed = false
      let leaf: Leaf? = writer.withLock { isClosed ? nil : snapshot[conduit.index].takeUnretainedValue() }
      guard let leaf else { return }
      conduit.seen = stamp  // what notes still bring of this or before is old (C35)
      conduit.demand.add(sendCurrent(leaf))
    }
  }

  /// In turn: whether the value being delivered has yet to reach this one. Then that counts, not a newer one (C35).
  final func isStillToCome(_ conduit: Conduit) -> Bool {
    guard let cursor, conduit.bornIn != roundStamp else { return false }
    let now = snapshot
    let index = cursor - now.leaves
    return index >= 0 && index < now.count && conduit.index > index
  }

  /// In turn: the value it remembers goes to one subscriber. Returns what that asks for.
  @usableFromInline package func sendCurrent(_ leaf: Leaf) -> Subscribers.Demand { .none }

  /// What sits where a leaf was. Of the type of the leaves: whoever walks them reads it as one.
  @usableFromInline package func makeVacant() -> Leaf { Leaf(Conduit.over) }

  // MARK: the subscribers

  /// In turn, so that the completion cannot overtake the subscription (C2).
  @usableFromInline package final func insert(_ leaf: Leaf) {
    writer.withLock {
      if snapshot.count == snapshot.capacity { replace(capacity: snapshot.count * 2 + 1) }
      snapshot.append(.passRetained(leaf))
    }
  }

  @usableFromInline package final func remove(_ conduit: Conduit) {
    let isIn: Bool = writer.withLock {
      if isClosed { return false }
      let (now, i) = (snapshot, conduit.index)
      let leaf = now[i]
      if vacant == nil { vacant = makeVacant() }
      now.leaves[i].store(UInt(bitPattern: Unmanaged.passRetained(vacant!).toOpaque()), ordering: .releasing)
      now.vacancies += 1
      leaf._withUnsafeGuaranteedRef { $0.nextRetired = retiredLeaf }  // not freed yet: someone may be serving it
      retiredLeaf = leaf
      return true
    }
    if isIn { announce(streams_thread()) }
  }

  /// No more subscribers: hands out those there were. The snapshot stays with the retired ones until the turn ends.
  @usableFromInline package final func close() -> Snapshot {
    writer.withLock {
      isClosed = true
      let now = snapshot
      retire(now)
      snapshotWord.store(Snapshot(capacity: 0).bits, ordering: .releasing)
      return now
    }
  }

  // Under the writer's lock.

  /// In turn, with nothing under way and no note left that knows places by number: closes the gaps, once half of the
  /// places are vacant. A snapshot much too large gives way to a smaller one.
  final func tidy() {
    let now = snapshot
    guard now.vacancies * 2 > UInt(now.count) else { return }
    let left = now.count - Int(now.vacancies)
    if now.capacity > 16 && left * 8 < now.capacity { return replace(capacity: left * 2) }
    now.close(gapsOf: vacant)
  }

  /// A copy takes the snapshot's place.
  final func replace(capacity: Int) {
    let (old, new) = (snapshot, Snapshot(capacity: capacity))
    for i in 0..<old.count where !old[i]._withUnsafeGuaranteedRef({ $0 === vacant }) { new.append(old[i].retain()) }
    retire(old)
    snapshotWord.store(new.bits, ordering: .releasing)
  }

  final func retire(_ snapshot: Snapshot) {
    snapshot.nextRetired = retired
    retired = snapshot
  }
}

/// A thread that waits for a subject's turn, asleep.
final class Waiter {
  let thread: UInt
  /// 0 waits, 1 has the turn, 2 has come too late.
  let answer = Atomic<UInt32>(0)
  init(_ thread: UInt) { self.thread = thread }

  /// True if the turn is ours.
  func sleep() -> Bool {
    while true {
      let answer = self.answer.load(ordering: .acquiring)
      if answer != 0 { return answer == 1 }
      withUnsafePointer(to: self.answer) { streams_park($0, 0) }
    }
  }

  func wake(isOurs: Bool) {
    answer.store(isOurs ? 1 : 2, ordering: .releasing)
    withUnsafePointer(to: answer) { streams_wake($0) }
  }
}
