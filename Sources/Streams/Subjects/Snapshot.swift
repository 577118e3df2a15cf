import Synchronization

/// The leaves of a subject at one time, and before them the address of their end, capacity, vacancies and the next
/// retired one.
/// Senders read it without a lock. One subscriber more is appended in place; one less leaves a vacancy,
/// and a new snapshot is made when half are vacant: either costs the same however many there are.
@frozen @usableFromInline package struct Snapshot {
  @usableFromInline package typealias Word = Atomic<UInt>
  @usableFromInline package let leaves: UnsafeMutablePointer<Word>
  @inlinable package init(_ leaves: UnsafeMutablePointer<Word>) { self.leaves = leaves }
  @inlinable package static var header: Int { 4 }
  @inlinable package var base: UnsafeMutablePointer<Word> { leaves - Snapshot.header }

  @usableFromInline package init(capacity: Int) {
    let base = UnsafeMutablePointer<Word>.allocate(capacity: capacity + Snapshot.header)
    leaves = base + Snapshot.header
    for i in 0..<capacity + Snapshot.header { (base + i).initialize(to: Word(0)) }
    base[0].store(UInt(bitPattern: leaves), ordering: .relaxed)
    base[1].store(UInt(capacity), ordering: .relaxed)
  }

  @inlinable package var bits: UInt { UInt(bitPattern: leaves) }
  @inlinable package var end: UnsafeMutablePointer<Word> {
    UnsafeMutablePointer(bitPattern: base[0].load(ordering: .acquiring)).unsafelyUnwrapped
  }
  @inlinable package var count: Int { end - leaves }
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
    base[0].store(UInt(bitPattern: leaves + n + 1), ordering: .releasing)
  }

  /// Under the writer's lock, while nobody reads.
  func close(gapsOf vacant: Leaf?) {
    let all = count
    base[0].store(UInt(bitPattern: leaves), ordering: .relaxed)
    for i in 0..<all {
      let leaf = self[i]
      if leaf._withUnsafeGuaranteedRef({ $0 === vacant }) { leaf.release() } else { append(leaf) }
    }
    vacancies = 0
  }

  @usableFromInline package func free() {
    for i in 0..<count { self[i].release() }
    base.deallocate()
  }

  static func free(all first: Snapshot?) {
    var next = first
    while let snapshot = next {
      next = snapshot.nextRetired
      snapshot.free()
    }
  }
}
