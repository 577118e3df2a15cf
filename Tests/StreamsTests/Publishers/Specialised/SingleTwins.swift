import Streams

extension Twin {
  static func just(_ value: Int) -> [Twin] {
    let (just, any) = (Just(value), Just(value).eraseToAnyPublisher())
    var twins = Twins("Just(\(value))")
    typealias Maybe = Int?.Publisher
    typealias Trying<T> = Result<T, any Error>.Publisher

    twins.add("map(_:)", Just<String>.self, just.map { "\($0)" }, any.map { "\($0)" })
    twins.add("tryMap(_:)", Trying<Bool>.self, just.tryMap(isOddOrThrow), any.tryMap(isOddOrThrow))
    twins.add("scan(_:_:)", Result<String, Never>.Publisher.self, just.scan("0", sum), any.scan("0", sum))
    twins.add("tryScan(_:_:)", Trying<String>.self, just.tryScan("0", sumOrThrow), any.tryScan("0", sumOrThrow))
    twins.add(
      "setFailureType(to:)", Result<Int, Broken>.Publisher.self, just.setFailureType(to: Broken.self),
      any.setFailureType(to: Broken.self))
    twins.add("mapError(_:)", Result<Int, Broken>.Publisher.self, just.mapError(broken), any.mapError(broken))
    twins.add("retry(_:)", Just<Int>.self, just.retry(2), any.retry(2))
    twins.add("replaceError(with:)", Just<Int>.self, just.replaceError(with: 0), any.replaceError(with: 0))
    twins.add("replaceEmpty(with:)", Just<Int>.self, just.replaceEmpty(with: 0), any.replaceEmpty(with: 0))
    twins.add("removeDuplicates()", Just<Int>.self, just.removeDuplicates(), any.removeDuplicates())
    twins.add(
      "removeDuplicates(by:)", Just<Int>.self, just.removeDuplicates(by: compared), any.removeDuplicates(by: compared))
    twins.add(
      "tryRemoveDuplicates(by:)", Trying<Int>.self, just.tryRemoveDuplicates(by: compared),
      any.tryRemoveDuplicates(by: compared))
    twins.add("min()", Just<Int>.self, just.min(), any.min())
    twins.add("max()", Just<Int>.self, just.max(), any.max())
    twins.add("min(by:)", Just<Int>.self, just.min(by: compared), any.min(by: compared))
    twins.add("max(by:)", Just<Int>.self, just.max(by: compared), any.max(by: compared))
    twins.add("first()", Just<Int>.self, just.first(), any.first())
    twins.add("last()", Just<Int>.self, just.last(), any.last())

    twins.add("compactMap(_:)", Maybe.self, just.compactMap(tenfoldIfOdd), any.compactMap(tenfoldIfOdd))
    twins.add("filter(_:)", Maybe.self, just.filter(isOdd), any.filter(isOdd))
    twins.add("drop(while:)", Maybe.self, just.drop(while: isOdd), any.drop(while: isOdd))
    twins.add("prefix(while:)", Maybe.self, just.prefix(while: isOdd), any.prefix(while: isOdd))
    twins.add("first(where:)", Maybe.self, just.first(where: isOdd), any.first(where: isOdd))
    twins.add("last(where:)", Maybe.self, just.last(where: isOdd), any.last(where: isOdd))
    for n in 0...2 {
      twins.add("dropFirst(_:)", Maybe.self, just.dropFirst(n), any.dropFirst(n))
      twins.add("prefix(_:)", Maybe.self, just.prefix(n), any.prefix(n))
      twins.add("output(at:)", Maybe.self, just.output(at: n), any.output(at: n))
      twins.add("output(in:)", Maybe.self, just.output(in: 0..<n), any.output(in: 0..<n))
      twins.add("output(in:)", Maybe.self, just.output(in: n...), any.output(in: n...))
      twins.add("output(in:)", Maybe.self, just.output(in: ...n), any.output(in: ...n))
    }
    twins.add("dropFirst(_:)", Maybe.self, just.dropFirst(), any.dropFirst())
    twins.add("ignoreOutput()", Empty<Int, Never>.self, just.ignoreOutput(), any.ignoreOutput())

    twins.add("collect()", Just<[Int]>.self, just.collect(), any.collect())
    twins.add("count()", Just<Int>.self, just.count(), any.count())
    twins.add("contains(_:)", Just<Bool>.self, just.contains(3), any.contains(3))
    twins.add("contains(where:)", Just<Bool>.self, just.contains(where: isOdd), any.contains(where: isOdd))
    twins.add(
      "tryContains(where:)", Trying<Bool>.self, just.tryContains(where: isOddOrThrow),
      any.tryContains(where: isOddOrThrow))
    twins.add("allSatisfy(_:)", Just<Bool>.self, just.allSatisfy(isOdd), any.allSatisfy(isOdd))
    twins.add(
      "tryAllSatisfy(_:)", Trying<Bool>.self, just.tryAllSatisfy(isOddOrThrow), any.tryAllSatisfy(isOddOrThrow))
    twins.add("reduce(_:_:)", Result<String, Never>.Publisher.self, just.reduce("0", sum), any.reduce("0", sum))
    twins.add("tryReduce(_:_:)", Trying<String>.self, just.tryReduce("0", sumOrThrow), any.tryReduce("0", sumOrThrow))

    typealias Values = Publishers.Sequence<[Int], Never>
    twins.add("append(_:)", Values.self, just.append(7, 8), any.append(7, 8))
    twins.add("append(_:)", Values.self, just.append(7...8), any.append(7...8))
    twins.add("prepend(_:)", Values.self, just.prepend(7, 8), any.prepend(7, 8))
    twins.add("prepend(_:)", Values.self, just.prepend(7...8), any.prepend(7...8))
    return twins.all
  }

