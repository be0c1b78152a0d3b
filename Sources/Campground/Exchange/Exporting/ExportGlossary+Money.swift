extension ExportGlossary {
  /// The ledger, what it was written for, and the shop.
  static let money = """
    # Folio: folios
    The bills: the ledger of a stay, of a group, or of sales.
    number | folio | the code
    payer | payer | who pays
    group | group | the group that the bill belongs to
    openedAt | opened | the instant at which it was opened
    returnedMinor | returned | the money that went back out
    campground | campground | the campground

    # FolioEntry: folio-lines
    The ledger: every line of every folio. A line never changes; a mistake is reversed by another line.
    number | line | the number, counted across all folios
    folio | folio | the folio
    reservation | reservation | the stay that it concerns; empty for the whole folio
    day | day | the business day
    kind | kind | what it is for
    text | text | the text of the line as the bill prints it
    amountMinor | amount | positive for charges, negative for payments
    method | method | the payment method; empty where no money changed hands
    reference | reference | the number of a card slip, a check or a voucher
    night | night | the day in the stay's bill that the line posts
    name | name | the fee, tax, discount or allowance
    taxGroup | tax group | the tax group of the line; for a tax, the group that it taxes
    periodStart | period start | the first night of the week or month that the night was priced by
    reason | reason | why it was written
    posting.postedAt | posted | the instant at which it was written
    posting.action | action | the command that wrote it
    posting.who | who | who wrote it
    reverses | reverses | the line that it reverses
    reversedBy | reversed by | the line that reverses it
    taxes | taxes | the line that it taxes, if that was charged by hand or sold
    voucher | voucher | the voucher that it sells or redeems
    sale | sale | the sale that it charges, taxes, pays for or reverses
    charge | charge | the charge of charges.csv: its stay and position
    allowance | allowance | the allowance of allowances.csv: its stay and position
    givenUp | unused nights | the lodging of unused-nights.csv: its stay and position
    changeFee | change fee | the fee of change-fees.csv: its stay and position
    meterReading | meter reading | the meter reading that it charges

    # Charge: charges
    What was charged to a stay by hand, sold and charged to it, or counted by a meter.
    + fact
    day | day | the business day
    kind | kind | what it is for
    text | text | the text of the line
    amountMinor | amount | the amount
    taxGroup | tax group | the tax group
    includesTax | includes tax | whether the amount includes its percentage taxes
    isWaived | waived | whether it was reversed

    # Allowance: allowances
    Amounts by which the bill of a stay was lowered without any payment.
    + fact
    day | day | the business day on which it was agreed
    text | text | the text of the line
    amountMinor | amount | the amount, without its taxes
    taxGroup | tax group | the tax group that it reduces; empty for the whole bill
    chargedOn | charged on | the day of the charge that it reverses
    reason | reason | why it was given
    isWaived | waived | whether it was reversed

    # GivenUpNights: unused-nights
    Lodging that a change of a stay gave up, and the share of it that is kept.
    + fact
    day | day | the business day of the change
    occasion | occasion | the reason
    amountMinor | amount | the lodging of the unused nights, after discounts
    includesTax | includes tax | whether it was priced with its taxes although prices do not include tax otherwise
    keptPercent | kept percent | the percentage that is kept; empty where an amount is kept
    keptAtMostMinor | kept at most | the most that is kept; empty where a percentage is kept
    feeMinor | fee | the fee for giving it up
    isWaived | waived | whether the share that is kept is waived
    isFeeWaived | fee waived | whether the fee is waived

    # ChangeFee: change-fees
    Fees for changing a stay to dates that share no night with the former ones.
    + fact
    day | day | the business day of the change
    amountMinor | amount | the fee
    isWaived | waived | whether it is waived

    # Waiver: waivers
    Nights, fees and taxes that the bill of a stay leaves out.
    reservation | reservation | the stay
    kind | kind | the kind of the line
    day | day | the day of the line
    name | name | the fee or the tax; empty for a night
    taxGroup | tax group | the tax group of the line
    reason | reason | why it is waived

    # Voucher: vouchers
    Vouchers and how much of them was used.
    code | voucher | the code
    camper | guest | the owner; empty where anyone who has the code may use it
    amountMinor | amount | the value when it was issued
    redeemedMinor | redeemed | the amount redeemed
    expires | expires | the last date on which it is accepted
    note | note | where it comes from
    campground | campground | the campground

    # Item: items
    What the shop sells.
    name | item | its name
    priceMinor | price | the price of one piece
    taxGroup | tax group | the tax group
    includesTax | includes tax | whether the price includes its percentage taxes
    stock | stock | the number of pieces left; empty where stock is not counted
    isActive | active | whether it is currently on sale
    campground | campground | the campground

    # Sale: sales
    What was sold, paid for on the spot or charged to a stay.
    number | sale | the code
    day | day | the business day
    soldAt | sold | the instant of the sale
    item | item | the item; empty for a sale under a text of its own
    text | text | what was sold
    quantity | quantity | the number of pieces; negative for a reversal
    amountMinor | amount | the price of all pieces before tax; negative for a reversal
    method | method | the payment method; empty where it was charged to a stay
    reservation | reservation | the stay that it was charged to
    employee | employee | who sold it
    department | department | the employee's department at the time
    reverses | reverses | the sale that it reverses
    reversedBy | reversed by | the sale that reverses it
    reason | reason | why it was reversed
    campground | campground | the campground

    # MeterReading: meter-readings
    Readings of the meters of campsites.
    campSite | site | the campsite
    kind | kind | what the meter counts
    position | position | the position among the readings of the meter
    day | day | the business day
    value | value | the value shown
    since | since | the business day of the previous reading
    readAt | read | the instant at which it was recorded
    reservation | reservation | the stay that pays for the usage
    entry | line | the line of folio-lines.csv that charged it

    # ClosedDay: closed-days
    Closed business days, to which nothing more can be posted.
    day | day | the day
    closedAt | closed | the instant at which it was closed
    chargedMinor | charged | the charges of the day; for the first closed day, also those before it
    paidMinor | paid | the payments of the day less its refunds; for the first closed day, also those before it
    nightsSold | nights sold | the number of sites occupied that night
    campground | campground | the campground

    """
}
