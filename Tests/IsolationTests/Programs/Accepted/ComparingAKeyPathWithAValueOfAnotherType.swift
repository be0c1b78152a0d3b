import ObjectGraph

final class Pitch: ManagedObject {
  @Managed("number") var number: Int32
  @Managed("isShady") var isShady: Bool
  @Managed("campers") var campers: Set<Camper>
  @Managed("note") var note: String?
}

func textAgainstText() -> FetchPredicate {
  \Camper.fullName > "3"
}

func numberAgainstANumber() -> FetchPredicate {
  \Pitch.number == 3
}

func equalityOfFlags() -> FetchPredicate {
  \Pitch.isShady == true
}

func nilWhereItCanBe() -> FetchPredicate {
  \Pitch.note == nil
}

func beginningOfText() -> FetchPredicate {
  (\Camper.fullName).beginsWith("3")
}

func twoPropertiesOfOneClass() -> FetchPredicate {
  \Pitch.number == 3 && \Pitch.isShady == true
}

func membersOfItsClass() -> FetchPredicate {
  (\Pitch.campers).any(\.fullName == "Ann")
}

func requestForItsClass(_ request: FetchRequest<Pitch>) {
  request.where(\.number == 3)
}
