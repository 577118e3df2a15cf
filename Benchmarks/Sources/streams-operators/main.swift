import Measuring

// A row's name is what stands in docs/operators.md. What is counted is the way of a value from a source to a sink;
// where many values make one, for each that goes in; for sources of one value at most, a subscription.

run(
  sourceRows + subjectRows + transformingRows + filteringRows + foldingRows + combiningRows + flatteningRows
    + timingRows
    + sharingRows + observingRows + endRows)
