@_exported import ObjectModel
@_exported import ObjectStore
