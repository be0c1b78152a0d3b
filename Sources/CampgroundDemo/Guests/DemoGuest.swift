import Campground

/// A guest of the demo, who is invented.
struct DemoGuest: Sendable {
  var name: String
  let phone: String
  var email: String?
  let address: String
  let plates: String?
  /// The length of the rig in feet; nil for guests without one.
  var rigLength: Int?
}

extension DemoGuest {
  /// Invents a guest.
  ///
  /// - Parameter hasRig: whether the guest comes with a motor home or a trailer.
  init(hasRig: Bool, longest: Int, using random: inout DemoRandom) {
    let first = random.pick(Self.firstNames)
    let last = random.pick(Self.lastNames)
    let town = random.pick(Self.towns)
    self.init(
      name: "\(first) \(last)",
      // 555-0100 to 555-0199 belong to nobody.
      phone: "\(town.areaCode)-555-01" + Self.twoDigits(random.number(0...99)),
      email: random.happens(0.7)
        ? "\(first).\(last)".lowercased().filter { $0.isASCII && ($0.isLetter || $0 == ".") }
          + "@example." + random.pick(["com", "com", "net", "org"]) : nil,
      address: "\(random.number(11...9_870)) \(random.pick(Self.streets)), \(town.name)",
      plates: random.happens(0.8) ? Self.plate(&random) : nil,
      rigLength: hasRig ? min(random.pick(Self.rigLengths), longest) : nil)
  }

  private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  private static func plate(_ random: inout DemoRandom) -> String {
    let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ")
    let word = (0..<3).map { _ in String(random.pick(letters)) }.joined()
    return "\(word) \(random.number(1_000...9_999))"
  }

  private static let rigLengths = [
    19, 21, 22, 24, 24, 25, 26, 27, 28, 28, 30, 31, 32, 34, 36, 38, 40, 43,
  ]

  private static let towns: [(name: String, areaCode: String)] = [
    ("Seattle, WA", "206"), ("Tacoma, WA", "253"), ("Olympia, WA", "360"), ("Yakima, WA", "509"),
    ("Spokane, WA", "509"), ("Bellingham, WA", "360"), ("Vancouver, WA", "360"),
    ("Portland, OR", "503"), ("Salem, OR", "971"), ("Eugene, OR", "541"), ("Bend, OR", "541"),
    ("Boise, ID", "208"), ("Coeur d'Alene, ID", "208"), ("Missoula, MT", "406"),
    ("Sacramento, CA", "916"), ("Redding, CA", "530"), ("Reno, NV", "775"),
    ("Salt Lake City, UT", "801"), ("Victoria, BC", "250"), ("Kelowna, BC", "250"),
  ]

  private static let streets = [
    "Alder Street", "Birch Lane", "Cedar Avenue", "Dogwood Drive", "Elm Street", "Fir Court",
    "Garfield Street", "Harbor Road", "Hemlock Way", "Juniper Lane", "Lincoln Avenue",
    "Maple Street", "Mill Road", "Oak Street", "Orchard Road", "Park Avenue", "Pine Street",
    "Ridge Road", "River Road", "Spring Street", "Sunset Drive", "Valley View Road",
    "Walnut Street",
    "Willow Lane",
  ]

  private static let firstNames = [
    "Aaron", "Abigail", "Adrian", "Aisha", "Alan", "Alice", "Amara", "Amy", "Andre", "Angela",
    "Anita", "Arjun", "Audrey", "Barbara", "Ben", "Beth", "Brian", "Bruce", "Camille", "Carl",
    "Carmen", "Cathy", "Charles", "Chloe", "Claire", "Craig", "Cynthia", "Damon", "Dana", "Daniel",
    "Deborah", "Diego", "Donna", "Doug", "Edith", "Elena", "Eli", "Emily", "Erik", "Esther",
    "Evan", "Fatima", "Fiona", "Frank", "Gail", "George", "Gina", "Glenn", "Grace", "Greg",
    "Hannah", "Harold", "Hector", "Helen", "Henry", "Hugo", "Ian", "Irene", "Isaac", "Ivy",
    "Jack", "Jamal", "Janet", "Jason", "Jean", "Joan", "Joel", "Jorge", "Joyce", "Judith",
    "Julia", "Karen", "Keith", "Kenji", "Kim", "Kurt", "Laura", "Lena", "Linda", "Lucas",
    "Maggie", "Malik", "Maria", "Martin", "Mei", "Miguel", "Miriam", "Nadia", "Nathan", "Nina",
    "Noah", "Nora", "Oscar", "Pamela", "Patrick", "Paula", "Peter", "Quinn", "Rachel", "Ralph",
    "Ramona", "Ray", "Renee", "Robert", "Ruth", "Sam", "Sandra", "Scott", "Sharon", "Sofia",
    "Stan", "Susan", "Tanya", "Teresa", "Theo", "Tom", "Tyler", "Vera", "Victor", "Wanda",
    "Wayne", "Wendy", "Will", "Yuki", "Yvonne", "Zoe",
  ]

  private static let lastNames = [
    "Abbott", "Acosta", "Ahmed", "Albright", "Anderson", "Archer", "Atwood", "Baker", "Banks",
    "Barlow", "Becker", "Bell", "Bishop", "Boyd", "Brennan", "Brooks", "Bryant", "Caldwell",
    "Campbell", "Carver", "Chavez", "Chen", "Clayton", "Conrad", "Cooper", "Cortez", "Crane",
    "Cruz", "Dalton", "Daniels", "Dawson", "Delaney", "Dixon", "Doyle", "Dunn", "Eastman",
    "Ellis", "Engel", "Espinoza", "Farrell", "Ferris", "Fischer", "Fleming", "Foster", "Fox",
    "Franklin", "Fuller", "Garcia", "Gibson", "Gomez", "Grant", "Greene", "Gupta", "Hale",
    "Hansen", "Harper", "Hayes", "Hendricks", "Hicks", "Hoffman", "Holt", "Howell", "Hughes",
    "Ibarra", "Jacobs", "Jensen", "Johnston", "Joshi", "Kaplan", "Keller", "Kennedy", "Khan",
    "Kim", "Klein", "Knight", "Kowalski", "Lambert", "Larsen", "Lawson", "Lee", "Lindholm",
    "Lopez", "Lowe", "Lucero", "Lynch", "Marsh", "Martinez", "Mason", "Mccoy", "Mendoza",
    "Meyer", "Miller", "Moreno", "Morgan", "Murphy", "Nakamura", "Nash", "Nguyen", "Nielsen",
    "Norris", "Novak", "O'Brien", "Olsen", "Ortega", "Osborne", "Palmer", "Park", "Patel",
    "Pearson", "Perkins", "Petrov", "Pham", "Porter", "Quigley", "Ramirez", "Reeves", "Reyes",
    "Rhodes", "Rivera", "Roberts", "Romano", "Rosen", "Rowe", "Salazar", "Sanders", "Schmidt",
    "Shaw", "Silva", "Singh", "Snyder", "Soto", "Stein", "Stewart", "Stone", "Sullivan",
    "Tanaka", "Thompson", "Torres", "Tran", "Tucker", "Turner", "Vance", "Vargas", "Vaughn",
    "Walker", "Walsh", "Warner", "Weaver", "Weiss", "Wheeler", "Winters", "Wong", "Woods",
    "Yates", "Young", "Zhang", "Zimmerman",
  ]
}
