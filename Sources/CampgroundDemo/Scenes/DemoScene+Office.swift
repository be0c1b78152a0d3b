import Campground
import Foundation

/// Groups, the waitlist, money and the grounds.
extension DemoScene {
  /// Several campsites on one bill, and stays that come again.
  static func groups(on day: CalendarDate) -> [DemoScene] {
    let reunion = ["A09", "A10", "A11", "A12", "A13"]
    let cyclists = ["C20", "C21", "C22", "C23"]
    let friday = (2...8).first { day.advanced(by: $0).weekday == .friday } ?? 2
    let weekends = (0..<6).map { friday + 7 * $0 }
    return [
      reunion.reduce(DemoScene("a group to come")) { $0.using($1, 17, nights: 3) }
        .on(-40, 11, 30) { office in
          _ = try office.guest("Kenji Nakamura", rig: 34)
          try office.perform("group add \"Nakamura reunion\" \(reunion.joined(separator: ","))") {
            services in
            let bookings = try reunion.map { site in
              Booking(
                try office.site(site), for: try office.guest("Kenji Nakamura"),
                dates: try office.dates(17, 3), party: Party(adults: 2, children: 2))
            }
            try services.reservations.bookGroup("Nakamura reunion", bookings)
          }
          try office.perform("group pay \"Nakamura reunion\" 400 check \"1188\"") { services in
            try services.folios.pay(
              400, by: .check, forGroup: services.reservations.group("Nakamura reunion"),
              reference: "1188")
          }
        },
      cyclists.reduce(DemoScene("a group in house")) { $0.using($1, -1, nights: 3) }
        .on(-25, 16, 5) { office in
          _ = try office.guest("Sofia Reyes")
          try office.perform("group add \"Tidewater Cyclists\" \(cyclists.joined(separator: ","))")
          {
            services in
            let bookings = try cyclists.map { site in
              Booking(
                try office.site(site), for: try office.guest("Sofia Reyes"),
                dates: try office.dates(-1, 3), party: Party(adults: 3))
            }
            try services.reservations.bookGroup("Tidewater Cyclists", bookings)
          }
        }.on(-1, 16, 20) { office in
          try office.perform("group checkin \"Tidewater Cyclists\"") {
            try $0.reservations.checkInGroup("Tidewater Cyclists")
          }
          try office.perform("group charge \"Tidewater Cyclists\" 48 \"shuttle from the ferry\"") {
            services in
            try services.folios.charge(
              48, for: "shuttle from the ferry",
              toGroup: services.reservations.group("Tidewater Cyclists"))
          }
          try office.perform("group pay \"Tidewater Cyclists\" 250 card") { services in
            try services.folios.pay(
              250, by: .card, forGroup: services.reservations.group("Tidewater Cyclists"),
              reference: "slip 219377")
          }
        },
      weekends.reduce(DemoScene("a series")) { $0.using("B21", $1, nights: 2) }
        .on(-19, 15, 45) { office in
          _ = try office.guest("Frank Delaney", rig: 21)
          try office.perform(
            "reserve B21 for \"Frank Delaney\" from \(office.day(friday)) nights 2 every week "
              + "times 6"
          ) { services in
            try services.reservations.reserveSeries(
              Booking(
                office.site("B21"), for: office.guest("Frank Delaney"),
                dates: office.dates(friday, 2),
                party: Party(adults: 1, vehicleLength: 21), note: "brings a boat"),
              every: .week, times: 6)
          }
        },
    ]
  }

  /// Guests who wait for a campsite; one of them has an offer.
  static let waiting = [
    DemoScene("a waitlist").using("C37", 10, nights: 2).using("C38", 10, nights: 2)
      .on(-60, 10, 10) { office in
        try office.book(
          "scouts", "C37", for: "Doug Bryant", from: 10, nights: 2,
          Party(adults: 6, children: 22, vehicles: 8), note: "scouts")
        try office.payDeposit("scouts")
        try office.book(
          "choir", "C38", for: "Helen Osborne", from: 10, nights: 2,
          Party(adults: 20, vehicles: 9), note: "choir")
        try office.payDeposit("choir")
      }.on(-5, 17, 15) { office in
        _ = try office.guest("Paula Ibarra")
        try office.wait(
          "Paula Ibarra", 10, 2, Party(adults: 12, children: 6, vehicles: 5),
          in: DemoClass.groupClass)
      }.on(0, 8, 5) { office in
        for (name, offset, nights) in [("Isaac Warner", 3, 3), ("Beth Conrad", 10, 2)] {
          _ = try office.guest(name)
          try office.wait(
            name, offset, nights, Party(adults: 2, children: 1), in: DemoClass.cabinClass)
        }
      }.on(0, 8, 20) { office in
        let code = try office.code("scouts")
        try office.perform("cancel \(code) reason \"chickenpox\"") {
          try $0.reservations.cancel(code, reason: "chickenpox")
        }
        try office.settle(code, by: .card)
      }
  ]

