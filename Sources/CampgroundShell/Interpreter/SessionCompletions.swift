import Campground
import CommandKit
import ObjectGraph

/// Completions from a session's store.
extension Session {
  /// The most values of one kind to offer: nobody can choose from more than a screenful.
  private static let mostValues = 5_000

  /// The most names with a given beginning to offer.
  private static let mostNames = 200

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
    }
  }

  package func values(of kind: LiveValue, beginningWith text: String) -> [String] {
    guard kind == .camper, !text.isEmpty else { return values(of: kind) }
    // If the search fails, nothing is offered; the command itself reports the error.
    let found = (try? campers.words(beginningWith: text, limit: Self.mostNames)) ?? []
    // Punctuation such as a parenthesis is not searched for.
    return found.isEmpty ? values(of: kind) : found
  }

  private func camperWords() -> [String] {
    let campers = objects(of: Camper.self, by: "fullName")
    return campers.map(CamperWords(among: campers).word)
  }

  private func names<Object: ManagedObject>(
    of type: Object.Type, _ name: (Object) -> String?, by key: String
  ) -> [String] {
    objects(of: type, by: key).compactMap(name).filter { !$0.isEmpty }.unique
  }

  private func objects<Object: ManagedObject>(of type: Object.Type, by key: String) -> [Object] {
    let request = FetchRequest<Object>()
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    request.fetchLimit = Self.mostValues
    // If the search fails, nothing is offered; the command itself reports the error.
    return (try? context.fetch(request)) ?? []
  }
}
