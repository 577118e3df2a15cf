/// Memory for as many values as travel at once. Made when it is needed first; for one at a time.
struct Room: ~Copyable {
  static var size: Int { 256 }
  private var memory: UnsafeMutablePointer<Value>?

  var start: UnsafeMutablePointer<Value> {
    @inline(__always) mutating get { memory ?? make() }
  }
  @inline(never) private mutating func make() -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: Room.size)
    self.memory = memory
    return memory
  }
  deinit { memory?.deallocate() }
}
