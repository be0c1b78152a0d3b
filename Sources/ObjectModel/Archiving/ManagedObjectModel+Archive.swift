import Foundation

extension ModelContents {
  /// The model as a store carries it in `Z_MODELCACHE`: a compiled model, packed.
  ///
  /// - Throws: code 134020 when a default value or a bound is a list or an object.
  package func archivedForStore() throws -> Data {
    Deflate.pack(try BinaryPropertyListWriter.write(ModelArchiveWriter(self).archive()))
  }
}

extension ManagedObjectModel {
  /// How much a store's archived model may unpack to. The greatest seen has 60 KB.
  private static let archiveLimit = 64 << 20

  /// Reads the model that a store carries in `Z_MODELCACHE`, our own or Core Data's.
  ///
  /// What the descriptions have no place for is left out: classes and keys that are unknown,
  /// fetched properties, indexes over expressions, predicates other than
  /// bounds and regular expressions.
  ///
  /// - Throws: code 134020 when the data is damaged.
  package convenience init(archivedInStore data: Data) throws {
    let archive = try Inflate.unpack(data, limit: Self.archiveLimit)
    self.init()
    try ModelArchiveReader(BinaryPropertyListReader.read(archive)).fill(self)
  }
}
