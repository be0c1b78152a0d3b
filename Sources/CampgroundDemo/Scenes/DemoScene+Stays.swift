import Campground
import Foundation

/// Stays at each point of their lives.
extension DemoScene {
  /// What is not booked yet, or never was.
  static let papers = [
    DemoScene("a draft").on(-1, 16, 10) {
      try $0.book(
        "draft", "C05", for: "Joan Ferris", from: 12, nights: 2, Party(adults: 2, children: 2),
        as: .draft, note: "asks her sister first")
    },
    DemoScene("a hold").using("B12", 9, nights: 3).on(0, 8, 35) {
      try $0.book(
        "hold", "B12", for: "Ray Lindholm", from: 9, nights: 3,
        Party(adults: 2, vehicleLength: 27, pets: 1), as: .hold, minutes: 1_440)
    },
    DemoScene("a hold that has run out").using("A22", 5, nights: 2).on(0, 6, 40) {
      try $0.book(
        "lapsed", "A22", for: "Edith Crane", from: 5, nights: 2, Party(adults: 1), as: .hold,
        minutes: 60)
    },
    DemoScene("a hold that was ended").using("B30", 4, nights: 2).on(-3, 11, 5) {
      try $0.book(
        "ended", "B30", for: "Stan Kowalski", from: 4, nights: 2,
        Party(adults: 2, vehicleLength: 24), as: .hold, minutes: 120)
    },
    DemoScene("a request").on(-1, 18, 20) {
      try $0.book(
        "request", "C38", for: "Miriam Rosen", from: 24, nights: 2,
        Party(adults: 14, children: 9, vehicles: 6), as: .requested, note: "a wedding, with music")
    },
    DemoScene("a request that was declined").on(-5, 10, 15) {
      try $0.book(
        "declined", "C37", for: "Tyler Banks", from: 16, nights: 1,
        Party(adults: 36, vehicles: 15), as: .requested, note: "a concert")
    }.on(-4, 9, 40) { office in
      let code = try office.code("declined")
      try office.perform("decline \(code) reason \"too loud for the neighbors\"") {
        try $0.reservations.decline(code, reason: "too loud for the neighbors")
      }
    },
  ]

  /// Stays that ended otherwise than planned.
  static let endings = [
    DemoScene("a cancellation that costs the first night").using("A30", 1, nights: 4)
      .on(-15, 10, 20) {
        try $0.book(
          "late cancel", "A30", for: "Wanda Petrov", from: 1, nights: 4,
          Party(adults: 2, vehicles: 1, vehicleLength: 34))
        try $0.payDeposit("late cancel")
      }.on(-2, 14, 5) { office in
        let code = try office.code("late cancel")
        try office.perform("cancel \(code) reason \"car trouble\"") {
          try $0.reservations.cancel(code, reason: "car trouble")
        }
        try office.settle(code, by: .card)
      },
    DemoScene("a cancellation that costs nothing").using("B19", 3, nights: 3).on(-2, 10, 0) {
      try $0.book(
        "soon regretted", "B19", for: "Hugo Salazar", from: 3, nights: 3,
        Party(adults: 2, vehicleLength: 24))
      try $0.payDeposit("soon regretted")
    }.on(-2, 10, 25) { office in
      let code = try office.code("soon regretted")
      try office.perform("cancel \(code) reason \"wrong week\"") {
        try $0.reservations.cancel(code, reason: "wrong week")
      }
      try office.settle(code, by: .card)
    },
    DemoScene("a stay that may be canceled").using("A20", 4, nights: 3).on(-28, 11, 15) {
      try $0.book(
        "may cancel", "A20", for: "Yvette Delacroix", from: 4, nights: 3,
        Party(adults: 2, vehicles: 1, vehicleLength: 31))
      try $0.payDeposit("may cancel")
    },
    DemoScene("a guest who never came").using("B38", -3, nights: 2).on(-9, 11, 45) {
      try $0.book(
        "no-show", "B38", for: "Kurt Atwood", from: -3, nights: 2,
        Party(adults: 1, vehicleLength: 22))
    },
    DemoScene("a guest who owes after leaving").using("A25", -9, nights: 3).on(-20, 9, 30) {
      try $0.book(
        "owes", "A25", for: "Glenn Farrell", from: -9, nights: 3,
        Party(adults: 2, vehicleLength: 38, pets: 1))
      try $0.payDeposit("owes")
    }.on(-9, 16, 30) { try $0.checkIn("owes") }
      .on(-6, 9, 15) { office in
        let code = try office.code("owes")
        try office.perform("checkout \(code)") { try $0.reservations.checkOut(code) }
        try office.perform("reservation edit \(code) note \"sends a check\"") {
          try $0.reservations.edit(code, note: "sends a check")
        }
      },
  ]

