import CStreams
import Streams

@_cdecl("streams_handle_events") @implementation
public func streams_handle_events(
  _ upstream: OpaquePointer?, _ observer: UnsafePointer<streams_observer_t>?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let observer else { return refuse(upstream) }
  guard let told = streams_observer_t(of: observer) else { return refuse(upstream, .version) }
  guard let upstream = consume(upstream) else { return nil }
  return publish { downstream in
    let onSubscription = told.on_subscription.map { fn in { (_: any Subscription) in fn(context.pointer) } }
    let onOutput = told.on_value.map { fn in { (value: Value) in fn(context.pointer, value) } }
    let onCancel = told.on_cancel.map { fn in { fn(context.pointer) } }
    let onRequest = told.on_request.map { fn in { (demand: Demand) in fn(context.pointer, demand.count) } }
    let rule = HandleEventsRule<Value>(
      onSubscription: onSubscription, onOutput: onOutput, onFinish: { told.on_completion?(context.pointer, nil) },
      onCancel: onCancel, onRequest: onRequest)
    upstream.attach(downstream, below: SharedRule(watching: rule)) { fault in
      fault.lend { told.on_completion?(context.pointer, $0) }
      return fault
    }
  }
}
