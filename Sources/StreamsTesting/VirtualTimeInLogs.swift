// How virtual time shows in logs and debuggers.

extension VirtualTime: CustomStringConvertible, CustomReflectable {
  public var description: String { "VirtualTime" }
  public var customMirror: Mirror { Mirror(self, children: ["now": now, "waitingCount": waitingCount]) }
}
