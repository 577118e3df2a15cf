import StreamsDispatch
import Testing
