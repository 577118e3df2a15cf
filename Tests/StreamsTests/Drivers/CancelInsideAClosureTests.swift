import Streams
import StreamsTesting
import Testing

/// A closure that an operator calls may cancel the stream: what is under way then does not arrive (C61).
@Suite struct CancelInsideAClosureTests {
  private func check<P: Publisher>(
    _ name: String, _ drive: (Probe<Int, Broken>) -> Void = { $0.send(1) },
    _ make: (Probe<Int, Broken>, @escaping () -> Void) -> P
  ) {
    let probe = Probe<Int, Broken>()
    let recorder = Recorder<P.Output, P.Failure>(demand: .unlimited)
    make(probe) { [weak recorder] in recorder?.cancel() }.subscribe(recorder)
    drive(probe)
    #expect(recorder.isCancelled, "\(name)")
    #expect(recorder.violations == [], "\(name)")
  }

  @Test func noValueComesAfterIt() {
    check("handleEvents") { upstream, cancel in upstream.handleEvents(receiveOutput: { _ in cancel() }) }
    check("tryMap") { upstream, cancel in
      upstream.tryMap { value -> Int in
        cancel()
        return value
      }
    }
    check("tryScan") { upstream, cancel in
      upstream.tryScan(0) { _, value -> Int in
        cancel()
        return value
      }
    }
    check("tryFilter") { upstream, cancel in
      upstream.tryFilter { _ in
        cancel()
        return true
      }
    }
    check("tryCompactMap") { upstream, cancel in
      upstream.tryCompactMap { value -> Int? in
        cancel()
        return value
      }
    }
    check("tryRemoveDuplicates", { for value in 1...2 { $0.send(value) } }) { upstream, cancel in
      upstream.tryRemoveDuplicates { _, _ in
        cancel()
        return false
      }
    }
    for answer in [false, true] {
      check("prefix(while:)") { upstream, cancel in
        upstream.prefix { _ in
          cancel()
          return answer
        }
      }
      check("drop(while:)") { upstream, cancel in
        upstream.drop { _ in
          cancel()
          return answer
        }
      }
      check("first(where:)") { upstream, cancel in
        upstream.first { _ in
          cancel()
          return answer
        }
      }
    }
    check("flatMap") { upstream, cancel in
      upstream.flatMap { value -> Result<Int, Broken>.Publisher in
        cancel()
        return .init(value)
      }
    }
  }

  @Test func noEndComesAfterIt() {
    for drive in [{ $0.finish() }, { $0.fail(.here) }] as [(Probe<Int, Broken>) -> Void] {
      check("handleEvents", drive) { upstream, cancel in upstream.handleEvents(receiveCompletion: { _ in cancel() }) }
    }
    check("tryMap") { upstream, cancel in
      upstream.tryMap { _ -> Int in
        cancel()
        throw Broken.there
      }
    }
    check("tryCatch", { $0.fail(.here) }) { upstream, cancel in
      upstream.tryCatch { _ -> Empty<Int, Broken> in
        cancel()
        throw Broken.there
      }
    }
  }

  @Test func nothingIsAskedForAfterACancelInsideTheSubscription() {  // C63
    let time = VirtualTime()
    func check<P: Publisher>(_ make: (Probe<Int, Broken>) -> P) {
      let (probe, recorder) = (Probe<Int, Broken>(), Recorder<P.Output, P.Failure>())
      recorder.onSubscription = { $0.cancel() }
      make(probe).subscribe(recorder)
      #expect(probe.asked == [.cancel])
    }
    check { $0.debounce(for: 1, scheduler: time) }
    check { $0.collect(.byTime(time, 1)) }
    check { $0.reduce(0, +) }
  }
}
