import Dispatch
import Measuring
import Streams
import StreamsDispatch
import StreamsLoop

/// From one thread or queue to another. The counted ones do both in one thread.
let hopRows: [Row] = [
  Row("9-loop", "PassthroughSubject → receive(on: loop) → sink, in one thread", length: 4096) { n in
    onALoop(n) { subject, loop, sum in subject.receive(on: loop).sink { sum.add($0) } }
  },
  Row("9-two", "the same by turns with other posted work: one action for each value", length: 1024) { n in
    onALoop(n, postsBetween: true) { subject, loop, sum in subject.receive(on: loop).sink { sum.add($0) } }
  },
  Row("L3-post", "a closure posted to the loop, in one thread", length: 4096) { n in
    let loop = try! EventLoop()
    let sum = Sum()
    for number in 0..<n {
      try! loop.post { sum.add(number) }
      if number % 256 == 255 { try! loop.run(.noWait) }
    }
    try! loop.close()
    return sum.value
  },
  Row("9-queue", "PassthroughSubject → receive(on: serial DispatchQueue) → sink", isCounted: false) { n in
    let queue = DispatchQueue(label: "hops")
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let token = subject.receive(on: queue).sink { sum.add($0) }
    for number in 0..<n { subject.send(number) }
    queue.sync {}
    withExtendedLifetime(token) {}
    return sum.value
  },
  Row("9-queue-two", "the same by turns with other work: one action for each value", isCounted: false) { n in
    let queue = DispatchQueue(label: "hops")
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let token = subject.receive(on: queue).sink { sum.add($0) }
    for number in 0..<n {
      subject.send(number)
      queue.schedule {}
    }
    queue.sync {}
    withExtendedLifetime(token) {}
    return sum.value
  },
  Row("L3", "PassthroughSubject → receive(on: loop) → sink, from another thread", isCounted: false) { n in
    let loop = try! EventLoop()
    try! loop.start()
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let token = subject.receive(on: loop).sink { sum.add($0) }
    for number in 0..<n { subject.send(number) }
    try! loop.close()
    withExtendedLifetime(token) {}
    return sum.value
  },
]

/// Sends `count` numbers through a loop that runs after each thousand.
@inline(__always)
func onALoop(
  _ count: Int, postsBetween: Bool = false,
  _ subscribe: (PassthroughSubject<Int, Never>, EventLoop, Sum) -> AnyCancellable
) -> Int {
  let loop = try! EventLoop()
  let subject = PassthroughSubject<Int, Never>()
  let sum = Sum()
  let token = subscribe(subject, loop, sum)
  for number in 0..<count {
    subject.send(number)
    if postsBetween { try! loop.post {} }
    if number % 1024 == 1023 { try! loop.run(.noWait) }
  }
  try! loop.close()
  withExtendedLifetime(token) {}
  return sum.value
}
