import CStreams

// Callbacks for languages that can neither return nor take a struct: the same through pointers.

private func functions(_ via: UnsafeMutableRawPointer?) -> streams_via_t? {
  via?.assumingMemoryBound(to: streams_via_t.self).pointee
}

private func made(_ status: Int32?, _ out: Value, _ function: StaticString = #function) -> Value {
  switch status {
  case Status.ok.code?: out
  case Int32(STREAMS_SKIP.rawValue)?: Value(bits: 0, type: Value.skip)
  case Status.done.code?: Value(bits: 0, type: Value.end)
  case let status?: .failed(Status(status))
  case nil: noValue(.invalid, function)
  }
}

@_cdecl("streams_via_map") @implementation
public func streams_via_map(_ via: UnsafeMutableRawPointer?, _ value: streams_value_t) -> streams_value_t {
  var (value, out) = (value, Value.null)
  let via = functions(via)
  let status = via?.map?(via?.context, &value, &out)
  return made(status, out)
}

@_cdecl("streams_via_next") @implementation
public func streams_via_next(_ via: UnsafeMutableRawPointer?) -> streams_value_t {
  var out = Value.null
  let via = functions(via)
  let status = via?.next?(via?.context, &out)
  return made(status, out)
}

@_cdecl("streams_via_fold") @implementation
public func streams_via_fold(
  _ via: UnsafeMutableRawPointer?, _ accumulated: streams_value_t, _ value: streams_value_t
) -> streams_value_t {
  var (accumulated, value, out) = (accumulated, value, Value.null)
  let via = functions(via)
  let status = via?.fold?(via?.context, &accumulated, &value, &out)
  return made(status, out)
}

@_cdecl("streams_via_test") @implementation
public func streams_via_test(_ via: UnsafeMutableRawPointer?, _ value: streams_value_t) -> Int32 {
  var value = value
  let via = functions(via)
  return via?.test?(via?.context, &value) ?? misuse(.invalid)
}

@_cdecl("streams_via_value") @implementation
public func streams_via_value(_ via: UnsafeMutableRawPointer?, _ value: streams_value_t) -> streams_demand_t {
  var value = value
  let via = functions(via)
  if let answer = via?.value?(via?.context, &value) { return answer }
  misuse(.invalid)
  return -1
}