  static func optional(_ value: Int?) -> [Twin] {
    let (maybe, any) = (value.publisher, value.publisher.eraseToAnyPublisher())
    var twins = Twins("\(value as Any).publisher")
    typealias Maybe<T> = T?.Publisher

    twins.add("map(_:)", Maybe<String>.self, maybe.map { "\($0)" }, any.map { "\($0)" })
    twins.add("scan(_:_:)", Maybe<String>.self, maybe.scan("0", sum), any.scan("0", sum))
    twins.add("retry(_:)", Maybe<Int>.self, maybe.retry(2), any.retry(2))
    twins.add("replaceError(with:)", Maybe<Int>.self, maybe.replaceError(with: 0), any.replaceError(with: 0))
    twins.add("replaceEmpty(with:)", Just<Int>.self, maybe.replaceEmpty(with: 0), any.replaceEmpty(with: 0))
    twins.add("removeDuplicates()", Maybe<Int>.self, maybe.removeDuplicates(), any.removeDuplicates())
    twins.add(
      "removeDuplicates(by:)", Maybe<Int>.self, maybe.removeDuplicates(by: compared),
      any.removeDuplicates(by: compared))
    twins.add("min()", Maybe<Int>.self, maybe.min(), any.min())
    twins.add("max()", Maybe<Int>.self, maybe.max(), any.max())
    twins.add("min(by:)", Maybe<Int>.self, maybe.min(by: compared), any.min(by: compared))
    twins.add("max(by:)", Maybe<Int>.self, maybe.max(by: compared), any.max(by: compared))
    twins.add("first()", Maybe<Int>.self, maybe.first(), any.first())
    twins.add("last()", Maybe<Int>.self, maybe.last(), any.last())

    twins.add("compactMap(_:)", Maybe<Int>.self, maybe.compactMap(tenfoldIfOdd), any.compactMap(tenfoldIfOdd))
    twins.add("filter(_:)", Maybe<Int>.self, maybe.filter(isOdd), any.filter(isOdd))
    twins.add("drop(while:)", Maybe<Int>.self, maybe.drop(while: isOdd), any.drop(while: isOdd))
    twins.add("prefix(while:)", Maybe<Int>.self, maybe.prefix(while: isOdd), any.prefix(while: isOdd))
    twins.add("first(where:)", Maybe<Int>.self, maybe.first(where: isOdd), any.first(where: isOdd))
    twins.add("last(where:)", Maybe<Int>.self, maybe.last(where: isOdd), any.last(where: isOdd))
    for n in 0...2 {
      twins.add("dropFirst(_:)", Maybe<Int>.self, maybe.dropFirst(n), any.dropFirst(n))
      twins.add("prefix(_:)", Maybe<Int>.self, maybe.prefix(n), any.prefix(n))
      twins.add("output(at:)", Maybe<Int>.self, maybe.output(at: n), any.output(at: n))
      twins.add("output(in:)", Maybe<Int>.self, maybe.output(in: 0..<n), any.output(in: 0..<n))
      twins.add("output(in:)", Maybe<Int>.self, maybe.output(in: n...), any.output(in: n...))
      twins.add("output(in:)", Maybe<Int>.self, maybe.output(in: ...n), any.output(in: ...n))
    }
    twins.add("dropFirst(_:)", Maybe<Int>.self, maybe.dropFirst(), any.dropFirst())
    twins.add("ignoreOutput()", Empty<Int, Never>.self, maybe.ignoreOutput(), any.ignoreOutput())

    twins.add("collect()", Maybe<[Int]>.self, maybe.collect(), any.collect())
    twins.add("count()", Maybe<Int>.self, maybe.count(), any.count())
    twins.add("contains(_:)", Maybe<Bool>.self, maybe.contains(3), any.contains(3))
    twins.add("contains(where:)", Maybe<Bool>.self, maybe.contains(where: isOdd), any.contains(where: isOdd))
    twins.add("allSatisfy(_:)", Maybe<Bool>.self, maybe.allSatisfy(isOdd), any.allSatisfy(isOdd))
    twins.add("reduce(_:_:)", Maybe<String>.self, maybe.reduce("0", sum), any.reduce("0", sum))
    return twins.all
  }

