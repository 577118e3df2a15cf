// What `import Combine` brings on Linux: the names a program written for Apple's Combine expects to find there.
@_exported import Dispatch
@_exported import FoundationNetworking
@_exported import Streams
@_exported import StreamsDispatch
@_exported import StreamsFoundation
