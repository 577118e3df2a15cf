import CStreams
import Streams

@_cdecl("streams_create") @implementation
public func streams_create(
  _ source: UnsafePointer<streams_source_t>?, _ context: UnsafeMutableRawPointer?, _ destroy: streams_destroy_fn?
) -> OpaquePointer? {
  let context = Context(context, destroy)
  guard let source else { return fail(.invalid) }
  guard let source = streams_source_t(of: source) else { return fail(.version) }
  guard let subscribe = source.subscribe else { return fail(.invalid) }
  weak var itself: Recipe?
  let recipe = Recipe {
    let downstream = Downstream($0, name: itself?.name)
    downstream.retain()
    var status: Int32 = 0
    if !lend(downstream, .downstream, { status = subscribe(context.pointer, $0) }) { status = Status.limit.code }
    if status < 0 { _ = downstream.complete(.failure(Fault(returned: status))) }
    downstream.release()
  }
  itself = recipe
  return give(recipe, .publisher)
}

@_cdecl("streams_downstream_start") @implementation
public func streams_downstream_start(
  _ downstream: OpaquePointer?, _ producer: UnsafePointer<streams_producer_t>?, _ context: UnsafeMutableRawPointer?,
  _ destroy: streams_destroy_fn?
) -> Int32 {
  let context = Context(context, destroy)
  return with(downstream, .downstream, Downstream.self) {
    guard let producer else { return misuse(.invalid, about: $0) }
    guard let functions = streams_producer_t(of: producer) else { return misuse(.version, about: $0) }
    let downstream = $0
    let status = Burst.apart { downstream.start(functions, context) }
    return status == .state ? misuse(.state, about: downstream) : status.code
  }
}

@_cdecl("streams_downstream_send") @implementation
public func streams_downstream_send(
  _ downstream: OpaquePointer?, _ value: streams_value_t, _ more: UnsafeMutablePointer<streams_demand_t>?
) -> Int32 {
  with(downstream, .downstream, Downstream.self) {
    if let refusal = value.refusal { return misuse(refusal, about: $0) }
    let downstream = $0
    let status = Burst.apart { downstream.send(value.lent, more) }
    return status == .demand || status == .state ? misuse(status, about: downstream) : status.code
  }
}

@_cdecl("streams_downstream_send_n") @implementation
public func streams_downstream_send_n(
  _ downstream: OpaquePointer?, _ values: UnsafePointer<streams_value_t>?, _ count: Int,
  _ sent: UnsafeMutablePointer<Int>?, _ more: UnsafeMutablePointer<streams_demand_t>?
) -> Int32 {
  sent?.pointee = 0
  more?.pointee = 0
  let array = Lent(values, count)
  return with(downstream, .downstream, Downstream.self) {
    if let refusal = array.refusal { return misuse(refusal, about: $0) }
    let result = $0.send(array)
    sent?.pointee = result.sent
    more?.pointee = result.more.count
    let isMisuse = result.status == .state || result.status == .demand && sent == nil
    return isMisuse ? misuse(result.status, about: $0) : result.status.code
  }
}

@_cdecl("streams_downstream_complete") @implementation
public func streams_downstream_complete(
  _ downstream: OpaquePointer?, _ code: Int32, _ message: UnsafePointer<CChar>?
) -> Int32 {
  with(downstream, .downstream, Downstream.self) {
    guard let completion = Completion(code, message) else { return misuse(.invalid, about: $0) }
    let downstream = $0
    return Burst.apart { downstream.complete(completion) }.code
  }
}

extension Subscribers.Completion<Fault> {
  /// 0 finishes, a negative code fails; nil for others.
  init?(_ code: Int32, _ message: UnsafePointer<CChar>?) {
    if code > 0 { return nil }
    self = code == 0 ? .finished : .failure(Fault(code: code, message.map { String(cString: $0) }))
  }
}

@_cdecl("streams_downstream_demand") @implementation
public func streams_downstream_demand(
  _ downstream: OpaquePointer?, _ out: UnsafeMutablePointer<streams_demand_t>?
) -> Int32 {
  with(downstream, .downstream, Downstream.self) {
    guard let out else { return misuse(.invalid, about: $0) }
    out.pointee = $0.demand
    return Status.ok.code
  }
}

@_cdecl("streams_downstream_dup") @implementation
public func streams_downstream_dup(_ downstream: OpaquePointer?) -> OpaquePointer? {
  guard let object = borrow(downstream, .downstream, Downstream.self) else { return nil }
  object.retain()
  guard let second = give(object, .downstream) else {
    object.release()
    return nil
  }
  return second
}

@_cdecl("streams_downstream_release") @implementation
public func streams_downstream_release(_ downstream: OpaquePointer?) -> Int32 {
  release(downstream, .downstream, Downstream.self) { $0.release() }
}
