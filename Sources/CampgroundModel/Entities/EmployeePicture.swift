import Foundation
import ObjectGraph

/// The original picture of an employee; large ones are stored in files beside the store.
public final class EmployeePicture: ManagedObject {
  /// The bytes of the file.
  @Managed("picture") public var picture: Data

  /// The employee; never nil once saved.
  @Managed("employee") public var employee: Employee?
}
