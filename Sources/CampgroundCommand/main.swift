import CampgroundShell
import Foundation

// When the reader of a pipe exits, as `head` does, the program ends silently.
signal(SIGPIPE, SIG_DFL)
// A file size limit is then reported as a store error, like a full disk.
signal(SIGXFSZ, SIG_IGN)

exit(CampgroundProgram(CommandLine.arguments, ProcessInfo.processInfo.environment).run().rawValue)
