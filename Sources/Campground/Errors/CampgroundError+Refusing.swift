/// Throws an error unless a condition holds.
///
/// - Parameters:
///   - code: what kind of rule is broken. Without subjects it has to be given, or the text would be
///     taken for it.
///   - subjects: what the error is about.
///   - text: the error in words.
///   - fix: how to go on; nil for none.
func refuse(
  unless isAllowed: Bool, _ code: CampgroundError.Code = .refused,
  about subjects: @autoclosure () -> [CampgroundError.Subject] = [],
  _ text: @autoclosure () -> String, fix: @autoclosure () -> CampgroundError.Fix? = nil
) throws(CampgroundError) {
  try refuse(
    unless: isAllowed, with: CampgroundError(code, about: subjects(), text(), fix: fix()))
}

/// Throws an error unless a condition holds.
func refuse(
  unless isAllowed: Bool, with error: @autoclosure () -> CampgroundError
) throws(CampgroundError) {
  guard !isAllowed else { return }
  throw error()
}

/// Throws an error in place of a value that is missing.
///
///     let series = try reservation.series ?? refused(with: .inNoSeries(code))
///
/// Give it an error made by a function, as here. Swift 6.3.1 miscompiles an array literal of cases
/// with values to the right of `??`, such as `about: [.site(name)]`: if the call throws, memory is
/// corrupted. Use a guard for those.
func refused<Value>(with error: CampgroundError) throws(CampgroundError) -> Value { throw error }
