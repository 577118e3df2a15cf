import Dispatch
import Streams
