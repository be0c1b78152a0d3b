import ObjectGraph

/// A stay on one campsite of which the price is asked, or such a part of one on several.
public struct PricedStay: Sendable {
  /// A night whose price was agreed before.
  struct AgreedNight: Hashable, Sendable {
    var amountMinor: Int64
    var currency: Currency
    /// The words that it has on the bill; nil for those that a new price would have.
    var text: String?
    /// The week or the month that it was priced by.
    var period: RatePeriod?
  }

  /// The campsite.
  public let site: ManagedObjectID

  /// The word of the campsite's type; nil where it is not known.
  public let siteType: String?

  /// The campsite's own price of a night in minor units; nil where it has none.
  public let ownRateMinor: Int64?

  /// The dates.
  public var dates: StayDates

  /// The number of people.
  public var partySize: Int

  /// The number of vehicles; where it was not said, none is charged.
  public var vehicleCount: Int?

  /// The number of pets.
  public var petCount: Int

  /// The discount that is asked for by name; nil for none. Automatic ones are given besides.
  public var discount: ManagedObjectID?

  /// What a night costs by an agreement at the desk, in minor units; nil where the rates say it.
  public var nightPriceMinor: Int64?

  /// The nights whose price is kept.
  var agreed: [CalendarDate: AgreedNight] = [:]

  /// All that was agreed before; nil where only prices of nights were, or nothing.
  private(set) var kept: AgreedStay?

  /// Makes a stay.
  ///
  /// - Parameter agreed: the price of nights, without discounts, that was
  ///   agreed before and is kept.
  /// - Throws: `CampgroundError.invalidAmount` when an agreed price is not of whole minor units.
  public init(
    site: CampSite, dates: StayDates, partySize: Int = 1, vehicleCount: Int? = nil,
    petCount: Int = 0, discount: Discount? = nil, agreed: [CalendarDate: Money] = [:]
  ) throws(CampgroundError) {
    self.init(
      site: site, dates: dates, partySize: partySize, vehicleCount: vehicleCount,
      petCount: petCount, discount: discount, keeping: [])
    for (night, price) in agreed {
      do {
        self.agreed[night] = AgreedNight(
          amountMinor: try Money(exactly: price.amount, price.currency).minorUnits(),
          currency: price.currency, text: nil)
      } catch {
        throw .invalidAmount(error)
      }
    }
  }

  /// Makes a stay of which some nights were agreed before.
  ///
  /// - Parameter lines: what was agreed; those for nights of the stay keep their price, the sum of
  ///   what was charged and corrected, and their words; everything else is worked out anew.
  public init(
    site: CampSite, dates: StayDates, partySize: Int = 1, vehicleCount: Int? = nil,
    petCount: Int = 0, discount: Discount? = nil, keeping lines: [QuoteLine]
  ) {
    self.init(
      siteID: site.objectID, siteType: site.type, ownRateMinor: site.rateMinor, dates: dates,
      partySize: partySize, vehicleCount: vehicleCount, petCount: petCount, discount: discount,
      keeping: lines)
  }

  init(
    siteID: ManagedObjectID, siteType: String?, ownRateMinor: Int64?, dates: StayDates,
    partySize: Int, vehicleCount: Int?, petCount: Int, discount: Discount?,
    keeping lines: [QuoteLine]
  ) {
    site = siteID
    self.siteType = siteType
    self.ownRateMinor = ownRateMinor
    self.dates = dates
    self.partySize = partySize
    self.vehicleCount = vehicleCount
    self.petCount = petCount
    self.discount = discount?.objectID
    let nights = lines.filter { $0.kind == .lodging && dates.contains(night: $0.day) }
    for (day, lines) in Dictionary(grouping: nights, by: \.day) {
      let amount = lines.reduce(Int64(0)) {
        $0.addingReportingOverflow($1.amountMinor).partialValue
      }
      // A night that was made up for to nothing was given up: it costs what it does now.
      guard let line = lines.last, lines.count == 1 || amount != 0 else { continue }
      agreed[day] = AgreedNight(
        amountMinor: amount, currency: line.currency, text: line.text, period: line.period)
    }
  }

  /// Makes a stay of which all is kept that was agreed before; nil for a new one.
  init(
    siteID: ManagedObjectID, siteType: String?, ownRateMinor: Int64?, dates: StayDates,
    party: Party, discount: Discount?, keeping kept: AgreedStay?
  ) {
    self.init(
      siteID: siteID, siteType: siteType, ownRateMinor: ownRateMinor, dates: dates,
      partySize: party.people, vehicleCount: party.vehicles, petCount: party.pets,
      discount: discount, keeping: kept?.lines ?? [])
    self.kept = kept
    // A night of the stay that was made up for to nothing is free, and not one that was given up.
    for line in kept?.lines ?? [] where line.kind == .lodging && agreed[line.day] == nil {
      guard dates.contains(night: line.day), kept?.terms[line.day] != nil else {
        continue
      }
      agreed[line.day] = AgreedNight(amountMinor: 0, currency: line.currency, text: line.text)
    }
  }

  /// The rules that were agreed for a night; nil for a night that is added.
  func agreedRules(for night: CalendarDate) -> ChargeRules? {
    guard let kept else { return nil }
    return kept.terms[night]?.rules ?? (agreed[night] == nil ? nil : ChargeRules.none)
  }

  /// The type of campsite that a night is charged for: nights that were agreed keep theirs.
  func siteType(on night: CalendarDate) -> String? {
    guard let kept, let agreed = kept.terms[night] else { return siteType }
    return agreed.siteType
  }
}
