import ObjectGraph

/// The account of the accountant's chart that a journal uses for one kind of amounts.
public final class LedgerAccount: ManagedObject {
  /// The kind of amounts.
  @Managed("use") public var use: AccountUse

  /// The name of the tax, fee, discount or item that it is for; nil for all without an account of
  /// their own.
  @Managed("subject") public var subject: String?

  /// The name or number of the account: `4010 Lodging`.
  @Managed("name") public var name: String

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?
}
