import Foundation

/// Everything that the price of a stay depends on, apart from the rate card.
///
/// The same facts cost the same, whichever commands led to them.
public struct StayFacts: Hashable, Sendable {
  /// A night, with the terms under which it was agreed.
  public struct Night: Hashable, Sendable, Codable {
    public var date: CalendarDate
    public var place: BookedPlace
    /// The revision of the rules when the night was agreed; the rules of that revision apply to it.
    public var agreedUnder: Int64
    /// The price agreed at the desk, in minor units; nil for the price of the rate card. It is the
    /// lodging of the night, and automatic discounts do not reduce it.
    public var agreedPriceMinor: Int64?
    /// The discount that was asked for; nil for none.
    public var agreedDiscount: AgreedDiscount?
    /// What the price covers.
    public var priceCovers: PriceCoverage
    /// The party of that night, where the party has changed since; nil for the party of the stay.
    public var formerParty: Party?

    public init(
      _ date: CalendarDate, at place: BookedPlace, agreedUnder: Int64,
      agreedPriceMinor: Int64? = nil, agreedDiscount: AgreedDiscount? = nil,
      covering priceCovers: PriceCoverage = .lodging
    ) {
      self.date = date
      self.place = place
      self.agreedUnder = agreedUnder
      self.agreedPriceMinor = agreedPriceMinor
      self.agreedDiscount = agreedDiscount
      self.priceCovers = priceCovers
    }
  }

  /// What the price of a night covers. Fees and automatic discounts apply to a price for lodging
  /// alone.
  public enum PriceCoverage: Hashable, Sendable, Codable {
    /// The lodging, to which taxes are added or of which they are a part, as the campground sets its
    /// prices.
    case lodging
    /// The lodging and its percentage taxes: a night's share of a total that was agreed elsewhere.
    /// Taxes by amount are added. A guest who stays so long that a tax is not owed pays the same
    /// price, all of it for lodging.
    case lodgingAndTaxes
    /// The same, of a stay that ended before it was imported: all of it was charged elsewhere.
    case everything
  }

  /// A discount that was asked for; it may have come into force after the night was agreed.
  public struct AgreedDiscount: Hashable, Sendable, Codable {
    public var name: String
    /// The revision of the rules when the discount was asked for.
    public var agreedUnder: Int64

    public init(_ name: String, agreedUnder: Int64) {
      self.name = name
      self.agreedUnder = agreedUnder
    }
  }

  /// The size of the party, as charges count it.
  public struct Party: Hashable, Sendable, Codable {
    public var adults: Int
    public var children: Int
    public var vehicles: Int
    public var pets: Int

    public init(adults: Int = 1, children: Int = 0, vehicles: Int = 0, pets: Int = 0) {
      self.adults = adults
      self.children = children
      self.vehicles = vehicles
      self.pets = pets
    }

    /// Adults and children.
    public var people: Int {
      let (sum, isTooLarge) = adults.addingReportingOverflow(children)
      return isTooLarge ? .max : sum
    }
  }

  /// An amount taken off what is owed, without any payment.
  public struct Allowance: Hashable, Sendable {
    public var day: CalendarDate
    /// In minor units; without its tax, or including it where prices include tax.
    public var amountMinor: Int64
    /// The tax group that the allowance reduces, and whose charges limit it; nil for the whole
    /// bill, without any effect on taxes.
    public var group: String?
    public var text: String
    /// The day of the charge that the allowance reverses, whose taxes apply; nil for an allowance
    /// against no particular charge, which takes the taxes of the nearest night.
    public var chargedOn: CalendarDate?
    /// Whether it was reversed.
    public var isWaived = false

    public init(
      on day: CalendarDate, _ amountMinor: Int64, off group: String? = RateCard.lodgingGroup,
      text: String = "Allowance", takingBackChargeOf chargedOn: CalendarDate? = nil
    ) {
      self.chargedOn = chargedOn
      self.day = day
      self.amountMinor = amountMinor
      self.group = group
      self.text = text
    }
  }

  /// A line that the bill leaves out, whatever happens to the stay later: a night, a fee, or a tax,
  /// for instance for a guest who is exempt. Its discounts and taxes go with it.
  ///
  /// A waived night still counts for lengths; nothing of it is kept if it is given up.
  public struct Waiver: Hashable, Sendable {
    public var kind: Bill.Line.Kind
    /// The name of the fee or the tax; empty for a night.
    public var name: String
    /// The tax group; nil for none.
    public var group: String?
    /// The day of the line.
    public var day: CalendarDate

