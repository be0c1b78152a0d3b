extension ExportGlossary {
  /// The rules that price and restrict stays, with their former versions.
  static let rules = """
    # version
    revision | revision | the revision of the rules that brought this version into force
    endRevision | end revision | the revision that ended it; empty while it is in force

    # scope
    season | season | the season that it applies to; empty for all nights
    weekdays | weekdays | the weekdays that it applies to; empty for all
    firstNight | first night | the first night that it applies to
    lastNight | last night | the last night that it applies to
    campSite | site | the campsite that it applies to; empty for all
    siteClass | class | the class that it applies to; empty for all
    siteType | type | the type of campsites that it applies to; empty for all
    isActive | active | whether it is in use
    + version
    campground | campground | the campground

    # Season: seasons
    Dates that recur each year, or fall in one year only.
    name | season | its name
    startMonth | start month | the month of the first night
    startDay | start day | the day of the first night
    endMonth | end month | the month of the last night
    endDay | end day | the day of the last night
    year | year | the year in which it begins; empty for every year
    + version
    campground | campground | the campground

    # Rate: rates
    Prices of lodging.
    name | rate | its name
    kind | kind | the length of time that the price covers
    amountMinor | amount | the price
    rank | rank | the position in the list; of equally specific rates, the first one is used
    isOwnPrice | own price | whether it is a former price of a campsite's own
    + scope

    # Discount: discounts
    Reductions of the price of the nights.
    name | discount | its name
    percent | percent | the percentage; empty for an amount
    amountMinor | amount | the amount off the whole stay
    minimumNights | minimum nights | the shortest stay
    isAutomatic | automatic | whether it applies without being asked for
    + scope

    # Fee: fees
    Charges on top of lodging.
    name | fee | its name
    amountMinor | amount | the amount
    basis | basis | what the amount is multiplied by
    includedCount | included | how many people, vehicles or pets are free of charge
    taxGroup | tax group | the tax group
    isRefundable | refundable | whether it is refunded when the stay is canceled
    + scope

    # Tax: taxes
    Taxes on the charges of a group.
    name | tax | its name
    group | tax group | the group of charges that is taxed
    percent | percent | the percentage; empty for an amount
    amountMinor | amount | the amount
    basis | basis | what the amount is multiplied by; unused for a percentage
    effectiveFrom | effective from | the first day on which this version is charged
    exemptFromNights | exempt from nights | the number of nights from which a stay is exempt
    taxesKeptMoney | taxes kept money | whether money kept for unused nights is also taxed
    + scope

    # DepositRule: deposit-rules
    The deposits that are due when a stay is booked.
    name | deposit | its name
    percent | percent | the percentage of the total
    amountMinor | amount | an amount
    nights | nights | the number of nights, from the first, whose price is due
    minimumNights | minimum nights | the shortest stay
    + scope

    # StayRule: stay-rules
    Rules about the length and the days of a stay.
    name | rule | its name
    kind | kind | what it demands
    value | value | the number of nights, months or days demanded
    + scope

    # CancellationPolicy: policies
    What a guest owes who cancels a stay.
    name | policy | its name
    siteClass | class | the class that it applies to; empty for all
    isDefault | default | whether it is the default policy
    wasDefault | was default | whether a former version was the default policy
    cutOffMinute | cut-off | the time from which the day no longer counts as a day of notice
    graceMinutes | grace minutes | the minutes after booking within which everything is refunded
    changeFeeMinor | change fee | the fee for new dates that share no night with the old ones
    + version
    campground | campground | the campground

    # CancellationStep: policy-steps
    What a policy keeps for a range of days of notice.
    policy | policy | the policy
    fromDays | from days | the fewest days of notice that it covers
    throughDays | through days | the most days of notice that it covers
    keptNights | kept nights | how many nights, from the first, are kept at full price
    keptPercent | kept percent | the percentage of the lodging that is kept
    feeMinor | fee | the cancellation fee

    # MeterRate: meter-rates
    Prices of the units that meters count.
    kind | kind | what the meter counts
    unit | unit | the unit
    price | price | the price of a unit, in whole units of the currency
    taxGroup | tax group | the tax group
    isActive | active | whether it is in use
    campground | campground | the campground

    # CalendarFeed: feeds
    iCalendar files of stays and closures, which the night audit writes again.
    name | name | the name
    path | file | the file
    showsNames | names | whether it names the guests
    campSite | site | the campsite; empty for all of them, or those of a class
    siteClass | class | the class; empty for all campsites, or a single one
    campground | campground | the campground

    # LedgerAccount: accounts
    The accounts of the accountant's chart that journals use, where they are not the default ones.
    use | use | the kind of amounts
    subject | for | the one tax, fee, discount or item; empty for all without an account of their own
    name | account | the name or number of the account
    campground | campground | the campground

    """

  /// Who changed what.
  static let history = """
    # Message: messages
    Papers that were mailed, or wait in the outbox.
    number | message | the code
    kind | kind | what it is about
    recipient | recipient | the e-mail address that it goes to
    subject | subject | the subject line
    text | text | the paper as plain text
    html | page | the paper as an HTML page
    queuedAt | queued | the instant at which it was put into the outbox
    sentAt | sent | the instant at which it was sent; empty while it waits
    attemptedAt | attempted | the instant at which the last attempt to send it began
    failure | failure | why the last attempt failed
    reservation | reservation | the stay that it is about
    camper | guest | the guest that it goes to
    campground | campground | the campground

    # Event: events
    What each command did to each object: who, when and why.
    number | event | the code by which undo names it
    happenedAt | when | the instant at which it happened
    day | day | the business day
    who | who | who did it
    command | command | the command
    kind | kind | what was done
    noun | noun | the kind of object
    name | name | the name of the object at the time; empty for a reservation
    reservation | reservation | the stay that was changed
    reason | reason | why it was done
    firstEvent | first event | the first event of the same command
    undoneBy | undone by | the event by which it was undone
    isTakenBack | taken back | whether what it did no longer holds
    posting.postedAt | posted | the instant of the ledger lines that the command wrote
    campground | campground | the campground

    # EventChange: event-changes
    The values of properties before and after an event.
    event | event | the event
    property | property | the property, as the store names it
    before | before | the value before
    after | after | the value after

    """
}