  /// Guests in house or on their way.
  static let house = [
    DemoScene("a late arrival").using("B09", -1, nights: 3).on(-21, 13, 50) {
      try $0.book(
        "late", "B09", for: "Camille Thorsen", from: -1, nights: 3,
        Party(adults: 2, children: 1, vehicleLength: 28))
      try $0.payDeposit("late")
    }.on(-1, 19, 40) { office in
      let code = try office.code("late")
      let expected = WallTime(office.day(0), minute: 14 * 60)
      try office.perform("late \(code) expected \(expected)") {
        try $0.reservations.guarantee(code, expected: expected)
      }
    },
    DemoScene("an overdue departure").using("A18", -4, nights: 6).on(-12, 15, 10) {
      try $0.book(
        "overdue", "A18", for: "Harold Pickett", from: -4, nights: 3,
        Party(adults: 2, vehicleLength: 40))
      try $0.payDeposit("overdue")
    }.on(-4, 16, 45) {
      try $0.payAll("overdue", "slip 218830")
      try $0.checkIn("overdue")
    },
    DemoScene("a month with a meter").using("A39", -13, nights: 63).on(-16, 10, 40) { office in
      let dates = try StayDates(arrival: office.day(-13), months: 2)
      let name = "Ruth and Carl Hendricks"
      _ = try office.guest(name, rig: 43)
      office.sceneCodes["month"] = try office.perform(
        "reserve A39 for \"\(name)\" from \(dates.arrival) months 2"
      ) { services in
        try services.reservations.book(
          Booking(
            office.site("A39"), for: office.guest(name), dates: dates,
            party: Party(adults: 2, vehicles: 1, vehicleLength: 43, amperage: 50),
            note: "pays for electricity by the meter")
        ).code
      }
      try office.payDeposit("month")
    }.on(-13, 15, 20) { office in
      try office.pay(office.code("month"), by: .check, reference: "2207") { _, _ in 985 }
      try office.checkIn("month")
      try office.readMeter(10_412)
    }.on(-6, 9, 5) { try $0.readMeter(10_538) }
      .on(0, 8, 15) { try $0.readMeter(10_655) },
    DemoScene("a guest who moved").using("B25", -4, nights: 6).using("B26", -2, nights: 4)
      .on(-30, 11, 20) {
        try $0.book(
          "moved", "B25", for: "Amara Ellis", from: -4, nights: 6,
          Party(adults: 2, children: 2, vehicles: 2, vehicleLength: 26))
        try $0.payDeposit("moved")
      }.on(-4, 17, 0) {
        try $0.payAll("moved", "slip 219004")
        try $0.checkIn("moved")
      }.on(-2, 11, 40) { office in
        let code = try office.code("moved")
        try office.perform("move \(code) to B26") { services in
          try services.reservations.move(code, to: office.site("B26"))
        }
        try office.perform("reservation edit \(code) note \"B25 floods when it rains\"") {
          try $0.reservations.edit(code, note: "B25 floods when it rains")
        }
      },
    DemoScene("a stay on two campsites").using("A33", 6, nights: 3).using("A34", 9, nights: 3)
      .on(-11, 14, 25) { office in
        _ = try office.guest("Nadia Khan", rig: 30)
        try office.perform(
          "reserve A33 for \"Nadia Khan\" from \(office.day(6)) nights 6 then A34 on "
            + "\(office.day(9))"
        ) { services in
          var booking = Booking(
            try office.site("A33"), for: try office.guest("Nadia Khan"),
            dates: try office.dates(6, 6), party: Party(adults: 2, vehicleLength: 30))
          booking.siteChanges = [SiteChange(on: office.day(9), to: try office.site("A34"))]
          try services.reservations.book(booking)
        }
      },
    DemoScene("stays booked by class").on(0, 8, 42) { office in
      for (name, offset, rig) in [
        ("Eli Marsh", 20, 32), ("Vera Stone", 33, 38), ("Ian Lowe", 47, 36),
      ] {
        _ = try office.guest(name, rig: rig)
        try office.perform(
          "reserve class \"RV 50A\" for \"\(name)\" from \(office.day(offset)) nights 3"
        ) { services in
          try services.reservations.book(
            Booking(
              office.siteClass(0), for: office.guest(name), dates: office.dates(offset, 3),
              party: Party(adults: 2, vehicleLength: rig)))
        }
      }
    },
  ]
}

extension DemoOffice {
  /// Reads the electricity meter of the guest who stays by the month.
  fileprivate func readMeter(_ value: Int) throws {
    try perform("meter read A39 electricity \(value)") { services in
      _ = try services.folios.readMeter(.electricity, of: self.site("A39"), showing: Decimal(value))
    }
  }
}
