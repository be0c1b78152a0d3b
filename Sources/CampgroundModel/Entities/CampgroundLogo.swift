import Foundation
import ObjectGraph

/// The logo that a campground prints on its papers; a large one is stored in a file beside the store.
public final class CampgroundLogo: ManagedObject {
  /// The bytes of the file.
  @Managed("picture") public var picture: Data

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?
}
