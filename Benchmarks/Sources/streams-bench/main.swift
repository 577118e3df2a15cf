import Measuring
import Streams

run(contractRows + shapeRows)
