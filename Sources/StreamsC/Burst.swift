import CStreamsSupport
import Synchronization

/// What a source sends in one go: an array, or what one request is answered with. While one is open in a thread,
/// subscribers that take arrays (`Gatherer`) gather what reaches them there, and are called when it ends. So the end of
/// a burst crosses every operator without the help of any.
struct Burst {
  /// Tells bursts apart; 0 until someone gathers.
  private var number: UInt = 0
  private var first: Gatherer?
  private var others: [Gatherer] = []
  /// The array that is being sent is the last: it need not be gathered.
  var isLast = false

  private static let numbers = Atomic<UInt>(0)

  /// The one that is open in this thread.
  @inline(__always) static var open: UnsafeMutablePointer<Burst>? {
    streams_thread().pointee.burst?.assumingMemoryBound(to: Burst.self)
  }

  /// Opens one for as long as `body` runs, then has everyone called who has gathered something in it.
  @inline(__always) static func run<R>(_ body: () -> R) -> R {
    let thread = streams_thread()
    let outer = thread.pointee.burst
    var burst = Burst()
    return withUnsafeMutablePointer(to: &burst) {
      thread.pointee.burst = UnsafeMutableRawPointer($0)
      let result = body()
      thread.pointee.burst = nil
      if $0.pointee.number != 0 { end($0) }
      thread.pointee.burst = outer
      return result
    }
  }

  /// Runs what does not belong to the burst that is open: a call of the program's own from within a callback, which has
  /// delivered when it returns.
  @inline(__always) static func apart<R>(_ body: () -> R) -> R {
    let thread = streams_thread()
    let outer = thread.pointee.burst
    thread.pointee.burst = nil
    defer { thread.pointee.burst = outer }
    return body()
  }

  @inline(never) private static func end(_ burst: UnsafeMutablePointer<Burst>) {
    burst.pointee.first?.handOver()
    for gatherer in burst.pointee.others { gatherer.handOver() }
  }

  /// `gatherer` has gathered something, and last did so in burst `number`. The number of this one.
  @inline(__always) mutating func note(_ gatherer: Gatherer, _ number: UInt) -> UInt {
    number == self.number && number != 0 ? number : note(new: gatherer)
  }

  @inline(never) private mutating func note(new gatherer: Gatherer) -> UInt {
    if first == nil {
      first = gatherer
      number = Burst.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    } else {
      others.append(gatherer)
    }
    return number
  }
}
