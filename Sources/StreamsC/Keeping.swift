import CStreams
import Streams

/// How the drivers of Streams keep a C value that has to wait: counted, or copied.
enum Keeping: Holding {
  @inline(__always) static func hold(_ value: Value) -> KeptValue { KeptValue(value) }
  @inline(__always) static func lend<R>(_ held: KeptValue, _ body: (Value) -> R) -> R {
    withExtendedLifetime(held) { body(held.plain) }
  }
  @inline(__always) static func look(_ held: KeptValue) -> Value { held.plain }
  /// Owned: whoever gets it clears it.
  static func give(_ held: KeptValue) -> Value { held.owned() }
  @inline(__always) static func burst(_ body: () -> Void) { Burst.run(body) }
}

extension streams_value_t {
  /// A list of what was kept, owned by whoever gets it.
  static func list(of kept: [KeptValue]) -> Value {
    Block.list(kept.count) { kept[$0].owned() }.owned(Types.list)
  }
}