  static func result(_ result: Result<Int, Broken>) -> [Twin] {
    let (once, any) = (result.publisher, result.publisher.eraseToAnyPublisher())
    var twins = Twins("\(result).publisher")
    typealias Once<T> = Result<T, Broken>.Publisher
    typealias Trying<T> = Result<T, any Error>.Publisher
    func other(_ failure: Broken) -> Oops { Oops() }

    twins.add("map(_:)", Once<String>.self, once.map { "\($0)" }, any.map { "\($0)" })
    twins.add("tryMap(_:)", Trying<Bool>.self, once.tryMap(isOddOrThrow), any.tryMap(isOddOrThrow))
    twins.add("scan(_:_:)", Once<String>.self, once.scan("0", sum), any.scan("0", sum))
    twins.add("tryScan(_:_:)", Trying<String>.self, once.tryScan("0", sumOrThrow), any.tryScan("0", sumOrThrow))
    twins.add("mapError(_:)", Result<Int, Oops>.Publisher.self, once.mapError(other), any.mapError(other))
    twins.add("retry(_:)", Once<Int>.self, once.retry(2), any.retry(2))
    twins.add(
      "replaceError(with:)", Result<Int, Never>.Publisher.self, once.replaceError(with: 0), any.replaceError(with: 0))
    twins.add("replaceEmpty(with:)", Once<Int>.self, once.replaceEmpty(with: 0), any.replaceEmpty(with: 0))
    twins.add("removeDuplicates()", Once<Int>.self, once.removeDuplicates(), any.removeDuplicates())
    twins.add(
      "removeDuplicates(by:)", Once<Int>.self, once.removeDuplicates(by: compared), any.removeDuplicates(by: compared))
    twins.add(
      "tryRemoveDuplicates(by:)", Trying<Int>.self, once.tryRemoveDuplicates(by: compared),
      any.tryRemoveDuplicates(by: compared))
    twins.add("min()", Once<Int>.self, once.min(), any.min())
    twins.add("max()", Once<Int>.self, once.max(), any.max())
    twins.add("min(by:)", Once<Int>.self, once.min(by: compared), any.min(by: compared))
    twins.add("max(by:)", Once<Int>.self, once.max(by: compared), any.max(by: compared))
    twins.add("tryMin(by:)", Trying<Int>.self, once.tryMin(by: compared), any.tryMin(by: compared))
    twins.add("tryMax(by:)", Trying<Int>.self, once.tryMax(by: compared), any.tryMax(by: compared))
    twins.add("first()", Once<Int>.self, once.first(), any.first())
    twins.add("last()", Once<Int>.self, once.last(), any.last())

    twins.add("collect()", Once<[Int]>.self, once.collect(), any.collect())
    twins.add("count()", Once<Int>.self, once.count(), any.count())
    twins.add("contains(_:)", Once<Bool>.self, once.contains(3), any.contains(3))
    twins.add("contains(where:)", Once<Bool>.self, once.contains(where: isOdd), any.contains(where: isOdd))
    twins.add(
      "tryContains(where:)", Trying<Bool>.self, once.tryContains(where: isOddOrThrow),
      any.tryContains(where: isOddOrThrow))
    twins.add("allSatisfy(_:)", Once<Bool>.self, once.allSatisfy(isOdd), any.allSatisfy(isOdd))
    twins.add(
      "tryAllSatisfy(_:)", Trying<Bool>.self, once.tryAllSatisfy(isOddOrThrow), any.tryAllSatisfy(isOddOrThrow))
    twins.add("reduce(_:_:)", Once<String>.self, once.reduce("0", sum), any.reduce("0", sum))
    twins.add("tryReduce(_:_:)", Trying<String>.self, once.tryReduce("0", sumOrThrow), any.tryReduce("0", sumOrThrow))

    // A failure would be lost: see decision 050.
    if case .success = result {
      twins.add("ignoreOutput()", Empty<Int, Broken>.self, once.ignoreOutput(), any.ignoreOutput())
    }
    let sure = Result<Int, Never>.success(3).publisher
    twins.add(
      "setFailureType(to:)", Once<Int>.self, sure.setFailureType(to: Broken.self),
      sure.eraseToAnyPublisher().setFailureType(to: Broken.self))
    return twins.all
  }
}
