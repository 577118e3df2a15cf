/// What `import Combine` brings on Linux, so that a program written for Apple's Combine compiles as it is: everything in
/// Streams, and what Apple's Dispatch and Foundation add to it.
/// Differs from Combine: docs/decisions/099.
@_exported import Dispatch
/// Where `URLSession` is on Linux.
@_exported import FoundationNetworking
@_exported import Streams
@_exported import StreamsDispatch
@_exported import StreamsFoundation
