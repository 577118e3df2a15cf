import CLibuv
import Glibc
import Streams

extension EventLoop {
  /// Publishes the contents of a file in chunks of at most `chunkSize` bytes.
  ///
  /// One read for each chunk that is asked for, never more; the reads run in libuv's thread pool, and while more than
  /// one is asked for, the next runs while a chunk is delivered. The file is opened when somebody subscribes, and
  /// closed once after the end, a failure or a cancel. The end is found by reading: it comes in answer to the next
  /// demand after the last chunk (C101).
  ///
  /// Values come in the loop's thread. Fails with libuv's code and the path if the file cannot be opened or read, with
  /// `.closed` if the loop closes before the end. A reader without demand does not keep the loop running.
  ///
  /// Cost: one hop to the pool and back per chunk: larger chunks are faster. A chunk that nobody keeps is used again.
  /// Pipes and devices work too, but one that stays silent occupies a thread of the pool, and `close()` and `exit()`
  /// wait for that.
  public func readFile(_ path: String, chunkSize: Int = 65_536) -> FileReader {
    FileReader(loop: self, path: path, chunkSize: chunkSize)
  }

  /// A publisher of a file's contents. See `EventLoop.readFile(_:chunkSize:)`.
  public struct FileReader: Publisher {
    public typealias Output = Bytes
    public typealias Failure = LoopError

    public let loop: EventLoop
    public let path: String
    public let chunkSize: Int

    @inlinable public init(loop: EventLoop, path: String, chunkSize: Int = 65_536) {
      precondition(chunkSize > 0, "a chunk must have room for a byte")
      self.loop = loop
      self.path = path
      self.chunkSize = chunkSize
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bytes, S.Failure == LoopError {
      let reading = FileReading(
        on: loop.loop, path, chunkSize,
        deliver: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
      subscriber.receive(subscription: reading)
      reading.start()
    }
  }
}

/// A file reader's subscription. All but the demand belongs to the loop's thread.
@usableFromInline package final class FileReading: Subscription, Resident, NamedInLogs {
  @usableFromInline package var name: String { "FileReader" }
  private let loop: Loop
  private let path: String
  /// As the system knows it: any bytes, while a `String` is text.
  private let bytes: [CChar]
  private let chunkSize: Int
  private let demand = DemandWord()
  private var deliver: ((Bytes) -> Subscribers.Demand)?
  private var complete: ((Subscribers.Completion<LoopError>) -> Void)?
  private var gate = ReadGate()
  private var file: uv_file = -1
  /// One request serves for all: one at a time.
  private let request = UnsafeMutablePointer<uv_fs_t>.allocate(capacity: 1)
  /// What the read under way fills.
  private var chunk: Chunk?
  private var spare: Chunk?
  private var isResident = false

  @usableFromInline package init(
    on loop: Loop, _ path: String, bytes: [CChar]? = nil, _ chunkSize: Int,
    deliver: @escaping (Bytes) -> Subscribers.Demand,
    complete: @escaping (Subscribers.Completion<LoopError>) -> Void
  ) {
    self.loop = loop
    self.path = path
    self.bytes = bytes ?? Array(path.utf8CString)
    self.chunkSize = chunkSize
    self.deliver = deliver
    self.complete = complete
    request.initialize(to: uv_fs_t())  // `finish` cleans up what libuv may not have seen
  }

  deinit { request.deallocate() }

  @usableFromInline package func start() {
    if !loop.perform({ self.begin() }) { end(.failure(.closed)) }
  }

  private func begin() {
    if demand.isOver { return letGo() }
    isResident = loop.residents.admit(self)
    if isResident { step() } else { end(.failure(.closed)) }
  }

  // MARK: Requests to libuv

  private var isAsked: Bool { !demand.isOver && demand.word.load(ordering: .relaxed) > 0 }

  private func step() {
    if !isResident && gate.phase == .unopened { return }  // `begin` is still to come
    switch gate.next(isAsked: isAsked) {
    case .none: break
    case .open: submit { uv_fs_open(loop.uv, request, bytes, O_RDONLY | O_CLOEXEC, 0, $0) }
    case .read:
      let chunk = spare ?? Chunk.make(capacity: chunkSize)
      spare = nil
      self.chunk = chunk
      var buffer = uv_buf_t(base: chunk.memory.assumingMemoryBound(to: CChar.self), len: chunkSize)
      submit { uv_fs_read(loop.uv, request, file, &buffer, 1, -1, $0) }
    case .close: submit { uv_fs_close(loop.uv, request, file, $0) }
    }
  }

  /// The object lives until the callback; if there will be none, what libuv answered is the result.
  private func submit(_ start: (uv_fs_cb) -> Int32) {
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    loop.beginRequest()
    let code = ThreadPool.use {
      start { request in
        let reading = Unmanaged<FileReading>.fromOpaque(request!.pointee.data).takeRetainedValue()
        reading.loop.callback { reading.finish(request!.pointee.result) }
      }
    }
    if code < 0 {
      Unmanaged.passUnretained(self).release()
      finish(Int(code))
    }
  }

  private func finish(_ result: Int) {
    uv_fs_req_cleanup(request)
    loop.endRequest()
    let phase = gate.phase
    gate.done(succeeded: result >= 0)
    if phase == .opening { file = uv_file(truncatingIfNeeded: result) }
    if demand.isOver { gate.end() }
    if phase == .closing || gate.isOver { return step() }
    if result < 0 { return end(.failure(LoopError(code: Int32(result), path: path))) }
    if phase == .opening { return step() }
    result == 0 ? end(.finished) : send(result)
  }

  private func send(_ count: Int) {
    guard var chunk, let deliver, demand.subtract(1) != nil else { return step() }
    self.chunk = nil
    step()  // the next read runs meanwhile, if it is asked for already
    let more = deliver(Bytes(UnsafeRawBufferPointer(start: chunk.memory, count: count), owner: chunk))
    if more > .none { demand.add(more) }
    if isKnownUniquelyReferenced(&chunk) { spare = chunk }
    step()
  }

  // MARK: The end

  @usableFromInline package func loopCloses() { end(.failure(.closed)) }

  private func end(_ completion: Subscribers.Completion<LoopError>) {
    guard demand.end() != nil else { return stop() }  // C43
    let complete = self.complete
    stop()
    complete?(completion)
  }

  /// Lets go of downstream, and of the file after the request under way.
  private func stop() {
    gate.end()
    if gate.isStoppable {
      UnsafeMutableRawPointer(request).withMemoryRebound(to: uv_req_t.self, capacity: 1) { request in
        _ = ThreadPool.use { uv_cancel(request) }
      }
    }
    letGo()
    step()
  }

  private func letGo() {
    if isResident { loop.residents.dismiss(self) }
    isResident = false
    (deliver, complete) = (nil, nil)
  }

  // MARK: What downstream says

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    precondition(more > .none, "demand must be greater than zero")  // C15
    guard demand.add(more) == 0 else { return }
    loop.perform { self.step() }
  }

  @usableFromInline package func cancel() {
    guard demand.end() != nil else { return }
    loop.perform { self.stop() }
  }
}
