import Foundation

// A reader that goes away, as `head` does, ends the program without a word.
signal(SIGPIPE, SIG_DFL)
// A limit on the size of files is told as an error of the store, like a full disk.
signal(SIGXFSZ, SIG_IGN)

exit(ObjectGraphProgram(Array(CommandLine.arguments.dropFirst())).run().rawValue)
