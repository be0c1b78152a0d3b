import Foundation

/// Values by name as horizontal bars, of one series or of several beside each other.
package struct BarChart: Drawing {
  /// A bar: its length, and the value as people read it; nil for none.
  package typealias Bar = (value: Double, text: String)

  /// The values of one kind, in the order of the names.
  package struct Series: Sendable {
    let name: String
    let bars: [Bar?]

    package init(_ name: String, _ bars: [Bar?]) { (self.name, self.bars) = (name, bars) }
  }

  private let title: String
  private let names: [String]
  private let series: [Series]

  /// Makes a chart; the series have a bar for each name.
  package init(title: String, names: [String], series: [Series]) {
    (self.title, self.names, self.series) = (title, names, series)
  }

  /// The value of a full bar.
  private var greatest: Double {
    max(series.flatMap(\.bars).compactMap { $0?.value }.max() ?? 0, .leastNormalMagnitude)
  }

  // MARK: Text

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The width of the longest bar where nothing limits the text.
  private static let widthOfBars = 40

  /// The title, and a line for each bar.
  package func text(_ options: Renderer.Options) -> String {
    let style = TextStyle(isOn: options.usesColor)
    let labels = names.map { name in series.enumerated().map { $0.offset == 0 ? name : "" } }
    let kinds = series.count > 1 ? series.map(\.name) : [""]
    let widths = (
      names.map(DisplayWidth.of).max() ?? 0, kinds.map(DisplayWidth.of).max() ?? 0,
      series.flatMap(\.bars).compactMap { $0.map { DisplayWidth.of($0.text) } }.max() ?? 0
    )
    let rest = options.width.map { $0 - widths.0 - widths.1 - widths.2 - 4 }
    let full = max(8, min(Self.widthOfBars, rest ?? Self.widthOfBars))
    var text = style.bold(title) + "\n"
    for index in names.indices {
      for (kind, series) in series.enumerated() {
        let bar = series.bars.indices.contains(index) ? series.bars[index] : nil
        let fields = [
          labels[index][kind].padded(to: widths.0), kinds[kind].padded(to: widths.1),
          style.toned(Self.blocks(bar?.value ?? 0, of: greatest, full), kind == 0 ? .good : .quiet),
          bar?.text ?? "",
        ]
        text += fields.filter { !$0.isEmpty }.joined(separator: " ").withoutBlankEnd + "\n"
      }
    }
    return text
  }

  /// A bar of whole and partial blocks.
  private static func blocks(_ value: Double, of greatest: Double, _ width: Int) -> String {
    let count = Int((max(0, value) / greatest * Double(width) * 8).rounded())
    return String(repeating: "█", count: count / 8) + eighths[count % 8]
  }

  // MARK: SVG

  /// The chart as an SVG image on a white ground, which a browser shows and prints.
  package var svg: String {
    let (barHeight, gap, labelWidth, barWidth) = (16, 10, 150, 480)
    let colors = ["#2c5f8a", "#b8c4ce", "#d99a3d", "#6a8f5b"]
    let groupHeight = barHeight * series.count + gap
    let top = series.count > 1 ? 70 : 46
    let (width, height) = (labelWidth + barWidth + 130, top + groupHeight * names.count + 14)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)" role="img" font-family="sans-serif" font-size="13">"#,
      "<title>\(HTMLFormat.escaped(title))</title>",
      #"<rect width="100%" height="100%" fill="white"/>"#,
      #"<text x="14" y="28" font-size="17" font-weight="bold">\#(HTMLFormat.escaped(title))</text>"#,
    ]
    if series.count > 1 {
      for (kind, series) in series.enumerated() {
        let x = 14 + kind * 170
        lines.append(
          #"<rect x="\#(x)" y="42" width="12" height="12" fill="\#(colors[kind % colors.count])"/>"#
            + #"<text x="\#(x + 18)" y="53">\#(HTMLFormat.escaped(series.name))</text>"#)
      }
    }
    for index in names.indices {
      let y = top + index * groupHeight
      let middle = y + barHeight * series.count / 2 + 5
      lines.append(
        #"<text x="\#(labelWidth - 8)" y="\#(middle)" text-anchor="end">\#(HTMLFormat.escaped(names[index]))</text>"#
      )
      for (kind, series) in series.enumerated() {
        guard let bar = series.bars.indices.contains(index) ? series.bars[index] : nil else {
          continue
        }
        let length = Int((max(0, bar.value) / greatest * Double(barWidth)).rounded())
        let barTop = y + kind * barHeight
        lines.append(
          #"<rect x="\#(labelWidth)" y="\#(barTop)" width="\#(length)" height="\#(barHeight - 2)" fill="\#(colors[kind % colors.count])"/>"#
            + #"<text x="\#(labelWidth + length + 6)" y="\#(barTop + 12)" fill="black">\#(HTMLFormat.escaped(bar.text))</text>"#
        )
      }
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }
}
