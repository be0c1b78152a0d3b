/// What a column of a spreadsheet says about a booking, a guest or a balance.
public enum ImportField: String, CaseIterable, Sendable, Hashable {
  case campground, site
  case siteClass = "class"
  case siteIdentifier = "site id"
  case arrival
  case arrivalYear = "arrival year"
  case arrivalMonth = "arrival month"
  case arrivalDay = "arrival day"
  case departure, nights
  case guest
  case firstName = "first name"
  case lastName = "last name"
  case phone, email, address, plates
  case rigLength = "length"
  case note = "notes"
  case adults, children, vehicles, pets, status
  case total, price, paid
  case confirmationNumber = "confirmation number"
  /// A stay by its code or its confirmation number.
  case stay
  /// What is owed, or the guest's credit if it is negative.
  case amount
  case text

  /// Whether several columns may say it together: an address is joined by commas, and nights and
  /// people are added up.
  var isCombined: Bool {
    switch self {
    case .address, .plates, .note, .nights, .adults, .children, .vehicles, .pets: true
    default: false
    }
  }

  /// The field with a name, as a command writes it, or with a heading of other programs.
  public init?(word: String) {
    let name = word.lowercased().replacing("-", with: " ")
    let letters = name.filter { $0.isLetter || $0.isNumber }
    let field = Self(rawValue: name) ?? Self.allCases.first { $0.headings.contains(letters) }
    guard let field else { return nil }
    self = field
  }

  /// The headings by which other programs call the column, as letters and digits in lower case. Of
  /// two columns, the one whose heading comes first is meant.
  var headings: [String] {
    switch self {
    case .campground:
      ["campground", "facility", "facilityname", "campgroundname", "park", "property"]
    case .site:
      [
        "site", "sitenumber", "siteno", "sitename", "campsite", "unit", "unitnumber", "unitno",
        "unitname", "space", "spacenumber", "spaceno", "lot", "lotnumber", "lotno", "pitch",
        "room", "roomnumber",
      ]
    case .siteClass: ["class", "siteclass", "unitclass", "siteclassname", "category"]
    case .siteIdentifier: ["siteid", "unitid", "campsiteid"]
    case .arrival:
      [
        "arrival", "arrivaldate", "dateofarrival", "arrive", "arrives", "checkin", "checkindate",
        "from", "fromdate", "datefrom", "start", "startdate", "begin", "begins", "firstnight",
      ]
    case .arrivalYear: ["arrivalyear"]
    case .arrivalMonth: ["arrivalmonth"]
    case .arrivalDay: ["arrivalday"]
    case .departure:
      [
        "departure", "departuredate", "dateofdeparture", "departureexclusive", "depart", "departs",
        "checkout", "checkoutdate", "to", "todate", "dateto", "until", "end", "enddate", "ends",
      ]
    case .nights: ["nights", "numberofnights", "noofnights", "lengthofstay", "los"]
    case .guest:
      [
        "guest", "guestname", "name", "fullname", "camper", "campername", "customer",
        "customername", "primaryguest", "bookedby", "contact", "contactname",
      ]
    case .firstName: ["firstname", "first", "givenname", "guestfirstname", "forename"]
    case .lastName: ["lastname", "last", "surname", "familyname", "guestlastname"]
    case .phone:
      [
        "phone", "phonenumber", "phoneno", "telephone", "tel", "mobile", "mobilephone", "cell",
        "cellphone", "homephone", "phone1",
      ]
    case .email: ["email", "emailaddress", "mail"]
    case .address:
      [
        "address", "address1", "address2", "streetaddress", "street", "mailingaddress", "city",
        "town", "state", "province", "zip", "zipcode", "postalcode", "postcode", "country",
      ]
    case .plates:
      [
        "plates", "plate", "licenseplate", "licenceplate", "licenseplates", "vehicleplate",
        "platenumber",
      ]
    case .rigLength: ["length", "riglength", "rvlength", "vehiclelength", "rigsize"]
    case .note:
      ["notes", "note", "comments", "comment", "remarks", "remark", "specialrequests"]
    case .adults:
      [
        "adults", "adult", "numberofadults", "people", "guests", "numberofguests", "party",
        "partysize", "persons", "occupants", "pax",
      ]
    case .children: ["children", "child", "kids", "numberofchildren", "minors"]
    case .vehicles: ["vehicles", "vehicle", "cars", "numberofvehicles"]
    case .pets: ["pets", "pet", "dogs", "numberofpets"]
    case .status: ["status", "reservationstatus", "bookingstatus"]
    case .total:
      [
        "total", "totalamount", "totalprice", "grandtotal", "totalcharges", "totalcharge",
        "totalcost", "price", "amount", "cost",
      ]
    case .price: ["rate", "nightlyrate", "pricepernight", "ratepernight", "dailyrate", "adr"]
    case .paid:
      [
        "paid", "amountpaid", "totalpaid", "payments", "payment", "prepaid", "deposit",
        "depositpaid",
      ]
    case .confirmationNumber:
      [
        "confirmationnumber", "confirmation", "confirmationno", "confirmationcode", "conf",
        "confno", "confnumber",
        "reservationnumber", "reservationno", "reservationid", "bookingnumber", "bookingno",
        "bookingid", "bookingreference", "reference", "reservation", "booking", "res", "resno",
        "resnumber", "resid",
      ]
    case .stay: ["stay", "reservation", "code", "stayno"]
    case .amount: ["amount", "balance", "balancedue", "amountdue", "due", "owed", "openbalance"]
    case .text: ["text", "description", "memo", "for", "notes", "note"]
    }
  }
}

/// The column that the user chose for a field, `map "Kfz" to plates`; no field leaves it out.
public struct ColumnChoice: Sendable, Hashable {
  public let column: String
  public let field: ImportField?

  public init(_ column: String, to field: ImportField?) {
    (self.column, self.field) = (column, field)
  }
}
