/// The commands of the shell, for an interpreter to switch on.
package enum CommandID: String, Sendable, Hashable, CaseIterable {
  /// Makes a campground the current one.
  case use
  /// Adds a campground.
  case campgroundAdd
  /// Changes how a campground is set up.
  case campgroundEdit
  /// Lists the campgrounds.
  case campgroundList
  /// Shows a campground.
  case campgroundShow
  /// Lists objects of an entity.
  case fetch
  /// Counts objects of an entity.
  case count
  /// Works out values of groups of objects.
  case group
  /// Says how objects would be fetched.
  case explainFetch
  /// Says how objects would be counted.
  case explainCount
  /// Says how groups would be made.
  case explainGroup
  /// Follows the objects of an entity.
  case watch
  /// Reads campsites from a CSV file.
  case importCampsites
  /// Reads details of campsites from a CSV file.
  case importDetails
  /// Reads stays from a CSV file.
  case importStays
  /// Reads employees from a JSON file.
  case importEmployees
}
