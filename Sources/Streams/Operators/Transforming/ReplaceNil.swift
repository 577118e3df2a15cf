extension Publisher {
  /// Puts a value of yours in the place of every nil.
  ///
  /// A `map` in all else: demand, the end and cancelling are upstream's own.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}
