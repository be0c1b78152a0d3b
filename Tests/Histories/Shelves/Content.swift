import ObjectGraph

/// What a thing is like; other things by their numbers.
public struct Content: Hashable, Codable, Sendable, CustomStringConvertible {
  public var first: Int64
  public var second: Int64
  public var shelf: Int?
  public var topics: Set<Int>
  /// The books on a shelf.
  public var books: Set<Int>
  /// How many books a shelf's derived attribute says there are.
  public var bookCount: Int

  public init(
    first: Int64 = 0, second: Int64 = 0, shelf: Int? = nil, topics: Set<Int> = [],
    books: Set<Int> = []
  ) {
    (self.first, self.second, self.shelf, self.topics) = (first, second, shelf, topics)
    (self.books, bookCount) = (books, books.count)
  }

  /// Reads a thing.
  init(_ thing: Thing) {
    self.init(first: thing.first, second: thing.second)
    if let book = thing as? Book {
      shelf = book.shelf.map { Int($0.number) }
      topics = Set(book.topics.map { Int($0.number) })
    } else if let shelf = thing as? Shelf {
      books = Set(shelf.presentBooks.map { Int($0.number) })
      bookCount = Int(shelf.bookCount)
    }
  }

  /// One of the numbers.
  public subscript(field: Field) -> Int64 {
    get { field == .first ? first : second }
    set {
      switch field {
      case .first: first = newValue
      case .second: second = newValue
      }
    }
  }

  /// Whether all that a row holds is the same.
  public func hasSameRow(as other: Content) -> Bool {
    first == other.first && second == other.second && shelf == other.shelf
  }

  public var description: String {
    let place = shelf.map { " on \($0)" } ?? ""
    let members = books.isEmpty ? "" : " with \(books.sorted())"
    return "\(first)/\(second)\(place) \(topics.sorted())\(members)"
  }
}

extension Shelf {
  /// The books on the shelf, without those that somebody else deleted since it was read.
  var presentBooks: [Book] {
    books.filter { book in
      book.isInserted || (try? managedObjectContext?.existingObject(with: book.objectID)) != nil
    }
  }
}
