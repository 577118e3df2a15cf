/// Where an operator keeps the values of one upstream until they make an output.
@usableFromInline package protocol Slot {
  associatedtype Value
  init()
  var isEmpty: Bool { get }
  mutating func put(_ value: Value)
  /// The next value for an output. Only if there is one.
  mutating func take() -> Value
  /// `put` and `take` in one, for a value that goes out at once.
  mutating func pass(_ value: Value) -> Value
  /// Frees what is kept; called once.
  mutating func destroy()
}

/// Every value goes out once, in order.
extension Ring: Slot {
  @inlinable @inline(__always) package mutating func put(_ value: Element) { append(value) }
  @inlinable @inline(__always) package mutating func take() -> Element { popFirst().unsafelyUnwrapped }
  @inlinable @inline(__always) package mutating func pass(_ value: Element) -> Element { value }
}

/// The newest value goes out, as often as it is wanted.
@frozen @usableFromInline package struct Latest<Value>: Slot {
  @usableFromInline package var value: Value?
  @inlinable package init() {}
  @inlinable package var isEmpty: Bool { value == nil }
  @inlinable @inline(__always) package mutating func put(_ value: Value) { self.value = value }
  @inlinable @inline(__always) package mutating func take() -> Value { value.unsafelyUnwrapped }
  @inlinable @inline(__always) package mutating func pass(_ value: Value) -> Value {
    self.value = value
    return value
  }
  @inlinable package mutating func destroy() { value = nil }
}

/// The slots of two, three or four upstreams, and the tuple that they make.
///
/// A value goes out at once if one is wanted (`isAsked`) and all other slots have theirs: had its own slot one as well,
/// that tuple would have gone before.
@usableFromInline package protocol Slots<Output> {
  associatedtype Output
  associatedtype First
  associatedtype Second
  associatedtype Third = Never
  associatedtype Fourth = Never
  init()
  mutating func put0(_ value: First, _ isAsked: Bool) -> Output?
  mutating func put1(_ value: Second, _ isAsked: Bool) -> Output?
  mutating func put2(_ value: Third, _ isAsked: Bool) -> Output?
  mutating func put3(_ value: Fourth, _ isAsked: Bool) -> Output?
  /// The next tuple; nil if a slot is empty.
  mutating func next() -> Output?
  /// Which slots are empty: one bit each.
  var empty: UInt8 { get }
  mutating func destroy()
}

extension Slots where Third == Never {
  @inlinable package mutating func put2(_ value: Never, _ isAsked: Bool) -> Output? {}
}
extension Slots where Fourth == Never {
  @inlinable package mutating func put3(_ value: Never, _ isAsked: Bool) -> Output? {}
}

@frozen @usableFromInline package struct Slots2<A: Slot, B: Slot>: Slots {
  @usableFromInline package typealias Output = (A.Value, B.Value)
  @usableFromInline package var a = A(), b = B()
  @inlinable package init() {}

  @inlinable @inline(__always) package mutating func put0(_ value: A.Value, _ isAsked: Bool) -> Output? {
    if isAsked, !b.isEmpty { return (a.pass(value), b.take()) }
    a.put(value)
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ value: B.Value, _ isAsked: Bool) -> Output? {
    if isAsked, !a.isEmpty { return (a.take(), b.pass(value)) }
    b.put(value)
    return nil
  }
  @inlinable package mutating func next() -> Output? { empty == 0 ? (a.take(), b.take()) : nil }
  @inlinable package var empty: UInt8 { (a.isEmpty ? 1 : 0) | (b.isEmpty ? 2 : 0) }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
  }
}

@frozen @usableFromInline package struct Slots3<A: Slot, B: Slot, C: Slot>: Slots {
  @usableFromInline package typealias Output = (A.Value, B.Value, C.Value)
  @usableFromInline package var a = A(), b = B(), c = C()
  @inlinable package init() {}

  @inlinable @inline(__always) package mutating func put0(_ value: A.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 1 == 1 { return (a.pass(value), b.take(), c.take()) }
    a.put(value)
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ value: B.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 2 == 2 { return (a.take(), b.pass(value), c.take()) }
    b.put(value)
    return nil
  }
  @inlinable @inline(__always) package mutating func put2(_ value: C.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 4 == 4 { return (a.take(), b.take(), c.pass(value)) }
    c.put(value)
    return nil
  }
  @inlinable package mutating func next() -> Output? { empty == 0 ? (a.take(), b.take(), c.take()) : nil }
  @inlinable package var empty: UInt8 { (a.isEmpty ? 1 : 0) | (b.isEmpty ? 2 : 0) | (c.isEmpty ? 4 : 0) }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
    c.destroy()
  }
}