  /// Money that takes an unusual way.
  static let money = [
    DemoScene("a deposit overdue").using("B33", 13, nights: 4).on(-20, 12, 35) {
      try $0.book(
        "unpaid", "B33", for: "Andre Vance", from: 13, nights: 4,
        Party(adults: 2, vehicleLength: 30), note: "promised a check")
    },
    DemoScene("a voucher").using("A27", 8, nights: 3).using("B14", -2, nights: 4)
      .on(-30, 16, 40) {
        try $0.book(
          "freed", "A27", for: "Irene Fischer", from: 8, nights: 3,
          Party(adults: 2, vehicleLength: 31))
        try $0.payAll("freed", "slip 209652")
      }.on(-6, 10, 50) { office in
        let code = try office.code("freed")
        try office.perform("cancel \(code) reason \"comes earlier\"") {
          try $0.reservations.cancel(code, reason: "comes earlier")
        }
        let voucher = try office.perform("credit \(code)") { services in
          try services.folios.credit(to: services.reservations.find(code)).voucher?.code
        }
        office.sceneCodes["voucher"] = voucher
        try office.book(
          "instead", "B14", for: "Irene Fischer", from: -2, nights: 4,
          Party(adults: 2, vehicleLength: 31))
      }.on(-2, 16, 25) { office in
        let (stay, voucher) = (try office.code("instead"), try office.code("voucher"))
        try office.perform("pay \(stay) 120 voucher \(voucher)") { services in
          try services.folios.redeem(
            voucher, amount: 120, for: services.reservations.find(stay))
        }
        try office.checkIn("instead")
      },
    DemoScene("a voucher for a raffle").on(-8, 12, 10) { office in
      try office.perform("voucher add 75 note \"raffle of the library\"") {
        _ = try $0.folios.issueVoucher(75, note: "raffle of the library")
      }
    },
    DemoScene("a refund with an allowance").using("A14", -3, nights: 5).on(-33, 9, 25) {
      try $0.book(
        "breaker", "A14", for: "Renee Aldridge", from: -3, nights: 5,
        Party(adults: 2, vehicleLength: 36, pets: 2, amperage: 50))
      try $0.payDeposit("breaker")
    }.on(-3, 15, 35) {
      try $0.payAll("breaker", "slip 219118")
      try $0.checkIn("breaker")
    }.on(-1, 10, 5) { office in
      let code = try office.code("breaker")
      try office.perform("refund \(code) 20 reason \"breaker tripped twice\" allowance") {
        services in
        try services.folios.refund(
          20, to: services.reservations.find(code), reason: "breaker tripped twice",
          allowing: true)
      }
    }.on(-1, 18, 10) { office in
      let code = try office.code("breaker")
      try office.perform("sale add item firewood quantity 2 charge \(code)") { services in
        try services.sales.addSale(
          of: .item(office.item(0)), quantity: 2,
          settledBy: .charge(services.reservations.find(code)))
      }
    },
  ]

  /// Campsites that are closed.
  static let grounds = [
    DemoScene("a broken water line").using("B17", -2, nights: 6).on(-2, 9, 10) { office in
      try office.perform(
        "block B17 from \(office.day(-2)) nights 6 reason \"water line\""
      ) { services in
        _ = try services.siteBlocks.block(
          office.site("B17"), office.dates(-2, 6), reason: "water line")
      }
    },
    DemoScene("a campsite kept by the office").using("A40", 5, nights: 3).on(-7, 11, 10) { office in
      try office.perform(
        "block A40 from \(office.day(5)) nights 3 kind office reason \"electrician stays here\""
      ) { services in
        _ = try services.siteBlocks.block(
          office.site("A40"), office.dates(5, 3), kind: .office, reason: "electrician stays here")
      }
    },
  ]
}

extension DemoOffice {
  /// Puts a guest on the waitlist.
  fileprivate func wait(
    _ name: String, _ offset: Int, _ nights: Int, _ party: Party, in place: Int
  ) throws {
    let dates = try dates(offset, nights)
    try perform(
      "waitlist add \"\(name)\" from \(dates.arrival) nights \(nights) class "
        + "\"\(DemoClass.all[place].name)\""
    ) { services in
      var wish = WaitlistWish(dates: dates, party: party)
      wish.siteClass = try self.siteClass(place).objectID
      _ = try services.waitlist.add(wish, for: self.guest(name), anyway: true)
    }
  }
}
