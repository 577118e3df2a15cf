import Streams
import StreamsTesting
import Testing

private func subjects() -> [(send: (Int) -> Void, end: () -> Void, stream: Source)] {
  let passthrough = PassthroughSubject<Int, Oops>()
  let current = CurrentValueSubject<Int, Oops>(0)
  return [
    ({ passthrough.send($0) }, { passthrough.send(completion: .finished) }, passthrough.eraseToAnyPublisher()),
    ({ current.send($0) }, { current.send(completion: .finished) }, current.dropZero()),
  ]
}

extension CurrentValueSubject where Output == Int, Failure == Oops {
  /// Without the value it began with, so that both subjects can be told the same.
  fileprivate func dropZero() -> Source { filter { $0 != 0 }.eraseToAnyPublisher() }
}

@Test("C12: each subscriber of a subject has a demand of its own")
func eachSubscriberHasItsOwnDemand() {
  for subject in subjects() {
    let recorders = [Recorder<Int, Oops>(demand: .unlimited), Recorder<Int, Oops>(demand: .max(1))]
    for recorder in recorders { subject.stream.subscribe(recorder) }
    subject.send(1)
    subject.send(2)
    #expect(recorders[0].values == [1, 2])
    #expect(recorders[1].values == [1])
    #expect(recorders[0].violations == [] && recorders[1].violations == [])
    subject.end()
  }
}

@Test("C38: who subscribes during a send does not get that value; who leaves gets nothing more")
func subscribersComeAndGoDuringASend() {
  let subject = PassthroughSubject<Int, Oops>()
  let (first, second, late) = (
    Recorder<Int, Oops>(demand: .unlimited), Recorder<Int, Oops>(demand: .unlimited),
    Recorder<Int, Oops>(demand: .unlimited)
  )
  first.onValue = { _, value in
    if value == 1 {
      second.cancel()
      subject.subscribe(late)
    }
    return .none
  }
  subject.subscribe(first)
  subject.subscribe(second)
  subject.send(1)
  subject.send(2)
  #expect(first.values == [1, 2])
  #expect(second.values == [])
  #expect(late.values == [2])
  #expect(second.violations == [] && late.violations == [])
  subject.send(completion: .finished)
}

@Test("C39: a subject serves its subscribers in the order they came")
func orderOfSubscribers() {
  let subject = PassthroughSubject<Int, Oops>()
  var order: [Int] = []
  let recorders = (0..<20).map { index in
    let recorder = Recorder<Int, Oops>(demand: .unlimited)
    recorder.onValue = { _, _ in
      order.append(index)
      return .none
    }
    subject.subscribe(recorder)
    return recorder
  }
  subject.send(1)
  recorders[7].cancel()
  order = []
  subject.send(2)
  #expect(order == Array(0..<20).filter { $0 != 7 })
  subject.send(completion: .finished)
}

@Test("C84: a passthrough subject asks its upstream for everything once somebody asks it, a current value at once")
func aSubjectAsksItsUpstream() {
  let (probe, passthrough) = (Probe<Int, Oops>(), PassthroughSubject<Int, Oops>())
  let token = probe.subscribe(passthrough)
  #expect(probe.asked == [])
  let recorder = Recorder<Int, Oops>(demand: .max(1))
  passthrough.subscribe(recorder)
  #expect(probe.asked == [.request(.unlimited)])
  probe.send(1)
  #expect(recorder.values == [1])
  withExtendedLifetime(token) {}

  let (second, current) = (Probe<Int, Oops>(), CurrentValueSubject<Int, Oops>(0))
  let another = second.subscribe(current)
  #expect(second.asked == [.request(.unlimited)])
  second.send(5)
  #expect(current.value == 5)
  withExtendedLifetime(another) {}
  recorder.cancel()
}

@Test("C85: a subject that has ended sends nothing more and tells who comes that it has")
func anEndedSubject() {
  for subject in subjects() {
    let (early, late) = (Recorder<Int, Oops>(demand: .unlimited), Recorder<Int, Oops>(demand: .unlimited))
    subject.stream.subscribe(early)
    subject.end()
    subject.send(1)
    subject.end()
    subject.stream.subscribe(late)
    for recorder in [early, late] {
      #expect(recorder.values == [])
      #expect(recorder.isFinished)
      #expect(recorder.violations == [])
    }
  }
}
