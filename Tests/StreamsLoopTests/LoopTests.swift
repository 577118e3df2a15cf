import StreamsLoop
import Testing

@Test func placeholder() {}
