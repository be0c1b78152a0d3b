import CampgroundShell
import CommandKit
import Rendering

/// What `--generate` prints: completion scripts for shells, and a manual page.
enum GeneratedText: String, CaseIterable {
  case man, bash, zsh, fish

  @MainActor var text: String {
    switch self {
    case .man: Self.manualPage
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // MARK: Shells

  private static var bashScript: String {
    let options = OptionSyntax.table
    let names = options.flatMap(\.names).joined(separator: " ")
    func pattern(_ wanted: (OptionSyntax) -> Bool) -> String {
      options.filter(wanted).flatMap(\.names).joined(separator: "|")
    }
    let choices = options.filter { !$0.choices.isEmpty }.map { option in
      """
          \(option.names.joined(separator: "|"))) \
      COMPREPLY=($(compgen -W "\(option.choices.joined(separator: " "))" -- "$word")) ;;
      """
    }
    return """
      # Completion for campground; put it into ~/.local/share/bash-completion/completions/campground
      _campground() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        case $before in
          \(pattern(\.isPath))) COMPREPLY=($(compgen -f -- "$word")) ;;
      \(choices.joined(separator: "\n"))
          \(pattern { $0.value != nil && !$0.isPath && $0.choices.isEmpty })) COMPREPLY=() ;;
          *) COMPREPLY=($(compgen -W "\(names)" -- "$word")) ;;
        esac
      }
      complete -o filenames -F _campground campground

      """
  }

  private static var zshScript: String {
    let lines = OptionSyntax.table.map { option in
      let summary = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
        .replacing("'", with: "'\\''").replacing(":", with: "\\:")
      let names =
        option.names.count > 1 ? "{\(option.names.joined(separator: ","))}'" : "'\(option.names[0])"
      var line = "  '*'\(names)[\(summary)]"
      if let value = option.value {
        let action =
          option.isPath
          ? "_files" : option.choices.isEmpty ? " " : "(\(option.choices.joined(separator: " ")))"
        line += ":\(value):\(action)"
      }
      return line + "'"
    }
    return """
      #compdef campground
      # Completion for campground; put it into a folder of $fpath, as _campground
      _arguments \\
      \(lines.joined(separator: " \\\n"))

      """
  }

  private static var fishScript: String {
    let lines = OptionSyntax.table.map { option in
      var line = "complete -c campground"
      for name in option.names {
        line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
      }
      if option.value != nil { line += option.isPath ? " -rF" : " -x" }
      if !option.choices.isEmpty { line += " -a '\(option.choices.joined(separator: " "))'" }
      return line + " -d '\(option.summary.replacing("'", with: "\\'"))'"
    }
    return """
      # Completion for campground; put it into ~/.config/fish/completions/campground.fish
      complete -c campground -f
      \(lines.joined(separator: "\n"))

      """
  }

  // MARK: The manual page

  @MainActor private static var manualPage: String {
    func escaped(_ text: String) -> String {
      let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
    let options = OptionSyntax.table.map { option in
      let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
      let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return ".TP\n\(names)\(value)\n\(escaped(option.summary))"
    }
    let commands = Session.grammar.chapters.map { chapter in
      let rows = chapter.commands.map { command in
        ".TP\n\\fB\(escaped(command.name))\\fR\n\(escaped(command.summary))"
      }
      return ".SS \(escaped(chapter.title))\n\(rows.joined(separator: "\n"))"
    }
    return """
      .TH CAMPGROUND 1 "" "campground \(ProductVersion.text)"
      .SH NAME
      campground \\- run a campground from a shell or from scripts
      .SH SYNOPSIS
      .B campground
      [\\fIoptions\\fR]
      .SH DESCRIPTION
      Without \\fB\\-c\\fR and \\fB\\-f\\fR it reads commands from the terminal, or from a pipe.
      In the shell, \\fBhelp\\fR explains every command.
      .SH OPTIONS
      \(options.joined(separator: "\n"))
      .SH COMMANDS
      \(commands.joined(separator: "\n"))
      .SH EXIT STATUS
      0 fine, 64 usage, 65 a command or its data failed, 66 input missing, 73 and 74 cannot
      write, 75 a locked store, 78 configuration, 130 interrupted.
      .SH FILES
      .TP
      .I $XDG_DATA_HOME/campground/campground.sqlite
      the store
      .TP
      .I $XDG_STATE_HOME/campground/history
      the lines typed at a terminal
      .TP
      .I $XDG_CACHE_HOME/campground
      the demo of a day

      """
  }
}
