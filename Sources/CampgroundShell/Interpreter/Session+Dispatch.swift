import CommandKit

extension Session {
  /// Carries out a command by the function of its own.
  func answer(_ command: ParsedCommand) throws -> Answer {
    switch command.id {
    case .use: try use(command)
    case .campgroundAdd: try addCampground(command)
    case .campgroundEdit: try editCampground(command)
    case .campgroundList: try listCampgrounds()
    case .campgroundShow: try showCampground(command)
    case .fetch: try fetch(command)
    case .count: try count(command)
    case .group: try group(command)
    case .watch: try watch(command)
    case .explainFetch: try explainFetch(command)
    case .explainCount: try explainCount(command)
    case .explainGroup: try explainGroup(command)
    case .importCampsites: try importCampSites(command)
    case .importDetails: try importDetails(command)
    case .importStays: try importStays(command)
    case .importEmployees: try importEmployees(command)
    }
  }
}
