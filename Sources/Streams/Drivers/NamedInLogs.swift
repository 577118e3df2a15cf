/// Shows in logs, mirrors and playgrounds as in Combine: by a name, and with the children that the name has.
///
/// Nothing is kept for that: a subscription has its name anyway, for traps, and the labels are looked up when somebody
/// looks. A value that this side of an operator does not have shows as nil.
@usableFromInline
package protocol NamedInLogs: CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  var name: String { get }
  var mirrorLabels: [String?] { get }
  func child(_ label: String?) -> Any?
}

extension NamedInLogs {
  @usableFromInline package var description: String { name }
  @usableFromInline package var playgroundDescription: Any { name }
  @usableFromInline package var mirrorLabels: [String?] { Streams.mirrorLabels(of: name) }
  @usableFromInline package func child(_ label: String?) -> Any? { nil }
  @usableFromInline package var customMirror: Mirror {
    // A superclass is how it works, not what it is.
    Mirror(
      self, children: mirrorLabels.map { (label: $0, value: unwrapped(child($0))) }, ancestorRepresentation: .suppressed
    )
  }
}

/// Without the `Optional(...)` around it that a mirror would show.
func unwrapped(_ value: Any?) -> Any {
  guard let value else { return value as Any }
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional ? mirror.children.first.map { unwrapped($0.value) } ?? value : value
}

/// A subscriber that others are driven by, without its look: for operators that show as nothing in Combine.
@frozen @usableFromInline package struct Nameless<Driver: Subscriber>: Subscriber {
  @usableFromInline package typealias Input = Driver.Input
  @usableFromInline package typealias Failure = Driver.Failure
  @usableFromInline package let driver: Driver
  @inlinable package init(_ driver: Driver) { self.driver = driver }
  @inlinable package var combineIdentifier: CombineIdentifier { driver.combineIdentifier }
  @inlinable package func receive(subscription: any Subscription) { driver.receive(subscription: subscription) }
  @inlinable @inline(__always) package func receive(_ input: Input) -> Subscribers.Demand { driver.receive(input) }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    driver.receive(completion: completion)
  }
}

/// What the mirrors of programs written for Combine find, by the name of the operator or source. A name that is not
/// here has no children.
@inline(never) func mirrorLabels(of name: String) -> [String?] {
  switch name {
  case "ObservableObjectPublisher", "TryFilter", "TryCompactMap", "PrefixWhile", "TryPrefixWhile": ["downstream"]
  case "Future": ["parent", "downstream", "hasAnyDemand", "subject"]
  case "Just", "Optional", "Once": [nil]
  case "AssertNoFailure": ["file", "line", "prefix"]
  case "Autoconnect": ["parent", "downstream"]
  case "Buffer": ["values", "state", "downstreamDemand", "terminal"]
  case "Collect": ["count"]
  case "CollectByCount": ["downstream", "upstreamSubscription", "buffer", "count"]
  case "Debounce": ["downstream", "downstreamDemand", "currentValue"]
  case "ValueForKey": ["keyPath"]
  case "Scan": ["downstream", "result"]
  case "TryScan": ["downstream", "status", "result"]
  case "PassthroughSubject", "CurrentValueSubject", "PublishedSubject": ["parent", "downstream", "demand", "subject"]
  case "AllSatisfy", "TryAllSatisfy", "Comparison", "TryComparison", "Contains", "ContainsWhere", "TryContainsWhere",
    "Count", "First", "TryFirst", "TryFirstWhere", "Last", "LastWhere", "TryLastWhere", "Reduce", "TryReduce":
    ["downstream", "result", "initial", "status"]
  case "Catch", "TryCatch": ["downstream", "demand"]
  case "RemoveDuplicates", "TryRemoveDuplicates": ["downstream", "last"]
  case "Encode", "Decode": ["downstream", "finished", "upstreamSubscription"]
  default: []
  }
}
