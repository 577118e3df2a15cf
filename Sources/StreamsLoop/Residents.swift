import Streams

/// What hears of the loop's end, in the loop's thread.
@usableFromInline package protocol Resident: AnyObject { func loopCloses() }

/// Who lives on a loop: whoever ends before the loop does leaves. From any thread.
package final class Residents {
  private let lock = Lock()
  // Under the lock.
  @exclusivity(unchecked) private var isClosed = false
  @exclusivity(unchecked) private var members: [ObjectIdentifier: (number: UInt, resident: any Resident)] = [:]
  @exclusivity(unchecked) private var newest: UInt = 0

  /// False if the loop is closed: nobody will tell `resident` anything.
  package func admit(_ resident: any Resident) -> Bool {
    lock.withLock {
      if isClosed { return false }
      newest += 1
      members[ObjectIdentifier(resident)] = (newest, resident)
      return true
    }
  }

  package func dismiss(_ resident: any Resident) {
    let gone = lock.withLock { members.removeValue(forKey: ObjectIdentifier(resident)) }
    withExtendedLifetime(gone) {}  // a last reference is not given up under the lock (C37)
  }

  /// Tells everybody, in the order they came. One may make others leave, who are not told then; nobody comes any more.
  func close() {
    let order = lock.withLock {
      isClosed = true
      return members.sorted { $0.value.number < $1.value.number }.map(\.key)
    }
    for key in order { lock.withLock { members.removeValue(forKey: key) }?.resident.loopCloses() }
  }
}
