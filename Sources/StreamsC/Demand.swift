import Streams

extension Subscribers.Demand {
  /// What a subscriber returned; a negative number asks for nothing.
  @inline(__always) init(_ count: Int64) {
    self = count <= 0 ? .none : count == .max ? .unlimited : .max(Int(count))
  }

  /// As a word counts it.
  init(word: UInt) { self = word >= DemandWord.unlimited ? .unlimited : .max(Int(word)) }

  /// As C counts it.
  var count: Int64 { max.map { Int64($0) } ?? .max }
}

extension DemandWord {
  /// A demand as the word counts it.
  static func count(_ demand: Demand) -> UInt { min(demand.max.map { UInt($0) } ?? unlimited, unlimited) }

  /// Passes demand on, one call at a time and never one from within another: what is added meanwhile comes after it
  /// (C21). `ask` says whether there is still someone to ask.
  borrowing func pass(_ demand: Demand, _ ask: (Demand) -> Bool) {
    guard demand != .none, add(demand) == 0 else { return }
    var due = DemandWord.count(demand)
    while ask(Demand(word: due)), due != DemandWord.unlimited, let rest = subtract(due), rest != 0 { due = rest }
  }

  /// For whoever alone takes off: up to `most`. How many.
  borrowing func take(upTo most: Int) -> Int {
    let seen = word.load(ordering: .relaxed)
    if seen == DemandWord.unlimited { return most }
    guard seen != 0, seen < DemandWord.over else { return 0 }
    let taken = min(seen, UInt(most))
    return subtract(taken) == nil ? 0 : Int(taken)
  }
}