@frozen @usableFromInline package struct Slots4<A: Slot, B: Slot, C: Slot, D: Slot>: Slots {
  @usableFromInline package typealias Output = (A.Value, B.Value, C.Value, D.Value)
  @usableFromInline package var a = A(), b = B(), c = C(), d = D()
  @inlinable package init() {}

  @inlinable @inline(__always) package mutating func put0(_ value: A.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 1 == 1 { return (a.pass(value), b.take(), c.take(), d.take()) }
    a.put(value)
    return nil
  }
  @inlinable @inline(__always) package mutating func put1(_ value: B.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 2 == 2 { return (a.take(), b.pass(value), c.take(), d.take()) }
    b.put(value)
    return nil
  }
  @inlinable @inline(__always) package mutating func put2(_ value: C.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 4 == 4 { return (a.take(), b.take(), c.pass(value), d.take()) }
    c.put(value)
    return nil
  }
  @inlinable @inline(__always) package mutating func put3(_ value: D.Value, _ isAsked: Bool) -> Output? {
    if isAsked, empty | 8 == 8 { return (a.take(), b.take(), c.take(), d.pass(value)) }
    d.put(value)
    return nil
  }
  @inlinable package mutating func next() -> Output? {
    empty == 0 ? (a.take(), b.take(), c.take(), d.take()) : nil
  }
  @inlinable package var empty: UInt8 {
    (a.isEmpty ? 1 : 0) | (b.isEmpty ? 2 : 0) | (c.isEmpty ? 4 : 0) | (d.isEmpty ? 8 : 0)
  }
  @inlinable package mutating func destroy() {
    a.destroy()
    b.destroy()
    c.destroy()
    d.destroy()
  }
}

/// A rule for two to four upstreams whose values may differ in type.
@usableFromInline package protocol FewRule<Output>: JoinRule where Output == Kept.Output {
  associatedtype Kept: Slots
  var slots: Kept { get set }
  /// A value came that downstream does not want yet.
  mutating func waits()
}

extension FewRule {
  @inlinable package mutating func waits() {}
  @inlinable package mutating func destroy() { slots.destroy() }
}

@frozen @usableFromInline package struct Port0<Rule: FewRule>: Port {
  @usableFromInline package typealias How = AsIs<Rule.Kept.First>
  @inlinable package init() {}
  @inlinable package var index: Int { 0 }
  @inlinable @inline(__always)
  package func put(_ value: Rule.Kept.First, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output? {
    if !isAsked { rule.waits() }
    return rule.slots.put0(value, isAsked)
  }
}
@frozen @usableFromInline package struct Port1<Rule: FewRule>: Port {
  @usableFromInline package typealias How = AsIs<Rule.Kept.Second>
  @inlinable package init() {}
  @inlinable package var index: Int { 1 }
  @inlinable @inline(__always)
  package func put(_ value: Rule.Kept.Second, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output? {
    if !isAsked { rule.waits() }
    return rule.slots.put1(value, isAsked)
  }
}
@frozen @usableFromInline package struct Port2<Rule: FewRule>: Port {
  @usableFromInline package typealias How = AsIs<Rule.Kept.Third>
  @inlinable package init() {}
  @inlinable package var index: Int { 2 }
  @inlinable @inline(__always)
  package func put(_ value: Rule.Kept.Third, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output? {
    if !isAsked { rule.waits() }
    return rule.slots.put2(value, isAsked)
  }
}
@frozen @usableFromInline package struct Port3<Rule: FewRule>: Port {
  @usableFromInline package typealias How = AsIs<Rule.Kept.Fourth>
  @inlinable package init() {}
  @inlinable package var index: Int { 3 }
  @inlinable @inline(__always)
  package func put(_ value: Rule.Kept.Fourth, _ rule: inout Rule, _ isAsked: Bool) -> Rule.Output? {
    if !isAsked { rule.waits() }
    return rule.slots.put3(value, isAsked)
  }
}
