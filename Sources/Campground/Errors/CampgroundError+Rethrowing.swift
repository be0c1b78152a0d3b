/// The value of an expression whose error is told as one of the desk.
///
///     try rethrowing(StayDates(arrival: arrival, nights: nights), as: CampgroundError.invalidDates)
func rethrowing<Value, Failure: Error>(
  _ value: @autoclosure () throws(Failure) -> Value, as told: (Failure) -> CampgroundError
) throws(CampgroundError) -> Value {
  do {
    return try value()
  } catch {
    throw told(error)
  }
}
