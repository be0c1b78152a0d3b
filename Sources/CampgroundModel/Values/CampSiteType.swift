/// The types of campsites, by the words that clerks type and the store keeps.
public enum CampSiteType: String, Sendable, Hashable, CaseIterable {
  case tent
  case rv
  case cabin
  case group
  case dayUse = "day-use"
}
