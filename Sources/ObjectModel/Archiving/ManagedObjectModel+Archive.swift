import Foundation

extension ModelContents {
  /// The model as a store keeps it in `Z_MODELCACHE`: a compressed compiled model.
  ///
  /// - Throws: code 134020 if a default value or a bound is a list or an object.
  package func archivedForStore() throws -> Data {
    Deflate.pack(try BinaryPropertyListWriter.write(ModelArchiveWriter(self).archive()))
  }
}

extension ManagedObjectModel {
  /// The maximum unpacked size of a store's archived model. The largest known has 60 KB.
  private static let archiveLimit = 64 << 20

  /// Reads the model that a store keeps in `Z_MODELCACHE`, written by this engine or by Core Data.
  ///
  /// Everything that descriptions do not support is ignored: unknown classes and keys, fetched
  /// properties, indexes of expressions, and predicates other than bounds and regular expressions.
  ///
  /// - Throws: code 134020 if the data is damaged.
  package convenience init(archivedInStore data: Data) throws {
    let archive = try Inflate.unpack(data, limit: Self.archiveLimit)
    self.init()
    try ModelArchiveReader(BinaryPropertyListReader.read(archive)).fill(self)
  }
}
