import Measuring
import Streams

run(contractRows + hopRows + shapeRows)
