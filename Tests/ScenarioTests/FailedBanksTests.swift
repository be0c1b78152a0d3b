import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Failed banks: a list that is read as it is scrolled, divided by year, and searched while it is
/// shown.
@MainActor
final class FailedBanksTests: XCTestCase {
  private func eachList(
    _ body: @MainActor (BankList, PersistentContainer) async throws -> Void
  ) async throws {
    try await eachKindOfStore(of: FailedBanks.makeModel()) { container in
      for number in 0..<SampleBanks.count {
        try SampleBanks.insert(
          SampleBanks.name(number), year: SampleBanks.year(number), into: container.viewContext)
      }
      try container.viewContext.save()
      container.forgetAll()
      try await body(BankList(context: container.viewContext), container)
    }
  }

  private func names(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { SampleBanks.name($0) }
  }

  // MARK: Scrolling

  func testTheFirstScreenCostsTheKeysAndOneBatch() async throws {
    try await eachList { list, container in
      let banks = try assertStatements(1, on: container) { try list.banks() }
      assertStatements(0, on: container) { XCTAssertEqual(banks.count, 42) }
      XCTAssertTrue(list.context.registeredObjects.isEmpty, "no bank was made before it is shown")
      let report = container.persistentStoreCoordinator.measure {
        XCTAssertEqual(banks.prefix(8).map(\.name), self.names(SampleBanks.listed.prefix(8)))
      }.report
      XCTAssertEqual(report.statements.map(\.rowCount), [10])
      XCTAssertEqual(list.context.registeredObjects.count, 10)
    }
  }

  func testScrollingToTheEndReadsFiveBatchesAndKeepsFour() async throws {
    try await eachList { list, container in
      let banks = try list.banks()
      assertStatements(5, on: container) {
        XCTAssertEqual(banks.map(\.name), self.names(SampleBanks.listed))
      }
      // The last batch is short: 10 + 10 + 10 + 2.
      XCTAssertLessThanOrEqual(list.context.registeredObjects.count, 32)
      assertStatements(0, on: container) {
        XCTAssertEqual(banks.suffix(32).map(\.name), self.names(SampleBanks.listed.suffix(32)))
      }
      // The first batch was let go of, and the coordinator may have its rows no more.
      container.persistentStoreCoordinator.forgetRows()
      assertStatements(1, on: container) {
        XCTAssertEqual(banks.first?.name, SampleBanks.listed.first.map(SampleBanks.name))
      }
    }
  }

  func testAnArrayInBatchesCostsTheSameAndKeepsAll() async throws {
    try await eachList { list, container in
      let request = FailedBanks.Bank.sortedFetchRequest
      request.fetchBatchSize = 10
      let banks = try assertStatements(1, on: container) { try list.context.fetch(request) }
      assertStatements(1, on: container) { XCTAssertFalse(banks[9].name.isEmpty) }
      assertStatements(0, on: container) { XCTAssertFalse(banks[0].name.isEmpty) }
      assertStatements(4, on: container) {
        XCTAssertEqual(banks.map(\.name), self.names(SampleBanks.listed))
      }
      assertStatements(0, on: container) {
        XCTAssertEqual(banks.map(\.name), self.names(SampleBanks.listed))
      }
    }
  }

  func testDetailsComeWithTheirBatch() async throws {
    try await eachList { list, container in
      let banks = try list.banks(prefetching: ["details"])
      assertStatements(2, on: container) {
        assertFaults(atMost: 0, on: container) {
          let years = banks.prefix(10).map { bank in
            bank.details.map { Calendar.utc.component(.year, from: $0.closedOn) }
          }
          XCTAssertEqual(years, SampleBanks.listed.prefix(10).map(SampleBanks.year))
          XCTAssertTrue(banks.first?.details?.bank === banks.first)
        }
      }
    }
  }

  func testABankThatClosesWhileTheListIsShownComesWithTheNextFetch() async throws {
    try await eachList { list, container in
      let banks = try list.banks()
      XCTAssertEqual(banks.first?.name, "Irving Community Bank")
      try container.newBackgroundContext().performAndWait { context in
        try SampleBanks.insert("Aardvark Bank", year: 2011, into: context)
        try context.save()
      }
      XCTAssertEqual(banks.map(\.name), self.names(SampleBanks.listed))
      let later = try list.banks()
      XCTAssertEqual(later.count, 43)
      XCTAssertEqual(later.first?.name, "Aardvark Bank")
    }
  }

  // MARK: Sections

  func testTheListIsDividedByYearWithoutReadingABank() async throws {
    try await eachList { list, container in
      let sections = try assertStatements(1, on: container) { try list.sections() }
      XCTAssertEqual(
        sections,
        [
          BankSection(year: 2011, rows: 0..<6), BankSection(year: 2010, rows: 6..<23),
          BankSection(year: 2009, rows: 23..<37), BankSection(year: 2008, rows: 37..<42),
        ])
      XCTAssertTrue(list.context.registeredObjects.isEmpty)
      let banks = try list.banks()
      for section in sections {
        let years = Set(banks[section.rows].map { Int($0.closedYear) })
        XCTAssertEqual(years, [section.year])
        let names = banks[section.rows].map(\.name)
        XCTAssertEqual(
          names, self.names(SampleBanks.listed.filter { SampleBanks.year($0) == section.year }))
      }
    }
  }

