import XCTest

@testable import ObjectModel

/// `%K` behind a point, as one of the keys of a path.
final class KeyPathArgumentTests: PredicateTestCase {
  private func assert(
    _ format: String, _ arguments: Any?..., isLike plain: String,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(
      try FetchPredicate(format: format, argumentArray: arguments),
      try FetchPredicate(format: plain), format, file: file, line: line)
  }

  func testAKeyBehindAPointIsTakenFromAnArgument() throws {
    try assert("%K.%K == %@", "camper", "fullName", "Ann", isLike: "camper.fullName == 'Ann'")
    try assert("camper.%K == 1", "age", isLike: "camper.age == 1")
    try assert("%K.%K.%K == 1", "a", "b", "c", isLike: "a.b.c == 1")
    try assert("a.%K.c == 1", "b", isLike: "a.b.c == 1")
    try assert("ANY %K.%K == %@", "tags", "name", "x", isLike: "ANY tags.name == 'x'")
    try assert("SELF.%K == 1", "nights", isLike: "nights == 1")
    try assert("%K.%K == 1", "SELF", "nights", isLike: "nights == 1")
    try assert("%K.%K.@sum > 3", "tags", "weight", isLike: "tags.weight.@sum > 3")
    try assert("tags.@sum.%K > 3", "weight", isLike: "tags.@sum.weight > 3")
    try assert("1 == %K.%K", "camper", "age", isLike: "1 == camper.age")
  }

  func testAKeyOfAVariableIsTakenFromAnArgument() throws {
    try assert(
      "SUBQUERY(%K, $x, $x.%K == %@).@count > 0", "tags", "name", "tent",
      isLike: "SUBQUERY(tags, $x, $x.name == 'tent').@count > 0")
    try assert(
      "ANY SUBQUERY(%K, $x, $x.%K > %d).%K == 'a'", "tags", "weight", 2, "name",
      isLike: "ANY SUBQUERY(tags, $x, $x.weight > 2).name == 'a'")
  }

  func testAnArgumentWithPointsIsAPathAsInFront() throws {
    try assert("a.%K == 1", "b.c", isLike: "a.b.c == 1")
    try assert("a.%K.d == 1", "b.c", isLike: "a.b.c.d == 1")
    try assert("a.%K == 1", "tags.@count", isLike: "a.tags.@count == 1")
    try assert("tags.%K == 1", "@count", isLike: "tags.@count == 1")
    try assert(
      "camper.%K > 1", "reservations.@max.nights", isLike: "camper.reservations.@max.nights > 1")
  }

  func testAKeyThatIsAKeywordIsAKey() throws {
    try assert("camper.%K == 1", "in", isLike: "camper.#in == 1")
  }

  func testTheSameFormatWithOtherKeysIsAnotherPredicate() throws {
    let format = "%K.%K == %@"
    try assert(format, "a", "b", 1, isLike: "a.b == 1")
    try assert(format, "c", "d", 2, isLike: "c.d == 2")
    try assert("a.%K == 1", "b", isLike: "a.b == 1")
    try assert("a.%K == 1", "c", isLike: "a.c == 1")
  }

  func testAnArgumentCannotBringMoreThanKeys() throws {
    for text in [
      "b == 1 OR c", "b) OR (1", "", ".", "b.", ".b", "b c", "$x", "'b'", "1", "b[SIZE]", "b\"",
      "b, c", "b.@nope", "@", "b\u{0}",
    ] {
      let error = syntaxError("a.%K == 1", text)
      XCTAssertEqual(error?.position, 2, text)
    }
    XCTAssertEqual(syntaxError("a.%K == 1", 7)?.position, 2)
    XCTAssertEqual(syntaxError("a.%K == 1")?.position, 2)
    XCTAssertEqual(
      syntaxError("a.@sum.%K == 1", "b.@max")?.message,
      "@max cannot follow @sum, which returns a single value")
    XCTAssertEqual(
      syntaxError("a.%K == 1", "b.@count.c")?.message,
      "c cannot follow @count, which returns a number")
    XCTAssertEqual(
      syntaxError("SELF.%K == 1", "@count")?.message,
      "expected a to-many relationship before @count")
  }

  func testOnlyAKeyMayStandThere() throws {
    XCTAssertEqual(
      syntaxError("a.%@ == 1", "b")?.message, "expected a key after \".\", found \"%@\"")
  }
}
