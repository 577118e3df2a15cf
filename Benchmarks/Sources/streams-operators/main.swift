import Measuring

run(sources + transforming + filtering + folding + combining + flattening + timing + sharing + observing)
