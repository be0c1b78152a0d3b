import Foundation

// When the reader of a pipe exits, as `head` does, end silently.
signal(SIGPIPE, SIG_DFL)
// Report a file size limit as a store error, like a full disk, instead of being killed.
signal(SIGXFSZ, SIG_IGN)

exit(ObjectGraphProgram(Array(CommandLine.arguments.dropFirst())).run().rawValue)
