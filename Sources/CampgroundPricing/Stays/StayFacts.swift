import Foundation

/// All that the price of a stay depends on, beside the rate card.
///
/// The same facts cost the same, whichever commands led to them.
public struct StayFacts: Hashable, Sendable {
  /// A night, and under what it was agreed.
  public struct Night: Hashable, Sendable {
    public var date: CalendarDate
    public var place: BookedPlace
    /// The revision of the rules that was in force when it was agreed: its rules are those of then.
    public var agreedUnder: Int64
    /// The price that was agreed at the desk, in minor units; nil for that of the rate card. It is
    /// the lodging of the night, without discounts that nobody asked for.
    public var agreedPriceMinor: Int64?
    /// The discount that was asked for; nil for none.
    public var agreedDiscount: AgreedDiscount?
    /// Whether its agreed price was agreed elsewhere with all fees and taxes, as the share that a
    /// night of an imported stay has of its total. It gets no fee, no tax and no discount that
    /// nobody asked for.
    public var isAllIncluded: Bool
    /// Who was there, where the party changed since; nil for that of the stay.
    public var formerParty: Party?

    public init(
      _ date: CalendarDate, at place: BookedPlace, agreedUnder: Int64,
      agreedPriceMinor: Int64? = nil, agreedDiscount: AgreedDiscount? = nil,
      isAllIncluded: Bool = false
    ) {
      self.date = date
      self.place = place
      self.agreedUnder = agreedUnder
      self.agreedPriceMinor = agreedPriceMinor
      self.agreedDiscount = agreedDiscount
      self.isAllIncluded = isAllIncluded
    }
  }

  /// A discount that was asked for, which may have come into force after the night was agreed.
  public struct AgreedDiscount: Hashable, Sendable {
    public var name: String
    /// The revision of the rules that was in force when it was asked for.
    public var agreedUnder: Int64

    public init(_ name: String, agreedUnder: Int64) {
      self.name = name
      self.agreedUnder = agreedUnder
    }
  }

  /// Who comes, as far as charges count them.
  public struct Party: Hashable, Sendable {
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

  /// What is taken off what is owed, without money moving.
  public struct Allowance: Hashable, Sendable {
    public var day: CalendarDate
    /// In minor units, without the tax that it takes along; with it where prices include tax.
    public var amountMinor: Int64
    /// The group of charges that it is off, and at most comes to; nil for the whole bill, without
    /// taking taxes along.
    public var group: String?
    public var text: String
    /// The day whose charge it takes back, and with whose taxes; nil for one that is off no charge
    /// in particular, which takes those of the nearest night along.
    public var chargedOn: CalendarDate?

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

  /// A tax that is not charged on what belongs to a day, as of a guest who is exempt from it.
  public struct WaivedTax: Hashable, Sendable {
    public var name: String
    public var group: String
    public var day: CalendarDate

    public init(_ name: String, on group: String = RateCard.lodgingGroup, of day: CalendarDate) {
      self.name = name
      self.group = group
      self.day = day
    }
  }

  /// A fee for a change to dates that share no night with the former ones.
  public struct ChangeFee: Hashable, Sendable {
    public var day: CalendarDate
    public var amountMinor: Int64

    public init(on day: CalendarDate, _ amountMinor: Int64) {
      self.day = day
      self.amountMinor = amountMinor
    }
  }

  /// The nights of the stay in their order, one after the other; of a stay that was canceled those
  /// that had passed and are owed.
  public var nights: [Night]

  /// Nights that were agreed once and given up, in their order.
  public var formerNights: [Night] = []

  /// The nights that were to come when the stay was canceled, which are former ones too; none of
  /// any other.
  public var calledOffNights: [Night] = []

  /// When the stay was canceled; nil of any other, also of one whose guest did not come.
  public var canceledAt: Date?

  public var party: Party

  /// When the stay became reserved; nil before, when nothing is agreed and giving up nights costs
  /// nothing.
  public var reservedAt: Date?

  /// The revision of the rules under which it became reserved, whose fees by the stay, policy and
  /// deposit it keeps. Nil before, when those of its first night count.
  public var reservedUnder: Int64?

  /// The arrival that notice is counted from; nil before the stay is reserved.
  public var noticeArrival: CalendarDate?

  /// What was agreed for nights that are given up; nil for giving everything back.
  public var terms: CancellationTerms?

  /// Lodging that was given up, the latest last.
  public var givenUp: [GivenUpLodging] = []

  public var changeFees: [ChangeFee] = []
  public var allowances: [Allowance] = []
  public var waivedTaxes: Set<WaivedTax> = []

  /// Makes the facts of a stay that nothing happened to.
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
  }

  /// The dates of the present nights; nil for none.
  public var dates: StayDates? {
    guard let first = nights.first, let last = nights.last else { return nil }
    return try? StayDates(arrival: first.date, departure: last.date.advanced(by: 1))
  }

  /// The nights that were ever agreed and are not among others, in their order.
  func formerNights(except dates: Set<CalendarDate>) -> [Night] {
    var known = dates
    return (nights + formerNights).filter { known.insert($0.date).inserted }
      .sorted { $0.date < $1.date }
  }
}

extension ChargeBasis {
  /// How many times an amount is charged to a party, each night or once.
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

  /// Whether the amount is charged on each night, rather than once.
  public var isByTheNight: Bool {
    switch self {
    case .night, .personNight, .adultNight, .childNight, .vehicleNight, .petNight: true
    case .stay, .person, .adult, .child, .vehicle, .pet: false
    }
  }
}
