// How sources, subjects and tokens show in logs and debuggers: with what they hold, and without what they work with.

extension Just: PipelineInLogs {}
extension Fail: PipelineInLogs {}
extension Deferred: PipelineInLogs {}
extension Publishers.Sequence: PipelineInLogs {}
extension Publishers.AsyncSequence: PipelineInLogs {}
extension AsyncPublisher: PipelineInLogs {}
extension AsyncThrowingPublisher: PipelineInLogs {}

extension Empty: PipelineInLogs {
  public var description: String { "\(Self.self)" + (completeImmediately ? "" : "(completeImmediately: false)") }
}
extension Record: PipelineInLogs {
  public var description: String { "Record(\(recording.output), \(recording.completion))" }
}
extension Optional.Publisher: PipelineInLogs {
  public var description: String { "Optional.Publisher(\(PipelineStep.text(of: output as Any) ?? "nil"))" }
}
extension Result.Publisher: PipelineInLogs {
  public var description: String { "Result.Publisher(\(result))" }
}

extension Future: PipelineInLogs, CustomReflectable {
  /// With the result, once it is there.
  public var description: String { "\(Self.self)" + (result.map { "(\($0))" } ?? "") }
  public var customMirror: Mirror { Mirror(self, children: ["result": unwrapped(result)]) }
  private var result: Result<Output, Failure>? { queue.isFinished ? outcome.result : nil }
}

extension PassthroughSubject: PipelineInLogs, CustomReflectable {
  public var description: String { "\(Self.self)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
extension CurrentValueSubject: PipelineInLogs, CustomReflectable {
  public var description: String { "\(Self.self)(\(PipelineStep.text(of: value) ?? "nil"))" }
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}
extension ObservableObjectPublisher: PipelineInLogs, CustomReflectable {
  public var description: String { "ObservableObjectPublisher" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// As the value of the property.
extension Published: CustomStringConvertible, CustomReflectable {
  public var description: String { "Published(\(value))" }
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
  private var value: Value {
    switch storage {
    case .value(let value): value
    case .published(let owner): owner.subject.value
    }
  }
}
extension Published.Publisher: PipelineInLogs, CustomReflectable {
  public var description: String { "Published<\(Value.self)>.Publisher" }
  public var customMirror: Mirror { Mirror(self, children: ["value": subject.value]) }
}
extension PublishedSubject: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Published<\(Value.self)>" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension Publishers.Share: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["upstream": upstream]) }
}
extension Publishers.Multicast: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["upstream": upstream]) }
}
extension Publishers.Autoconnect: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["upstream": upstream]) }
}
extension Publishers.MakeConnectable: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["upstream": shared.upstream]) }
}

extension AnyPublisher: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
extension AnyCancellable: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
