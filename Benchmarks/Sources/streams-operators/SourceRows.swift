import Measuring
import Streams

let sourceRows: [Row] = [
  Row("Just") { n in subscribe(n) { Just($0) } },
  Row("Sequence.publisher") { n in cold(n) { $0 } },
  Row("Deferred") { n in subscribe(n) { number in Deferred { Just(number) } } },
  Row("Future") { n in subscribe(n) { number in Future<Int, Never> { $0(.success(number)) } } },
  Row("Record") { n in consume(Record<Int, Never>(output: Array(0..<n), completion: .finished)) },
  Row("Optional.publisher") { n in subscribe(n) { Optional.some($0).publisher } },
  Row("Result.publisher") { n in subscribe(n) { Result<Int, Failed>.success($0).publisher } },
]

private final class Model: ObservableObject {
  @Published var number = 0
}

let subjectRows: [Row] = [
  Row("PassthroughSubject") { n in hot(n) { $0 } },
  Row("CurrentValueSubject") { n in
    let subject = CurrentValueSubject<Int, Never>(0)
    let last = Last<Int>()
    let token = subject.sink { last.keep($0) }
    for number in 0..<n { subject.send(number) }
    withExtendedLifetime(token) {}
    return last.count
  },
  Row("Published") { n in
    let model = Model()
    let last = Last<Int>()
    let token = model.$number.sink { last.keep($0) }
    for number in 0..<n { model.number = number }
    withExtendedLifetime(token) {}
    return last.count
  },
  Row("ObservableObject.objectWillChange") { n in
    let model = Model()
    let last = Last<Void>()
    let token = model.objectWillChange.sink { last.keep(()) }
    for number in 0..<n { model.number = number }
    withExtendedLifetime(token) {}
    return last.count
  },
]
