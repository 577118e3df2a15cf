// How operators show in logs: each as the pipeline that ends with it. In one place, so that what C uses of an operator
// does not bring this along.

// Transforming
extension Publishers.CollectByCount: PipelineInLogs {}
extension Publishers.Collect: PipelineInLogs {}
extension Publishers.CompactMap: PipelineInLogs {}
extension Publishers.TryCompactMap: PipelineInLogs {}
extension Publishers.Encode: PipelineInLogs {}
extension Publishers.Decode: PipelineInLogs {}
extension Publishers.Map: PipelineInLogs {}
extension Publishers.TryMap: PipelineInLogs {}
extension Publishers.MapError: PipelineInLogs {}
extension Publishers.MapKeyPath: PipelineInLogs {}
extension Publishers.MapKeyPath2: PipelineInLogs {}
extension Publishers.MapKeyPath3: PipelineInLogs {}
extension Publishers.Scan: PipelineInLogs {}
extension Publishers.TryScan: PipelineInLogs {}
extension Publishers.SetFailureType: PipelineInLogs {}

// Filtering
extension Publishers.Drop: PipelineInLogs {}
extension Publishers.DropWhile: PipelineInLogs {}
extension Publishers.TryDropWhile: PipelineInLogs {}
extension Publishers.Filter: PipelineInLogs {}
extension Publishers.TryFilter: PipelineInLogs {}
extension Publishers.IgnoreOutput: PipelineInLogs {}
extension Publishers.Output: PipelineInLogs {}
extension Publishers.PrefixWhile: PipelineInLogs {}
extension Publishers.TryPrefixWhile: PipelineInLogs {}
extension Publishers.RemoveDuplicates: PipelineInLogs {}
extension Publishers.TryRemoveDuplicates: PipelineInLogs {}
extension Publishers.ReplaceEmpty: PipelineInLogs {}
extension Publishers.ReplaceError: PipelineInLogs {}

// Folding
extension Publishers.AllSatisfy: PipelineInLogs {}
extension Publishers.TryAllSatisfy: PipelineInLogs {}
extension Publishers.Comparison: PipelineInLogs {}
extension Publishers.TryComparison: PipelineInLogs {}
extension Publishers.Contains: PipelineInLogs {}
extension Publishers.ContainsWhere: PipelineInLogs {}
extension Publishers.TryContainsWhere: PipelineInLogs {}
extension Publishers.Count: PipelineInLogs {}
extension Publishers.First: PipelineInLogs {}
extension Publishers.FirstWhere: PipelineInLogs {}
extension Publishers.TryFirstWhere: PipelineInLogs {}
extension Publishers.Last: PipelineInLogs {}
extension Publishers.LastWhere: PipelineInLogs {}
extension Publishers.TryLastWhere: PipelineInLogs {}
extension Publishers.Reduce: PipelineInLogs {}
extension Publishers.TryReduce: PipelineInLogs {}

// Combining
extension Publishers.CombineLatest: PipelineInLogs {}
extension Publishers.CombineLatest3: PipelineInLogs {}
extension Publishers.CombineLatest4: PipelineInLogs {}
extension Publishers.DropUntilOutput: PipelineInLogs {}
extension Publishers.Merge: PipelineInLogs {}
extension Publishers.Merge3: PipelineInLogs {}
extension Publishers.Merge4: PipelineInLogs {}
extension Publishers.Merge5: PipelineInLogs {}
extension Publishers.Merge6: PipelineInLogs {}
extension Publishers.Merge7: PipelineInLogs {}
extension Publishers.Merge8: PipelineInLogs {}
extension Publishers.MergeMany: PipelineInLogs {}
extension Publishers.PrefixUntilOutput: PipelineInLogs {}
extension Publishers.Zip: PipelineInLogs {}
extension Publishers.Zip3: PipelineInLogs {}
extension Publishers.Zip4: PipelineInLogs {}

// Flattening
extension Publishers.Concatenate: PipelineInLogs {}
extension Publishers.Catch: PipelineInLogs {}
extension Publishers.TryCatch: PipelineInLogs {}
extension Publishers.FlatMap: PipelineInLogs {}
extension Publishers.Retry: PipelineInLogs {}
extension Publishers.SwitchToLatest: PipelineInLogs {}

// Timing
extension Publishers.Buffer: PipelineInLogs {}
extension Publishers.CollectByTime: PipelineInLogs {}
extension Publishers.Debounce: PipelineInLogs {}
extension Publishers.Delay: PipelineInLogs {}
extension Publishers.MeasureInterval: PipelineInLogs {}
extension Publishers.ReceiveOn: PipelineInLogs {}
extension Publishers.SubscribeOn: PipelineInLogs {}
extension Publishers.Throttle: PipelineInLogs {}
extension Publishers.Timeout: PipelineInLogs {}

// Sharing
extension Publishers.Autoconnect: PipelineInLogs {}
extension Publishers.MakeConnectable: PipelineInLogs {}
extension Publishers.Multicast: PipelineInLogs {}
extension Publishers.Share: PipelineInLogs {}

// Observing
extension Publishers.AssertNoFailure: PipelineInLogs {}
extension Publishers.Breakpoint: PipelineInLogs {}
extension Publishers.HandleEvents: PipelineInLogs {}
extension Publishers.Print: PipelineInLogs {}

// Bytes
extension Publishers.Lines: PipelineInLogs {}
