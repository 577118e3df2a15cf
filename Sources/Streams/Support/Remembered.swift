/// What a rule remembers and hands to a closure of the program's.
///
/// A rule is changed in place, and the compiler trusts that nobody else changes it meanwhile: it may lend what is
/// remembered without a reference, and free the old value by an address that it knew before the call. But the closure
/// may `send` into the same stream (C34), which comes back to the rule and puts something else there. So what has
/// references is remembered in an object, where the compiler trusts nothing; the rest costs nothing.
///
/// A copy may share what it remembers, so each subscription makes its own.
@frozen @usableFromInline package struct Remembered<Value> {
  @usableFromInline var plain: Value?
  @usableFromInline let box: RememberedBox<Value>?

  @inlinable @inline(__always) package init(_ value: Value? = nil) {
    let isPlain = _isPOD(Value.self)
    plain = isPlain ? value : nil
    box = isPlain ? nil : RememberedBox(value)
  }

  @inlinable package var value: Value? {
    @inline(__always) get { _isPOD(Value.self) ? plain : box.unsafelyUnwrapped.value }
    @inline(__always) set { if _isPOD(Value.self) { plain = newValue } else { box.unsafelyUnwrapped.value = newValue } }
  }
}

@usableFromInline final class RememberedBox<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value?
  @inlinable init(_ value: Value?) { self.value = value }
}
