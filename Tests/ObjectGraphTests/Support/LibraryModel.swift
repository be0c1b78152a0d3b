import Foundation
import ObjectGraph

final class Publisher: ManagedObject {
  @Managed("name") var name: String?
  @Managed("authors") var authors: Set<Author>
}

final class Author: ManagedObject {
  @Managed("name") var name: String?
  @Managed("age") var age: Int16
  @Managed("motto") var motto: String?
  @Managed("publisher") var publisher: Publisher?
  @Managed("books") var books: Set<Book>
  @Managed("searchName") var searchName: String?
  @Managed("loudName") var loudName: String?
  @Managed("lastSaved") var lastSaved: Date?
  @Managed("bookCount") var bookCount: Int64
  @Managed("wordCount") var wordCount: Int64
  @Managed("shortest") var shortest: Int32?
  @Managed("longest") var longest: Int32?
  @Managed("averageWords") var averageWords: Double?
  @Managed("income") var income: Decimal?
}

class Book: ManagedObject {
  @Managed("title") var title: String?
  @Managed("words") var words: Int32?
  @Managed("price") var price: Decimal?
  @Managed("author") var author: Author?
  @Managed("tags") var tags: Set<Tag>
  @Managed("authorName") var authorName: String?
  @Managed("publisherName") var publisherName: String?
}

final class Novel: Book {
  @Managed("genre") var genre: String?
}

final class Tag: ManagedObject {
  @Managed("label") var label: String?
  @Managed("books") var books: Set<Book>
  @Managed("bookCount") var bookCount: Int32
  @Managed("oldestAuthor") var oldestAuthor: Int16?
}

/// A library whose entities derive values from themselves and from each other.
enum LibraryModel {
  static func make(
    booksRule: DeleteRule = .nullifyDeleteRule,
    extra: [PropertyDescription] = []
  ) -> ManagedObjectModel {
    let author = EntityDescription("Author", class: Author.self, unique: [["name"]]) {
      AttributeDescription("name", .string)
      AttributeDescription("age", .integer16, default: .integer(30))
      AttributeDescription("motto", .string)
      RelationshipDescription("publisher", toOne: "Publisher", inverse: "authors")
      RelationshipDescription("books", toMany: "Book", inverse: "author", deleteRule: booksRule)
      DerivedAttributeDescription(
        "searchName", .string, from: "canonical:(name)", isIndexed: true)
      DerivedAttributeDescription("loudName", .string, from: "uppercase:(name)")
      DerivedAttributeDescription("lastSaved", .date, from: "now()")
      DerivedAttributeDescription("bookCount", .integer64, from: "books.@count")
      DerivedAttributeDescription("wordCount", .integer64, from: "books.words.@sum")
      DerivedAttributeDescription("shortest", .integer32, from: "books.words.@min")
      DerivedAttributeDescription("longest", .integer32, from: "books.words.@max")
      DerivedAttributeDescription("averageWords", .double, from: "books.words.@avg")
      DerivedAttributeDescription("income", .decimal, from: "books.price.@sum")
    }
    author.properties += extra
    return ManagedObjectModel(entities: [
      author,
      EntityDescription("Publisher", class: Publisher.self) {
        AttributeDescription("name", .string)
        RelationshipDescription("authors", toMany: "Author", inverse: "publisher")
      },
      EntityDescription(
        "Book", class: Book.self,
        subentities: [
          EntityDescription("Novel", class: Novel.self) { AttributeDescription("genre", .string) }
        ]
      ) {
        AttributeDescription("title", .string)
        AttributeDescription("words", .integer32)
        AttributeDescription("price", .decimal)
        RelationshipDescription("author", toOne: "Author", inverse: "books")
        RelationshipDescription("tags", toMany: "Tag", inverse: "books")
        DerivedAttributeDescription("authorName", .string, from: "author.name")
        DerivedAttributeDescription("publisherName", .string, from: "author.publisher.name")
      },
      EntityDescription("Tag", class: Tag.self) {
        AttributeDescription("label", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "tags")
        DerivedAttributeDescription("bookCount", .integer32, from: "books.@count")
        DerivedAttributeDescription("oldestAuthor", .integer16, from: "books.author.age.@max")
      },
    ])
  }
}

extension ManagedObjectContext {
  func author(_ name: String, age: Int16 = 30) -> Author {
    let author = Author(context: self)
    author.name = name
    author.age = age
    return author
  }

  func book(_ title: String, by author: Author?, words: Int32? = nil) -> Book {
    let book = Book(context: self)
    book.title = title
    book.author = author
    book.words = words
    return book
  }
}
