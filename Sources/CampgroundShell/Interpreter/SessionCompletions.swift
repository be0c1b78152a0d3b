import Campground
import ObjectGraph

/// What completion offers from a session's store.
extension Session {
  /// The most values that are offered of one kind: more than a screen helps nobody choose.
  private static let mostValues = 5_000

  /// The most values of an attribute, and the most names that begin as was typed, that are offered.
  private static let mostValuesOfAttribute = 200

  package func values(of kind: LiveValue) -> [String] {
    switch kind {
    case .campground: names(of: Campground.self, \.name, by: "name")
    case .camper: camperWords()
    case .campsite: ((try? campSites.getCampSites()) ?? []).map(\.name)
    case .siteClass: ((try? siteClasses.classes()) ?? []).map(\.name)
    case .loop:
      Array(Set(names(of: CampSite.self, \.loop, by: "name"))).sorted()
    case .detail: (try? campSites.detailNames()) ?? []
    case .rule: ((try? rules.rules()) ?? []).map(\.name)
    case .reservation: names(of: Reservation.self, \.code, by: "number")
    case .group: ((try? reservations.groups()) ?? []).map(\.name)
    case .waiting: ((try? waitlist.entries()) ?? []).map(\.code)
    case .voucher: ((try? folios.vouchers()) ?? []).prefix(Self.mostValues).map(\.code)
    case .employee: (try? employees.names()) ?? []
    case .department: (try? employees.departmentNames()) ?? []
    case .item: ((try? sales.items()) ?? []).map(\.name)
    case .sale: names(of: Sale.self, \.code, by: "number")
    case .taxGroup: (try? rates.taxGroups()) ?? []
    case .season: ((try? rates.seasons()) ?? []).map(\.name)
    case .rate: ((try? rates.rates()) ?? []).map(\.name)
    case .tax: ((try? rates.taxes()) ?? []).map(\.name)
    case .fee: ((try? rates.fees()) ?? []).map(\.name)
    case .discount: ((try? rates.discounts()) ?? []).map(\.name)
    case .deposit: ((try? rates.depositRules()) ?? []).map(\.name)
    case .policy: ((try? policies.policies()) ?? []).map(\.name)
    case .entity: stack.managedObjectModel.entitiesByName.keys.sorted()
    }
  }

  package func values(of kind: LiveValue, beginningWith text: String) -> [String] {
    guard kind == .camper, !text.isEmpty else { return values(of: kind) }
    // Completion that fails has nothing to offer; the command that follows tells why.
    let found = (try? campers.words(beginningWith: text, limit: Self.mostValuesOfAttribute)) ?? []
    // What is no word, such as a parenthesis, is not searched for.
    return found.isEmpty ? values(of: kind) : found
  }

  package func properties(of entity: String, at path: [String]) -> [String] {
    self.entity(named: entity)?.properties(at: path).keys.sorted() ?? []
  }

  package var variableNames: [String] { variables.keys.sorted() }

  package func values(of entity: String, at path: [String]) -> [String] {
    guard let last = path.last,
      let property = self.entity(named: entity)?.properties(at: path.dropLast())[last],
      let attribute = property as? AttributeDescription, !attribute.isTransient,
      attribute.attributeType != .composite
    else { return [] }
    if attribute.attributeType == .boolean { return ["YES", "NO"] }
    let key = attribute.keyPath
    let request = FetchRequest<[String: any Sendable]>(entityName: attribute.entity?.name ?? "")
    request.propertiesToFetch = [key]
    request.returnsDistinctResults = true
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    request.fetchLimit = Self.mostValuesOfAttribute
    // Completion that fails has nothing to offer; the command that follows tells why.
    let found = (try? context.fetch(request)) ?? []
    return found.compactMap { dictionary in
      guard let value = dictionary[key].flatMap({ AttributeValue($0) }) else { return nil }
      if attribute.isDayNumber, case .integer(let number) = value {
        return Int32(exactly: number).map { "\(CalendarDate(dayNumber: $0))" }
      }
      switch value {
      case .string, .integer, .double, .decimal, .date:
        return FetchExpression(forConstantValue: value.anyValue).description
      default: return nil
      }
    }
  }

  private func entity(named name: String) -> EntityDescription? {
    let entities = stack.managedObjectModel.entitiesByName
    return entities[name]
      ?? entities.values.first { $0.name?.lowercased() == name.lowercased() }
  }

  private func camperWords() -> [String] {
    let campers = objects(of: Camper.self, by: "fullName")
    return campers.map(CamperWords(among: campers).word)
  }

  private func names<Object: ManagedObject>(
    of type: Object.Type, _ name: (Object) -> String?, by key: String
  ) -> [String] {
    var seen: Set<String> = []
    return objects(of: type, by: key).compactMap(name).filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }

  private func objects<Object: ManagedObject>(of type: Object.Type, by key: String) -> [Object] {
    let request = FetchRequest<Object>()
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    request.fetchLimit = Self.mostValues
    // Completion that fails has nothing to offer; the command that follows tells why.
    return (try? context.fetch(request)) ?? []
  }
}
