import CampgroundShell
import Foundation

// A reader that goes away, as `head` does, ends the program without a word.
signal(SIGPIPE, SIG_DFL)

exit(CampgroundProgram(CommandLine.arguments, ProcessInfo.processInfo.environment).run().rawValue)
