import Glibc
import Measuring
import Streams

private final class Model: ObservableObject {
  @Published var published = 0
  var number = 0
}

let endRows: [Row] = [
  Row("sink") { n in cold(n) { $0 } },
  Row("subscribe(subject)") { n in
    let subject = PassthroughSubject<Int, Never>()
    let last = Last<Int>()
    let token = subject.sink { last.keep($0) }
    withExtendedLifetime((token, Numbers(n).subscribe(subject))) {}
    return last.count
  },
  Row("assign(to:on:)") { n in
    let model = Model()
    withExtendedLifetime(Numbers(n).assign(to: \.number, on: model)) {}
    return model.number
  },
  Row("assign(to:)") { n in
    let model = Model()
    Numbers(n).assign(to: &model.$published)
    return model.published
  },
  Row("values") { n in
    nonisolated(unsafe) let done = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(done, 0, 0)
    Task.detached {
      let last = Last<Int>()
      for await number in Numbers(n).values { last.keep(number) }
      sem_post(done)
    }
    sem_wait(done)
    sem_destroy(done)
    done.deallocate()
    return n
  },
]
