/// Arithmetic of times: what does not fit becomes the most there is. A due time that far away never comes, and that is
/// what was meant; a trap is not.
extension Int {
  package func addingClamped(_ other: Int) -> Int {
    let (sum, isTooBig) = addingReportingOverflow(other)
    return isTooBig ? (other < 0 ? .min : .max) : sum
  }

  package func subtractingClamped(_ other: Int) -> Int {
    let (difference, isTooBig) = subtractingReportingOverflow(other)
    return isTooBig ? (other < 0 ? .max : .min) : difference
  }

  package func multipliedClamped(by other: Int) -> Int {
    let (product, isTooBig) = multipliedReportingOverflow(by: other)
    return isTooBig ? ((self < 0) != (other < 0) ? .min : .max) : product
  }

  /// The product of two times in nanoseconds as one of seconds: 2 s times 3 s is 6 s.
  package func multipliedAsSeconds(by other: Int) -> Int {
    let (high, low) = magnitude.multipliedFullWidth(by: other.magnitude)
    let isNegative = (self < 0) != (other < 0)
    guard high < 1_000_000_000 else { return isNegative ? .min : .max }
    let nanoseconds = UInt(1_000_000_000).dividingFullWidth((high, low)).quotient
    if nanoseconds > Int.max { return isNegative ? .min : .max }
    return isNegative ? -Int(nanoseconds) : Int(nanoseconds)
  }

  /// So many seconds, rounded to whole nanoseconds. Not a number counts as 0.
  package static func nanoseconds(seconds: Double) -> Int {
    let nanoseconds = (seconds * 1e9).rounded()
    if nanoseconds.isNaN { return 0 }
    if nanoseconds >= 0x1p63 { return .max }
    return nanoseconds < -0x1p63 ? .min : Int(nanoseconds)
  }
}
