import Streams
import StreamsTesting
import Testing

@Suite struct MapKeyPathTests {
  struct Point {
    let x: Int
    let y: Int
    let name: String
  }

  @Test func oneTwoAndThreeKeyPathsGiveAValueAPairAndATriple() {
    let source = [Point(x: 1, y: 2, name: "a"), Point(x: 3, y: 4, name: "bc")].publisher
    typealias Upstream = Publishers.Sequence<[Point], Never>
    let one: Publishers.MapKeyPath<Upstream, Int> = source.map(\.name.count)
    let two: Publishers.MapKeyPath2<Upstream, Int, Int> = source.map(\.x, \.y)
    let three: Publishers.MapKeyPath3<Upstream, Int, Int, String> = source.map(\.x, \.y, \.name)
    let values = Recorder<Int, Never>(demand: .unlimited)
    one.subscribe(values)
    #expect(values.values == [1, 2] && values.isFinished)
    let pairs = Recorder<(Int, Int), Never>(demand: .unlimited)
    two.subscribe(pairs)
    #expect(pairs.values.map { [$0.0, $0.1] } == [[1, 2], [3, 4]] && pairs.isFinished)
    let triples = Recorder<(Int, Int, String), Never>(demand: .unlimited)
    three.subscribe(triples)
    #expect(triples.values.map { "\($0.0)\($0.1)\($0.2)" } == ["12a", "34bc"] && triples.isFinished)
  }

  @Test func theKeyPathsAreThere() {
    let source = Empty<Point, Never>()
    #expect(source.map(\.x).keyPath == \Point.x)
    #expect(source.map(\.x, \.y).keyPath1 == \Point.y)
    #expect(source.map(\.x, \.y, \.name).keyPath2 == \Point.name)
  }

  @Test func aMissingValueIsPassedOnAndNotDropped() {
    let recorder = Recorder<Int?, Never>(demand: .unlimited)
    [[1], []].publisher.map(\.first).subscribe(recorder)
    #expect(recorder.values == [1, nil])
  }
}
