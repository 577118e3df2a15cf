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
  @usableFromInline package var mirrorLabels: [String?] { MirrorLabels.table[name] ?? [] }
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
enum MirrorLabels {
  static let table: [String: [String?]] = {
    var table: [String: [String?]] = [
      "ObservableObjectPublisher": ["downstream"],
      "Future": ["parent", "downstream", "hasAnyDemand", "subject"],
      "Just": [nil], "Optional": [nil], "Once": [nil],
      "AssertNoFailure": ["file", "line", "prefix"],
      "Autoconnect": ["parent", "downstream"],
      "Buffer": ["values", "state", "downstreamDemand", "terminal"],
      "Collect": ["count"],
      "CollectByCount": ["downstream", "upstreamSubscription", "buffer", "count"],
      "Debounce": ["downstream", "downstreamDemand", "currentValue"],
      "ValueForKey": ["keyPath"],
      "Scan": ["downstream", "result"],
      "TryScan": ["downstream", "status", "result"],
    ]
    func add(_ labels: [String], _ names: [String]) { for name in names { table[name] = labels } }
    add(
      ["parent", "downstream", "demand", "subject"],
      ["PassthroughSubject", "CurrentValueSubject", "PublishedSubject"])
    add(
      ["downstream", "result", "initial", "status"],
      [
        "AllSatisfy", "TryAllSatisfy", "Comparison", "TryComparison", "Contains", "ContainsWhere", "TryContainsWhere",
        "Count", "First", "TryFirst", "TryFirstWhere", "Last", "LastWhere", "TryLastWhere", "Reduce", "TryReduce",
      ])
    add(["downstream", "demand"], ["Catch", "TryCatch"])
    add(["downstream", "last"], ["RemoveDuplicates", "TryRemoveDuplicates"])
    add(["downstream"], ["TryFilter", "TryCompactMap", "PrefixWhile", "TryPrefixWhile"])
    add(["downstream", "finished", "upstreamSubscription"], ["Encode", "Decode"])
    return table
  }()
}
