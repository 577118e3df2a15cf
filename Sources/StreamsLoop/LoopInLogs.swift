import Streams

// How a loop and what it publishes show in logs and debuggers.

extension EventLoop: CustomStringConvertible, CustomReflectable {
  public var description: String { "EventLoop" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension EventLoop.Timer: PipelineInLogs {
  public var description: String { "Timer(after: \(first)" + (interval.map { ", every: \($0))" } ?? ")") }
}

extension EventLoop.FileReader: PipelineInLogs {
  public var description: String { "FileReader(\(path))" }
}

extension EventLoop.SchedulerTimeType.Stride: CustomStringConvertible {
  /// In seconds.
  public var description: String { "\(Double(magnitude) / 1_000_000_000) s" }
}