    public init(
      _ kind: Bill.Line.Kind, _ name: String = "", on group: String?, of day: CalendarDate
    ) {
      self.kind = kind
      self.name = name
      self.group = group
      self.day = day
    }
  }

  /// Something charged by hand, a sale charged to the stay, or the usage counted by a meter.
  public struct Charge: Hashable, Sendable {
    /// The business day, whose taxes apply.
    public var day: CalendarDate
    public var kind: Bill.Line.Kind
    public var text: String
    /// In minor units.
    public var amountMinor: Int64
    /// The tax group; nil for none.
    public var group: String?
    /// Whether the amount includes its percentage taxes.
    public var includesTax: Bool
    /// Whether it was reversed.
    public var isWaived = false

    public init(
      on day: CalendarDate, _ amountMinor: Int64, _ text: String,
      _ kind: Bill.Line.Kind = .sale, taxGroup group: String? = nil, includesTax: Bool = false
    ) {
      self.day = day
      self.kind = kind
      self.text = text
      self.amountMinor = amountMinor
      self.group = group
      self.includesTax = includesTax
    }
  }

  /// A fee for a change to dates that share no night with the former ones.
  public struct ChangeFee: Hashable, Sendable {
    public var day: CalendarDate
    public var amountMinor: Int64
    public var isWaived = false

    public init(on day: CalendarDate, _ amountMinor: Int64) {
      self.day = day
      self.amountMinor = amountMinor
    }
  }

  /// The consecutive nights of the stay, in order; for a canceled stay, the past nights that are
  /// owed.
  public var nights: [Night]

  /// Nights that were once agreed and then given up, in order.
  public var formerNights: [Night] = []

  /// The nights that were still to come when the stay was canceled. They are former nights too.
  /// Empty for any other stay.
  public var calledOffNights: [Night] = []

  /// When the stay was canceled; nil otherwise, including for a no-show.
  public var canceledAt: Date?

  public var party: Party

  /// When the stay became reserved; nil before that, when nothing is agreed and giving up nights
  /// costs nothing.
  public var reservedAt: Date?

  /// The dates for which the stay became reserved, whose first nights a policy may keep; nil before
  /// that, and where they are not known.
  public var reservedDates: StayDates?

  /// The revision of the rules when the stay became reserved, which decides its one-time fees,
  /// policy and deposit. Nil before that, when the revision of the first night does.
  public var reservedUnder: Int64?

  /// The arrival from which notice is counted; nil before the stay is reserved.
  public var noticeArrival: CalendarDate?

  /// The terms agreed for nights given up; nil if everything is refunded.
  public var terms: CancellationTerms?

  /// Lodging that was given up, in order.
  public var givenUp: [GivenUpLodging] = []

  public var changeFees: [ChangeFee] = []
  /// What was charged by hand or sold, in order.
  public var charges: [Charge] = []
  public var allowances: [Allowance] = []
  public var waivers: Set<Waiver> = []

  /// Makes the facts of a new stay.
  public init(
    nights: [Night], party: Party = Party(), reservedAt: Date? = nil,
    reservedUnder: Int64? = nil, terms: CancellationTerms? = nil
  ) {
    self.nights = nights
    self.party = party
    self.reservedAt = reservedAt
    self.reservedUnder = reservedUnder
    self.terms = terms
    noticeArrival = reservedAt == nil ? nil : nights.first?.date
    reservedDates = reservedAt == nil ? nil : dates
  }

  /// The dates of the present nights; nil where there are none.
  public var dates: StayDates? {
    guard let first = nights.first, let last = nights.last else { return nil }
    return try? StayDates(arrival: first.date, departure: last.date.advanced(by: 1))
  }

  /// The nights ever agreed that are not on the given dates, in order.
  func formerNights(except dates: Set<CalendarDate>) -> [Night] {
    var known = dates
    return (nights + formerNights).filter { known.insert($0.date).inserted }
      .sorted { $0.date < $1.date }
  }
}

extension ChargeBasis {
  /// How often an amount is charged to a party, each night or once.
  public func count(of party: StayFacts.Party) -> Int {
    switch self {
    case .stay, .night: 1
    case .person, .personNight: max(0, party.people)
    case .adult, .adultNight: max(0, party.adults)
    case .child, .childNight: max(0, party.children)
    case .vehicle, .vehicleNight: max(0, party.vehicles)
    case .pet, .petNight: max(0, party.pets)
    }
  }

  /// Whether the amount is charged each night rather than once.
  public var isByTheNight: Bool {
    switch self {
    case .night, .personNight, .adultNight, .childNight, .vehicleNight, .petNight: true
    case .stay, .person, .adult, .child, .vehicle, .pet: false
    }
  }
}
