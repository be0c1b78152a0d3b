extension ExportGlossary {
  /// Reservations, what was agreed about them, and the waitlist.
  static let stays = """
    # Reservation: reservations
    The stays, from first draft to check-out, canceled ones included.
    number | code | the code that clerks use
    status | status | the status, such as Reserved or CheckedIn
    camper | guest | the guest who booked
    campSite | site | the campsite
    siteClass | class | the class that was booked, where no campsite was
    dateFrom | arrival | the date of arrival, whose night is the first
    dateTo | departure | the date of departure, whose night is not part of the stay
    + party
    totalMinor | total | the whole bill of the stay, without the nights that no rate prices
    unpricedNights | unpriced nights | how many nights no rate prices
    depositMinor | deposit | the agreed deposit
    policy | policy | the cancellation policy that was agreed
    policyRevision | policy revision | the revision of the rules when the policy was agreed
    group | group | the group that the stay belongs to
    series | series | the first stay of the series that it belongs to
    folio | folio | the folio, which a group shares
    holdExpiresAt | hold expires | the instant from which others may take the nights of a hold
    isGuaranteed | guaranteed | whether the night audit waits for the guest beyond the first night
    expectedAt | expected | the instant at which a late arrival is expected
    heldNights | held nights | how many of the first nights passed while they were held for a late guest
    isLocked | locked | whether a stay booked by class was promised the campsite that it has
    noticeDate | notice date | the arrival from which notice is counted
    reservedFrom | reserved from | the arrival for which the stay became reserved
    reservedTo | reserved to | the departure for which the stay became reserved
    reservedUnder | reserved under | the revision of the rules when the stay became reserved
    formerSiteName | former site | the name of a campsite that has since been deleted
    formerClassName | former class | the name of a booked class that has since been deleted
    offer | - | in offers.csv
    confirmationNumber | confirmation number | the number of the stay in the program that it was imported from
    note | note | free notes
    campground | campground | the campground

    # party
    party.adults | adults | the adults
    party.children | children | the children
    party.vehicles | vehicles | the vehicles; empty where nothing was said
    party.vehicleLength | length | the length of the longest vehicle, in feet
    party.pets | pets | the pets
    party.amperage | amperage | the electricity that they need, in amperes
    party.needsWater | water | whether they need water
    party.needsSewer | sewer | whether they need a sewer hookup
    party.needsAccess | accessible | whether they need a wheelchair accessible campsite

    # ReservationNight: nights
    The nights on which campsites are taken, one row for each campsite and night.
    night | night | the date on which the night begins
    campSite | site | the campsite
    reservation | reservation | the stay that takes it
    block | block | the reason of the closure that takes it
    heldUntil | held until | the instant from which others may take it, while it is only held

    # StaySegment: segments
    Consecutive nights that a stay has, or once agreed, on one campsite.
    reservation | reservation | the stay
    dateFrom | from | the first night there
    dateTo | to | the date on which it ends
    campSite | site | the campsite
    siteClass | class | the class that was booked, or of the campsite when the nights were agreed
    siteType | type | the type of the campsite when the nights were agreed
    isByClass | by class | whether the class was booked
    priceMinor | price | the price of each night agreed at the desk; empty where the rates apply
    isAllIncluded | all included | whether the price includes all fees and taxes
    includesTax | includes tax | whether percentage taxes are a part of such a price
    discount | discount | the discount that was asked for
    isGivenUp | unused | whether its nights are no longer part of the stay
    agreedUnder | agreed under | the revision of the rules when its nights were agreed
    discountUnder | discount under | the revision of the rules when the discount was agreed
    formerParty.adults | former adults | the adults of those nights, where the party has changed since
    formerParty.children | former children | the children of those nights
    formerParty.vehicles | former vehicles | the vehicles of those nights
    formerParty.pets | former pets | the pets of those nights
    formerSiteName | former site | the name of a campsite that has since been deleted

    # StaySeries: series
    Stays that repeat.
    anchor | first arrival | the first arrival
    step | step | the interval between arrivals
    count | stays | how many stays the series was meant to have

    # ReservationGroup: groups
    Stays that belong together and share one bill.
    name | group | its name
    folio | folio | the bill of all its stays
    campground | campground | the campground

    # OverriddenRule: overridden-rules
    Stay rules that a stay breaks on purpose.
    + fact
    day | day | the date on which it was overridden
    rule | rule | the rule
    text | text | what the rule demanded and what the stay had
    event | event | the event that overrode it

    # fact
    reservation | reservation | the stay
    position | position | the position among those of the stay, the latest last

    # WaitlistEntry: waitlist
    Guests who wait for a campsite.
    number | code | the code that clerks use
    camper | guest | the guest
    createdAt | since | the instant from which the guest has been waiting
    withdrawnAt | withdrawn | when the entry was withdrawn
    campground | campground | the campground

    # Wish: wishes
    The stays that waitlisted guests would take.
    entry | entry | the entry of the waitlist
    number | number | the number within its entry
    dateFrom | arrival | the desired arrival
    dateTo | departure | the desired departure
    siteClass | class | the desired class
    siteType | type | the required type
    loop | loop | the desired loop
    + party
    withdrawnAt | withdrawn | when the wish was withdrawn

    # Offer: offers
    Campsites that are or were held for someone on the waitlist.
    wish | wish | the wish that it fulfills
    reservation | reservation | the stay that holds the campsite, whose status decides the outcome
    calledAt | called | when they were called
    askedAgainAt | asked again | when they were asked again after the offer failed

    """
}
