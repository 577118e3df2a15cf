/// Publishes values that were recorded, and then the end that was.
///
/// One value for each that is asked for; the end comes with the last one (C49), and at once if there are none (C3).
/// Asking for zero does nothing.
public struct Record<Output, Failure: Error>: Publisher {
  public let recording: Recording

  /// Records what the closure says. If it says nothing of an end the record finishes.
  @inlinable public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.recording = recording
  }

  @inlinable public init(recording: Recording) { self.recording = recording }

  @inlinable public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    recording = Recording(output: output, completion: completion)
  }

  @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    SequenceState<[Output], S>.attach(subscriber, recording.output, recording.completion) { raw in
      let state = raw?.assumingMemoryBound(to: SequenceState<[Output], S>.self)
      return PumpLook(
        name: "Cancelled Events", source: state?.pointee.sequence,
        children: [("sequence", state?.pointee.sequence as Any), ("completion", state?.pointee.completion as Any)])
    }
  }

  /// Values and how they ended, told as to a subscriber. Nothing may be added after the end.
  public struct Recording {
    public typealias Input = Output
    public private(set) var output: [Output]
    /// `.finished` until it is told.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isComplete: Bool

    public init() {
      output = []
      completion = .finished
      isComplete = false
    }

    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "nothing can be recorded after the end")
      output.append(input)
    }

    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "a recording ends once")
      self.completion = completion
      isComplete = true
    }
  }
}

/// Coded as `{"recording":...}`.
extension Record: Codable where Output: Codable, Failure: Codable {
  public init(from decoder: any Decoder) throws {
    recording = try decoder.container(keyedBy: RecordKey.self).decode(Recording.self, forKey: .recording)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RecordKey.self)
    try container.encode(recording, forKey: .recording)
  }
}

/// Coded as `{"output":[...],"completion":...}`. One that was decoded is complete.
extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RecordKey.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RecordKey.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }

  /// The same as `encode(to:)`.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}

private enum RecordKey: String, CodingKey { case recording, output, completion }

extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}
