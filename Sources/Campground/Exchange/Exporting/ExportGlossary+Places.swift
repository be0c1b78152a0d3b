extension ExportGlossary {
  /// Campgrounds, campsites and the people.
  static let places = """
    # Campground: campgrounds
    The campgrounds of the store.
    name | campground | its name
    timeZoneIdentifier | time zone | the time zone in which its nights are counted
    currencyCode | currency | the currency of its prices
    localeIdentifier | locale | the locale, which decides how dates are written and when weeks begin
    address | address | the postal address
    phoneNumber | phone | the phone number
    email | e-mail | the e-mail address, for papers and as the sender of mail
    mailProgram | mail program | the program that sends mail
    mailFolder | mail folder | the folder that mail is put into as .eml files
    reminderDays | reminder days | how many days before an arrival a reminder is mailed
    logo | - | in the store only
    mailsReceipts | mails receipts | whether a receipt is mailed to guests who left
    checkInMinute | check-in | the time from which guests may check in
    checkOutMinute | check-out | the time by which guests must check out
    holdMinutes | hold minutes | how long a hold lasts by default, in minutes
    offerHours | offer hours | how long a campsite offered to someone on the waitlist is held, in hours
    noShowAfter | no-show after | the night after which a stay that is not guaranteed becomes a no-show
    guaranteedNoShowAfter | guaranteed no-show after | the night after which a guaranteed stay becomes a no-show
    pricesIncludeTax | prices include tax | whether prices include percentage taxes
    closedThrough | closed through | the last closed business day
    rulesRevision | rules revision | the number of changes to pricing rules so far

    # SiteClass: classes
    Classes of campsites that are interchangeable for a booking.
    name | class | its name
    note | note | free notes
    campground | campground | the campground

    # CampSite: campsites
    The campsites, retired ones included.
    name | site | its name, unique in the campground
    siteNumber | number | the name as a number, where it is one
    loop | loop | the loop on which it lies
    siteClass | class | its class
    type | type | its type: rv, tent, cabin
    typeName | imported type | the type as an imported file named it
    electricity | electricity | whether it has electricity
    amperage | amperage | the amperage of the strongest outlet
    water | water | whether it has water
    sewer | sewer | whether it has a sewer hookup
    maximumVehicleLength | length | the longest vehicle, in feet
    maximumPeople | party | the most people
    maximumVehicles | vehicles | the most vehicles
    petsAllowed | pets | whether pets are allowed
    isAccessible | accessible | whether it is wheelchair accessible
    hasShade | shade | whether there is shade
    hasTentPad | tent pad | whether there is a tent pad
    driveway | driveway | the kind of driveway
    latitude | latitude | degrees, north positive
    longitude | longitude | degrees, east positive
    rateMinor | rate | its own price of a night
    rateRevision | rate revision | the revision of the rules that brought its own price into force
    readiness | housekeeping | the housekeeping status
    retiredFrom | retired | the date from which it is retired
    isFavorite | favorite | whether it comes first in lists
    externalIdentifier | external identifier | its identifier in another system
    note | note | free notes
    campground | campground | the campground

    # SiteDetail: site-details
    Details of campsites that have no column of their own.
    campSite | site | the campsite
    category | category | the category, as the source named it
    name | detail | its name
    value | value | its value

    # SiteBlock: blocks
    Periods during which a campsite is closed.
    campSite | site | the campsite
    dateFrom | from | the first closed night
    dateTo | to | the first night that is open again
    kind | kind | whether it is closed for maintenance or by the office
    reason | reason | why it is closed
    feed | feed | the calendar that it was imported from; empty for a closure made here
    feedIdentifier | event | the identifier of its event in that calendar

    # Camper: campers
    The guests.
    fullName | guest | the name; two guests may have the same
    phoneNumber | phone | the phone number as entered
    email | email | the e-mail address
    address | address | the postal address
    plates | plates | the license plates of their vehicles
    rigLength | length | the length of their rig in feet
    isFavorite | favorite | whether the guest comes first in lists
    note | note | free notes

    # Employee: employees
    The people who work or worked here, without their pictures.
    name | employee | the name
    department | department | the department
    startDate | start | the first day at work
    vacationDays | vacation days | the remaining vacation days
    email | email | the e-mail address
    phone | phone | the phone number as entered
    address | address | the postal address
    about | about | free notes
    isActive | active | whether the employee currently works here
    guid | identifier | a globally unique identifier, which never changes
    picture | - | in the store only
    campground | campground | the campground

    """
}
