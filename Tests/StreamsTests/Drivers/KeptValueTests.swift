import Streams
import StreamsTesting
import Testing

/// A value that is seen to die.
private final class Mortal {
  let number: Int
  let onDeath: (Int) -> Void
  init(_ number: Int, _ onDeath: @escaping (Int) -> Void) {
    self.number = number
    self.onDeath = onDeath
  }
  deinit { onDeath(number) }
}

/// What a rule keeps and hands to a closure lives as long as that looks at it, also if the closure sends into the same
/// stream, so that the rule keeps something else from then on (C34, C37). Says something in optimised builds only.
@Suite struct KeptValueTests {
  private final class Deaths {
    var numbers: Set<Int> = []
  }

  private func check<P: Publisher>(
    _ make: (PassthroughSubject<Mortal, Never>, Mortal, @escaping (Mortal) -> Void) -> P
  ) {
    let (subject, deaths) = (PassthroughSubject<Mortal, Never>(), Deaths())
    let mortal = { number in Mortal(number) { deaths.numbers.insert($0) } }
    var isInside = false
    // Of what the first call of the closure was handed.
    var hasDied = false
    let stream = make(subject, mortal(0)) { kept in
      if isInside { return }
      isInside = true
      let number = kept.number
      for other in 100..<110 { subject.send(mortal(other)) }
      hasDied = deaths.numbers.contains(number)
    }
    let token = stream.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    subject.send(mortal(1))
    subject.send(mortal(2))
    #expect(isInside)
    #expect(!hasDied)
    token.cancel()
    subject.send(completion: .finished)
  }

  private func sum(_ a: Mortal, _ b: Mortal) -> Mortal { Mortal(a.number + b.number, b.onDeath) }

  @Test func removeDuplicates() {
    check { subject, _, look in
      subject.removeDuplicates { a, b in
        look(a)
        return a === b
      }
    }
    check { subject, _, look in
      subject.tryRemoveDuplicates { a, b in
        look(a)
        return a === b
      }
    }
  }

  @Test func scan() {
    check { subject, first, look in
      subject.scan(first) { a, b in
        look(a)
        return sum(a, b)
      }
    }
    check { subject, first, look in
      subject.tryScan(first) { a, b in
        look(a)
        return sum(a, b)
      }
    }
  }

  @Test func reduce() {
    check { subject, first, look in
      subject.reduce(first) { a, b in
        look(a)
        return sum(a, b)
      }
    }
    check { subject, first, look in
      subject.tryReduce(first) { a, b in
        look(a)
        return sum(a, b)
      }
    }
  }

  @Test func comparison() {
    check { subject, _, look in
      subject.max { a, b in
        look(a)
        return a.number < b.number
      }
    }
    check { subject, _, look in
      subject.tryMin { a, b in
        look(b)
        return a.number > b.number
      }
    }
  }
}
