import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundShell

/// Whoever takes over the changes that `watch` tells has the list, whatever happened and wherever.
@MainActor
final class WatchedChangesTests: XCTestCase {
  func testOfTheSameProcess() async throws {
    for seed in 1...3 {
      let stack = try TestStoreStack()
      try check(TestShell(stack), TestShell(stack), seed: UInt64(seed))
      try stack.close()
    }
  }

  func testOfOtherProcesses() async throws {
    let folder = try temporaryFolder()
    for seed in 1...2 {
      let store = PersistentStoreDescription(url: folder.file("\(seed).sqlite"))
      let (stack, other) = (try TestStoreStack(store: store), try TestStoreStack(store: store))
      try check(TestShell(stack), TestShell(other), seed: UInt64(seed))
      try stack.close()
      try other.close()
    }
  }

  /// Lets somebody give commands at random while a list is watched.
  private func check(_ watcher: TestShell, _ other: TestShell, seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var names = (1...8).map { "Guest \($0)" }
    var count = names.count
    try other.run(names.map { "camper add \"\($0)\"" }.joined(separator: "; "))
    func command() -> String {
      let index = Int.random(in: 0..<max(1, names.count), using: &numbers)
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0 where names.count > 2: return "camper delete \"\(names.remove(at: index))\""
      case 0...2:
        count += 1
        names.append("Guest \(count)")
        return "camper add \"Guest \(count)\" phone \(count % 4)"
      case 3:
        return
          "camper edit \"\(names[index])\" favorite \(Bool.random(using: &numbers) ? "yes" : "no")"
      default:
        let phone = Int.random(in: 0..<4, using: &numbers)
        return "camper edit \"\(names[index])\" phone 55\(phone)"
      }
    }
    var rest = 25
    watcher.session.isInputOver = {
      guard rest > 0 else { return true }
      rest -= 1
      let commands = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in command() }
      do {
        try other.run(commands.joined(separator: "; "))
      } catch {
        XCTFail("\(commands): \(error)")
      }
      return false
    }
    let clauses = "where phoneNumber != \"551\" sort phoneNumber desc, isFavorite"
    let text = try watcher.run("watch Camper by phoneNumber \(clauses)")
    var list: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let change = try XCTUnwrap(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try XCTUnwrap(change["fullName"] as? String)
      let row = "\(change["phoneNumber"] ?? "") \(change["isFavorite"] ?? "")"
      switch change["change"] as? String {
      case nil, "insert":
        XCTAssertNil(list.updateValue(row, forKey: name), "seed \(seed): \(name) came twice")
      case "delete":
        XCTAssertNotNil(list.removeValue(forKey: name), "seed \(seed): \(name) went twice")
      default:
        XCTAssertNotNil(list.updateValue(row, forKey: name), "seed \(seed): \(name) is not there")
      }
    }
    var fetched: [String: String] = [:]
    for line in try watcher.run("fetch Camper \(clauses)").split(separator: "\n") {
      let row = try XCTUnwrap(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      fetched[row["fullName"] as? String ?? ""] =
        "\(row["phoneNumber"] ?? "") \(row["isFavorite"] ?? "")"
    }
    XCTAssertEqual(list, fetched, "seed \(seed)")
  }
}
