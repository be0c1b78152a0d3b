import CommandKit

extension Session {
  /// Carries out a command by the function of its own.
  func answer(_ command: ParsedCommand) throws -> Answer {
    switch command.id {
    case .groupBook: try bookGroup(command)
    case .groupAdd: try addToGroup(command)
    case .groupJoin: try joinGroup(command)
    case .groupLeave: try leaveGroup(command)
    case .groupCharge: try chargeGroup(command)
    case .groupPay: try payGroup(command)
    case .groupCheckIn: try checkInGroup(command)
    case .groupCheckOut: try checkOutGroup(command)
    case .groupList: try listGroups()
    case .groupShow: try showGroup(command)
    case .groupCancel: try cancelGroup(command)
    case .groupConfirmation: try groupConfirmation(command)
    case .groupReceipt: try groupReceipt(command)
    case .groupBill: try showGroupBill(command)
    case .seriesShow: try showSeries(command)
    case .seriesCancel: try cancelSeries(command)
    case .waitlistAdd: try addToWaitlist(command)
    case .waitlistList: try listWaitlist(command)
    case .waitlistWithdraw: try withdraw(command)
    case .waitlistAccept: try acceptOffer(command)
    case .waitlistOffer: try offerWhatIsFree()
    case .waitlistShow: try showWaitlistEntry(command)
    case .waitlistWish: try addWish(command)
    case .waitlistUnwish: try withdrawWish(command)
    case .waitlistCalls: try listCalls()
    case .waitlistCalled: try noteCall(command)
    case .waitlistDecline: try declineOffer(command)
    case .waitlistAsk: try askAgain(command)
    }
  }
}
