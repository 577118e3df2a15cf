import Foundation
import Streams
