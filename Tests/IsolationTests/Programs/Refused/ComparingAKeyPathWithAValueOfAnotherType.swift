import ObjectGraph

final class Pitch: ManagedObject {
  @Managed("number") var number: Int32
  @Managed("isShady") var isShady: Bool
  @Managed("campers") var campers: Set<Camper>
}

func textAgainstANumber() -> FetchPredicate {
  \Camper.fullName > 3  // refused: to operands of type 'any KeyPath<Camper, String>
}

func numberAgainstText() -> FetchPredicate {
  \Pitch.number == "3"  // refused: cannot be applied to operands of type 'any KeyPath<Pitch, Int32>
}

func orderOfFlags() -> FetchPredicate {
  \Pitch.isShady < true  // refused: requires that 'Bool' conform to 'PredicateComparable'
}

func nilWhereNoneCanBe() -> FetchPredicate {
  \Camper.fullName == nil  // refused: 'nil' is not compatible with expected argument type 'String'
}

func beginningOfANumber() -> FetchPredicate {
  (\Pitch.number).beginsWith("3")  // refused: requires the types 'Int32' and 'String' be equivalent
}

func twoClassesInOne() -> FetchPredicate {
  \Camper.fullName == "Ann" && \Pitch.number == 3  // refused: of type 'KeyPath<Pitch, Int32>'
}

func membersOfAnotherClass() -> FetchPredicate {
  (\Pitch.campers).any(\Pitch.number == 3)  // refused: of type 'KeyPath<Pitch, Int32>'
}

func requestForAnotherClass(_ request: FetchRequest<Camper>) {
  request.where(\Pitch.number == 3)  // refused: of type 'KeyPath<Pitch, Int32>'
}
