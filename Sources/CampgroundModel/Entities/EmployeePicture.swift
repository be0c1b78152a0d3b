import Foundation
import ObjectGraph

/// The picture of an employee as it was given; large ones lie in files beside the store.
public final class EmployeePicture: ManagedObject {
  /// The bytes of the file.
  @Managed("picture") public var picture: Data

  /// The employee; never nil in a saved one.
  @Managed("employee") public var employee: Employee?
}
