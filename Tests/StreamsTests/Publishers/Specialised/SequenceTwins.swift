import Streams

extension Twin {
  static func sequence(_ values: [Int]) -> [Twin] {
    let (sequence, any) = (values.publisher, values.publisher.eraseToAnyPublisher())
    var twins = Twins("\(values).publisher")
    typealias Values<T> = Publishers.Sequence<[T], Never>
    typealias Over<S: Sequence> = Publishers.Sequence<S, Never>
    typealias Once<T> = Result<T, Never>.Publisher
    typealias Trying<T> = Result<T, any Error>.Publisher
    typealias Maybe = Int?.Publisher

    twins.add("map(_:)", Values<String>.self, sequence.map { "\($0)" }, any.map { "\($0)" })
    twins.add("compactMap(_:)", Values<Int>.self, sequence.compactMap(tenfoldIfOdd), any.compactMap(tenfoldIfOdd))
    let holes = values.map(tenfoldIfOdd).publisher
    twins.add(
      "replaceNil(with:)", Values<Int?>.self, holes.replaceNil(with: 0),
      holes.eraseToAnyPublisher().replaceNil(with: 0).map(Optional.some))
    twins.add("scan(_:_:)", Values<String>.self, sequence.scan("0", sum), any.scan("0", sum))
    twins.add(
      "setFailureType(to:)", Publishers.Sequence<[Int], Broken>.self, sequence.setFailureType(to: Broken.self),
      any.setFailureType(to: Broken.self))

    for predicate in [isOdd, always, never] {
      twins.add("filter(_:)", Values<Int>.self, sequence.filter(predicate), any.filter(predicate))
      twins.add("prefix(while:)", Values<Int>.self, sequence.prefix(while: predicate), any.prefix(while: predicate))
      twins.add(
        "drop(while:)", Over<DropWhileSequence<[Int]>>.self, sequence.drop(while: predicate),
        any.drop(while: predicate))
      twins.add("first(where:)", Maybe.self, sequence.first(where: predicate), any.first(where: predicate))
      twins.add("last(where:)", Maybe.self, sequence.last(where: predicate), any.last(where: predicate))
      twins.add(
        "contains(where:)", Once<Bool>.self, sequence.contains(where: predicate), any.contains(where: predicate))
      twins.add("allSatisfy(_:)", Once<Bool>.self, sequence.allSatisfy(predicate), any.allSatisfy(predicate))
    }
    for predicate in [isOddOrThrow, throwing] {
      twins.add(
        "tryContains(where:)", Trying<Bool>.self, sequence.tryContains(where: predicate),
        any.tryContains(where: predicate))
      twins.add(
        "tryAllSatisfy(_:)", Trying<Bool>.self, sequence.tryAllSatisfy(predicate), any.tryAllSatisfy(predicate))
    }
    for n in [0, 1, 3, 9] {
      twins.add("prefix(_:)", Over<PrefixSequence<[Int]>>.self, sequence.prefix(n), any.prefix(n))
      twins.add("dropFirst(_:)", Over<DropFirstSequence<[Int]>>.self, sequence.dropFirst(n), any.dropFirst(n))
      twins.add("output(at:)", Maybe.self, sequence.output(at: n), any.output(at: n))
      twins.add("output(in:)", Values<Int>.self, sequence.output(in: 1..<1 + n), any.output(in: 1..<1 + n))
      twins.add("output(in:)", Values<Int>.self, sequence.output(in: n..<9), any.output(in: n..<9))
    }
    twins.add("dropFirst(_:)", Over<DropFirstSequence<[Int]>>.self, sequence.dropFirst(), any.dropFirst())
    twins.add("ignoreOutput()", Empty<Int, Never>.self, sequence.ignoreOutput(), any.ignoreOutput())
    twins.add("removeDuplicates()", Values<Int>.self, sequence.removeDuplicates(), any.removeDuplicates())

    twins.add("first()", Maybe.self, sequence.first(), any.first())
    twins.add("last()", Maybe.self, sequence.last(), any.last())
    twins.add("min()", Maybe.self, sequence.min(), any.min())
    twins.add("max()", Maybe.self, sequence.max(), any.max())
    twins.add("min(by:)", Maybe.self, sequence.min { $0 % 3 < $1 % 3 }, any.min { $0 % 3 < $1 % 3 })
    twins.add("max(by:)", Maybe.self, sequence.max { $0 % 3 < $1 % 3 }, any.max { $0 % 3 < $1 % 3 })
    twins.add("collect()", Once<[Int]>.self, sequence.collect(), any.collect())
    twins.add("contains(_:)", Once<Bool>.self, sequence.contains(2), any.contains(2))
    twins.add("reduce(_:_:)", Once<String>.self, sequence.reduce("0", sum), any.reduce("0", sum))
    twins.add(
      "tryReduce(_:_:)", Trying<String>.self, sequence.tryReduce("0", sumOrThrow), any.tryReduce("0", sumOrThrow))
    twins.add("count()", Just<Int>.self, sequence.count(), any.count())
    let failing = sequence.setFailureType(to: Broken.self)
    twins.add("count()", Result<Int, Broken>.Publisher.self, failing.count(), failing.eraseToAnyPublisher().count())
    let set = Set(values).publisher
    twins.add("count()", Once<Int>.self, set.count(), set.eraseToAnyPublisher().count())

    twins.add("append(_:)", Values<Int>.self, sequence.append(7, 8), any.append(7, 8))
    twins.add("append(_:)", Values<Int>.self, sequence.append(7...8), any.append(7...8))
    twins.add("append(_:)", Values<Int>.self, sequence.append([7].publisher), any.append([7].publisher))
    twins.add("prepend(_:)", Values<Int>.self, sequence.prepend(7, 8), any.prepend(7, 8))
    twins.add("prepend(_:)", Values<Int>.self, sequence.prepend(7...8), any.prepend(7...8))
    twins.add("prepend(_:)", Values<Int>.self, sequence.prepend([7].publisher), any.prepend([7].publisher))
    return twins.all
  }
}
