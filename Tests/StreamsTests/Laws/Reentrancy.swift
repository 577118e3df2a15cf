import Streams
import StreamsTesting
import Testing

func numbers(_ range: ClosedRange<Int>) -> Source { range.publisher.failing(with: Oops.self).eraseToAnyPublisher() }

@Test("C7: a request inside receive(subscription:) may bring everything at once", arguments: Row.each)
func everythingMayComeInsideReceiveSubscription(row: Row) {
  let recorder = Recorder<Int, Oops>(demand: .max(3))
  row.make(numbers(1...3), VirtualTime()).subscribe(recorder)
  #expect(recorder.values == [1, 2, 3])
  recorder.request(.max(1))  // where the end waits for demand (C47)
  #expect(recorder.isFinished)
  #expect(recorder.violations == [])
}

@Test("C21: a request inside receive is honoured once and does not recurse", arguments: Row.endless)
func aRequestInsideReceiveDoesNotRecurse(row: Row) {
  let count = 20_000
  let recorder = Recorder<Int, Oops>(demand: .max(1))
  recorder.onValue = { recorder, _ in
    recorder.request(.max(1))
    return .none
  }
  onASmallStack { row.make(numbers(1...count), VirtualTime()).subscribe(recorder) }
  #expect(recorder.values.count == count)
  #expect(recorder.isFinished)
  #expect(recorder.violations == [])
}

@Test("C22: demand that is returned does not recurse either", arguments: Row.endless)
func returnedDemandDoesNotRecurse(row: Row) {
  let count = 20_000
  let recorder = Recorder<Int, Oops>(demand: .max(1))
  recorder.onValue = { _, _ in .max(1) }
  onASmallStack { row.make(numbers(1...count), VirtualTime()).subscribe(recorder) }
  #expect(recorder.values.count == count)
  #expect(recorder.isFinished)
  #expect(recorder.violations == [])
}

@Test(
  "C34: a value sent from inside receive comes, after the one under way where there is a turn",
  arguments: Row.each.filter { !$0.isOneAtATime })
func aValueSentFromInsideComes(row: Row) {
  let subject = PassthroughSubject<Int, Oops>()
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  recorder.allowsNesting = row.isNesting
  recorder.onValue = { _, value in
    if value < 3 { subject.send(value + 1) }
    return .none
  }
  row.make(subject.eraseToAnyPublisher(), VirtualTime()).subscribe(recorder)
  subject.send(1)
  subject.send(9)
  subject.send(completion: .finished)
  #expect(recorder.values == [1, 2, 3, 9])
  #expect(recorder.isFinished)
  #expect(recorder.violations == [])
}

@Test("C43: an end sent from inside receive comes after the value", arguments: Row.each)
func anEndSentFromInsideComes(row: Row) {
  let subject = PassthroughSubject<Int, Oops>()
  let recorder = Recorder<Int, Oops>(demand: .unlimited)
  recorder.allowsNesting = true
  recorder.onValue = { _, _ in
    subject.send(completion: .finished)
    subject.send(2)
    return .none
  }
  row.make(subject.eraseToAnyPublisher(), VirtualTime()).subscribe(recorder)
  subject.send(1)
  #expect(recorder.values == [1])
  #expect(recorder.isFinished)
  #expect(recorder.violations == [])
}
