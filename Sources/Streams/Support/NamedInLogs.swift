/// Shows by name in logs, mirrors and playgrounds, as Combine's subscriptions do.
@usableFromInline
package protocol NamedInLogs: CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  var name: String { get }
}

extension NamedInLogs {
  @usableFromInline package var description: String { name }
  @usableFromInline package var playgroundDescription: Any { name }
  @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
