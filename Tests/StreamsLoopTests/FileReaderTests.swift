import CLibuv
import Glibc
import Streams
import StreamsLoop
import StreamsTesting
import Testing

/// A file that is removed at the end.
final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8]) {
    var name = Array("/tmp/streams-test-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    precondition(file >= 0)
    path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    var written = 0
    bytes.withUnsafeBytes {
      while written < bytes.count { written += write(file, $0.baseAddress! + written, bytes.count - written) }
    }
    close(file)
  }

  convenience init(_ text: String) { self.init(Array(text.utf8)) }
  deinit { unlink(path) }

  /// How often the process has it open.
  var openCount: Int {
    var own = stat()
    precondition(stat(path, &own) == 0)
    return (Int32(0)..<1_024).count {
      var other = stat()
      return fstat($0, &other) == 0 && other.st_ino == own.st_ino && other.st_dev == own.st_dev
    }
  }
}

/// How much memory the process uses, in pages.
func residentPages() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 200)
  fgets(&line, 200, file)
  let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  return Int(text.split(separator: " ")[1]) ?? 0
}

extension LoopTests {
  @Suite struct FileReaderTests {
    typealias Reader = Recorder<Bytes, LoopError>

    @Test func aFileComesInChunksAndThenFinishes() throws {
      let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let file = TemporaryFile(content)
      let loop = try EventLoop()
      for size in [1_000, 4_096, 65_536, 1 << 20] {
        let reader = Reader(demand: .unlimited)
        loop.readFile(file.path, chunkSize: size).subscribe(reader)
        try loop.run()
        #expect(reader.values.flatMap { Array($0) } == content)
        #expect(reader.values.allSatisfy { $0.count <= size })
        #expect(reader.isFinished)
        #expect(reader.violations == [])
      }
      #expect(file.openCount == 0)
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func oneReadForEachChunkAskedForAndTheEndNeedsOneMore() throws {  // C101
      let file = TemporaryFile("aabbcc")
      let loop = try EventLoop()
      let reader = Reader()
      loop.readFile(file.path, chunkSize: 2).subscribe(reader)
      #expect(try loop.run() == false)  // parked: it does not keep the loop (C106)
      #expect(reader.values == [])
      for expected in ["aa", "bb", "cc"] {
        reader.request(.max(1))
        try loop.run()
        #expect(reader.values.last.map { "\($0)" } == expected)
        #expect(reader.completion == nil)
      }
      reader.request(.max(1))
      try loop.run()
      #expect(reader.isFinished)
      #expect(reader.violations == [])
      try loop.close()
    }

    @Test func anEmptyFileFinishesWithTheFirstDemand() throws {
      let file = TemporaryFile("")
      let loop = try EventLoop()
      let reader = Reader(demand: .max(1))
      loop.readFile(file.path).subscribe(reader)
      try loop.run()
      #expect(reader.values == [])
      #expect(reader.isFinished)
      try loop.close()
    }

    @Test func chunksThatAreKeptStayAsTheyWere() throws {
      let file = TemporaryFile(
        (0..<26).map { String(repeating: Character(UnicodeScalar(97 + $0)), count: 10) }.joined())
      let loop = try EventLoop()
      let reader = Reader(demand: .max(1))
      reader.onValue = { _, _ in .max(1) }
      loop.readFile(file.path, chunkSize: 10).subscribe(reader)
      try loop.run()
      #expect(reader.values.count == 26)
      for (i, chunk) in reader.values.enumerated() { #expect(Set(chunk) == [UInt8(97 + i)]) }
      try loop.close()
    }

    @Test func whatCannotBeOpenedOrReadFailsWithCodeAndPathWithoutDemand() throws {  // FH23, C46
      let loop = try EventLoop()
      let missing = Reader()
      loop.readFile("/no/such/file").subscribe(missing)
      try loop.run()
      #expect(missing.failure == LoopError(code: -ENOENT, path: "/no/such/file"))
      let directory = Reader(demand: .max(1))
      loop.readFile("/tmp").subscribe(directory)
      try loop.run()
      #expect(directory.failure == LoopError(code: -EISDIR, path: "/tmp"))
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func cancelInsideAValueDuringAReadClosesTheFileOnce() throws {  // C104, FH1
      let file = TemporaryFile([UInt8](repeating: 7, count: 500_000))
      let loop = try EventLoop()
      for _ in 0..<20 {
        let reader = Reader(demand: .unlimited)  // so the next read is under way
        reader.onValue = { reader, _ in
          if reader.values.count == 3 { reader.cancel() }
          return .none
        }
        loop.readFile(file.path, chunkSize: 1_000).subscribe(reader)
        try loop.run()
        reader.cancel()
        #expect(reader.values.count == 3)
        #expect(reader.violations == [])
      }
      #expect(file.openCount == 0)
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func cancelAtAnyMomentFromAnotherThreadIsSafe() throws {
      let file = TemporaryFile([UInt8](repeating: 7, count: 100_000))
      let loop = try EventLoop()
      try loop.start()
      for i in 0..<300 {
        let reader = Reader(demand: .unlimited)
        loop.readFile(file.path, chunkSize: 1_000).subscribe(reader)
        let subscription = reader.subscription!
        for _ in 0..<(i * 20) { sched_yield() }
        subscription.cancel()
      }
      #expect(eventually { loop.liveHandles == 2 })
      #expect(file.openCount == 0)
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func closingTheLoopDuringAReadFailsItAndClosesTheFile() throws {  // FH19
      let file = TemporaryFile([UInt8](repeating: 7, count: 1_000_000))
      for round in 0..<50 {
        let loop = try EventLoop()
        let parked = Reader()
        let active = Reader(demand: .unlimited)
        loop.readFile(file.path).subscribe(parked)
        loop.readFile(file.path, chunkSize: 100).subscribe(active)
        for _ in 0..<round { try loop.run(.noWait) }
        try loop.close()
        for reader in [parked, active] {
          #expect(reader.failure == .closed)
          #expect(reader.violations == [])
        }
        #expect(loop.liveHandles == 0)
      }
      #expect(file.openCount == 0)
    }

    @Test func droppingTheLoopWithoutClosingReleasesEverything() throws {
      let file = TemporaryFile("text")
      weak var subscriber: Reader?
      let inner: Loop
      do {
        let reader = Reader(demand: .max(1))
        subscriber = reader
        let loop = try EventLoop()
        inner = loop.loop
        loop.readFile(file.path).subscribe(reader)
        reader.dropSubscription()
      }
      #expect(subscriber == nil)
      #expect(inner.liveHandles == 0)
    }

    @Test func readingAnAdoptedLoopsFileAndClosingItMidway() throws {
      let file = TemporaryFile([UInt8](repeating: 7, count: 1_000_000))
      let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
      defer { uv.deallocate() }
      uv_loop_init(uv)
      let loop = try EventLoop(adopting: uv)
      let whole = Reader(demand: .unlimited)
      loop.readFile(file.path).subscribe(whole)
      uv_run(uv, UV_RUN_DEFAULT)
      #expect(whole.isFinished)
      #expect(whole.values.reduce(0) { $0 + $1.count } == 1_000_000)
      let cut = Reader(demand: .unlimited)
      loop.readFile(file.path, chunkSize: 1_000).subscribe(cut)
      uv_run(uv, UV_RUN_ONCE)
      try loop.close()
      #expect(cut.failure == .closed)
      uv_run(uv, UV_RUN_DEFAULT)
      #expect(uv_loop_close(uv) == 0)
      #expect(loop.liveHandles == 0)
      #expect(file.openCount == 0)
      #expect(cut.violations == [])
    }

    @Test func linesOfAFileComeOneForEachThatIsAskedFor() throws {
      let text = (0..<5_000).map { "line \($0) \(String(repeating: "x", count: $0 % 90))" }
      let file = TemporaryFile(text.joined(separator: "\n"))
      let loop = try EventLoop()
      let reader = Recorder<Bytes, any Error>(demand: .max(1))
      reader.onValue = { _, _ in .max(1) }
      loop.readFile(file.path, chunkSize: 4_096).lines().subscribe(reader)
      try loop.run()
      #expect(reader.values.map { "\($0)" } == text)
      #expect(reader.isFinished)
      #expect(reader.violations == [])

      var count = 0
      let token = loop.readFile(file.path).lines().sink(receiveCompletion: { _ in }, receiveValue: { _ in count += 1 })
      try loop.run()
      withExtendedLifetime(token) {}
      #expect(count == 5_000)
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func aChunkThatNobodyKeepsIsUsedAgain() throws {
      let file = TemporaryFile([UInt8](repeating: 7, count: 100_000))
      let loop = try EventLoop()
      for isKept in [false, true] {
        var owners: Set<ObjectIdentifier> = []
        var kept: [Bytes] = []
        let taker = AnySubscriber<Bytes, LoopError>(
          receiveSubscription: { $0.request(.max(1)) },
          receiveValue: { chunk in
            owners.insert(ObjectIdentifier(chunk.owner!))
            if isKept { kept.append(chunk) }
            return .max(1)
          })
        loop.readFile(file.path, chunkSize: 1_000).subscribe(taker)
        try loop.run()
        // Not kept: one, and one more where the last value outlives its call, as in builds without optimisation.
        #expect(isKept ? owners.count == 100 : owners.count <= 2)
      }
      try loop.close()
    }

    /// In a process of its own: what other tests keep meanwhile is not counted. AddressSanitizer puts off every `free`,
    /// so memory may grow, but by far less than what was read.
    @Test func anEndlessFileDoesNotStarveATimerAndItsMemoryStaysFlat() async {  // C107, FH21
      await #expect(processExitsWith: .success) {
        let loop = try EventLoop()
        let (count, hasRung) = (Shared(0), Shared(false))
        let token = Shared<AnyCancellable?>(nil)
        let before = residentPages()
        token.value = loop.readFile("/dev/zero").sink(
          receiveCompletion: { _ in Issue.record("/dev/zero has no end") },
          receiveValue: { _ in
            count.value += 1
            if hasRung.value && count.value >= 4_096 { token.value?.cancel() }
          })
        loop.schedule(after: loop.now.advanced(by: .milliseconds(20))) { hasRung.value = true }
        try loop.run()
        token.value = nil
        let (read, grown) = (count.value * 65_536, (residentPages() - before) * Int(getpagesize()))
        #expect(grown < read / 16, "\(read) bytes were read")
        try loop.close()
        #expect(loop.liveHandles == 0)
      }
    }

    @Test func requestsInTheLastValueAndInTheCompletionReadNothingMore() throws {  // FH7, C102
      let file = TemporaryFile("text")
      let loop = try EventLoop()
      let reader = Reader(demand: .max(1))
      reader.onValue = { reader, _ in
        reader.request(.max(5))
        return .max(1)
      }
      reader.onCompletion = { reader, _ in reader.subscription!.request(.max(1)) }
      loop.readFile(file.path).subscribe(reader)
      #expect(try loop.run() == false)
      #expect(reader.values.count == 1)
      #expect(reader.isFinished)
      #expect(reader.violations == [])
      try loop.close()
      #expect(loop.liveHandles == 0)
    }

    @Test func aPipeIsReadUntilItsWriterCloses() throws {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      let loop = try EventLoop()
      let reader = Reader(demand: .unlimited)
      loop.readFile("/proc/self/fd/\(ends[0])").subscribe(reader)
      let worker = Worker { [ends] in
        for text in ["one ", "two ", "three"] {
          usleep(2_000)
          write(ends[1], text, text.utf8.count)
        }
        close(ends[1])
      }
      // The writer's end must be closed for good, so the reader's own end is the only other one.
      try loop.run()
      worker.join()
      close(ends[0])
      #expect(reader.values.map { "\($0)" }.joined() == "one two three")
      #expect(reader.isFinished)
      try loop.close()
    }
  }
}
