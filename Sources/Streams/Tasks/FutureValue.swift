extension Future where Failure == Never {
  /// Waits for the value, which need not come: cancelling the task does not end it, and a promise that is dropped unkept
  /// never does. The future itself may go meanwhile.
  @inlinable public var value: Output {
    get async {
      switch await result() {
      case .success(let value): value
      }
    }
  }
}

extension Future {
  /// Waits for the value, and throws the failure if it comes to that. Cancelling the task does not end it, and a
  /// promise that is dropped unkept never does. The future itself may go meanwhile.
  @inlinable public var value: Output {
    get async throws { try await result().get() }
  }

  @usableFromInline func result() async -> Result<Output, Failure> {
    await withUnsafeContinuation { receive(subscriber: FutureSide(task: $0)) }
  }
}

/// The task that waits. It goes on outside any lock: a shot fires so (C36).
struct FutureSide<Input, Failure: Error>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let task: UnsafeContinuation<Result<Input, Failure>, Never>

  func receive(subscription: any Subscription) { subscription.request(.max(1)) }

  func receive(_ input: Input) -> Subscribers.Demand {
    nonisolated(unsafe) let answer = Result<Input, Failure>.success(input)  // handed over: it came from anywhere
    task.resume(returning: answer)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let failure) = completion { task.resume(returning: .failure(failure)) }
  }
}