  func testASectionGoesWithItsLastBankAndComesWithTheFirst() async throws {
    try await eachList { list, _ in
      for bank in Array(try list.banks()) where bank.closedYear == 2011 {
        list.context.delete(bank)
      }
      try SampleBanks.insert("Late Bank", year: 2012, into: list.context)
      try list.context.save()
      XCTAssertEqual(
        try list.sections(),
        [
          BankSection(year: 2012, rows: 0..<1), BankSection(year: 2010, rows: 1..<18),
          BankSection(year: 2009, rows: 18..<32), BankSection(year: 2008, rows: 32..<37),
        ])
      XCTAssertEqual(try FailedBanks.Details.count(in: list.context), 37)
    }
  }

  func testSectionsOfASearchCountItsHitsAlone() async throws {
    try await eachList { list, _ in
      // Savings are 0 to 13: five of 2008, nine of 2009.
      XCTAssertEqual(
        try list.sections(searchingFor: "savings"),
        [BankSection(year: 2009, rows: 0..<9), BankSection(year: 2008, rows: 9..<14)])
      XCTAssertEqual(try list.sections(searchingFor: "nothing like it"), [])
    }
  }

  // MARK: Searching

  func testASearchFindsAnyPartOfTheNameWhateverItsCaseAndAccents() async throws {
    try await eachList { list, container in
      for (text, numbers) in [
        ("SAVINGS", Array(0..<14)), ("alvs", [7, 21, 35]), ("hill t", [15]), ("zzz", []), ("%", []),
        ("", Array(0..<42)),
      ] {
        let found = try assertStatements(1, on: container) { try list.banks(searchingFor: text) }
        XCTAssertEqual(
          found.map(\.name), self.names(SampleBanks.listed.filter(numbers.contains)), text)
      }
    }
  }

  func testTheListStaysAsItIsWhileItIsSearched() async throws {
    try await eachList { list, container in
      let shown = try list.banks()
      let first = try XCTUnwrap(shown.first)
      let hits = try list.banks(searchingFor: "irving")
      XCTAssertEqual(hits.count, 3)
      let hit = try XCTUnwrap(hits.first { $0.objectID == first.objectID })
      XCTAssertTrue(hit === first, "one bank is one object, wherever it is shown")
      hit.name = "Irving Federal"
      XCTAssertEqual(shown.first?.name, "Irving Federal")
      try list.context.save()
      // The search is closed: its screen is still there.
      assertStatements(0, on: container) {
        XCTAssertEqual(
          shown[1..<10].map(\.name), self.names(SampleBanks.listed[1..<10]))
      }
      XCTAssertEqual(try list.banks(searchingFor: "federal").map(\.name), ["Irving Federal"])
    }
  }

  func testEachKeyCancelsTheSearchBeforeIt() async throws {
    try await eachList { list, _ in
      var shown: [[String]] = []
      var searches: [AsynchronousFetchResult<FailedBanks.Bank>] = []
      let done = expectation(description: "all searches")
      done.expectedFulfillmentCount = 3
      for text in ["t", "tr", "tru"] {
        searches.last?.cancel()
        let request = AsynchronousFetchRequest(
          fetchRequest: try list.request(searchingFor: text)
        ) { result in
          if let banks = result.finalResult { shown.append(banks.map(\.name)) }
          done.fulfill()
        }
        searches.append(try list.context.execute(request))
      }
      await fulfillment(of: [done], timeout: 60)
      XCTAssertEqual(shown, [self.names(SampleBanks.listed.filter { (14..<28).contains($0) })])
      XCTAssertEqual(
        searches.map { ($0.operationError as? ObjectGraphError)?.code },
        [.userCancelled, .userCancelled, nil])
    }
  }
}

/// The rows of the list whose banks failed in a year.
private struct BankSection: Equatable {
  let year: Int
  let rows: Range<Int>
}

/// The screen with the list and its search field.
@MainActor
private struct BankList {
  let context: ManagedObjectContext

  func request(searchingFor text: String = "") throws -> FetchRequest<FailedBanks.Bank> {
    let request = FailedBanks.Bank.sortedFetchRequest
    request.predicate = try predicate(text)
    request.fetchBatchSize = 10
    return request
  }

  private func predicate(_ text: String) throws -> FetchPredicate? {
    text.isEmpty ? nil : try FetchPredicate(format: "name CONTAINS[cd] %@", text)
  }

  func banks(
    searchingFor text: String = "", prefetching keyPaths: [String]? = nil
  ) throws -> LazyFetchResult<FailedBanks.Bank> {
    let request = try request(searchingFor: text)
    request.relationshipKeyPathsForPrefetching = keyPaths
    return try context.fetchLazily(request)
  }

  /// The sections of the list, counted in the store.
  func sections(searchingFor text: String = "") throws -> [BankSection] {
    let request = DictionaryRequest(entityName: "Bank")
    request.predicate = try predicate(text)
    request.propertiesToFetch = [
      "closedYear", ExpressionDescription.of("banks", "count:", "SELF"),
    ]
    request.propertiesToGroupBy = ["closedYear"]
    request.sortDescriptors = [FetchSortDescriptor(key: "closedYear", ascending: false)]
    var next = 0
    return try context.fetch(request).map { group in
      let count = Int(try XCTUnwrap(group["banks"] as? Int64))
      defer { next += count }
      return BankSection(
        year: Int(try XCTUnwrap(group["closedYear"] as? Int64)), rows: next..<(next + count))
    }
  }
}

extension Calendar {
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
