import Foundation
import TestSupport
import XCTest

@testable import Rendering

/// Bars in text and as an image.
final class BarChartTests: XCTestCase {
  private let chart = BarChart(
    title: "Nights & <days>", names: ["2026-06", "July"],
    series: [
      .init("now", [(8, "8"), (4, "4")]), .init("then", [(1, "1"), nil]),
    ])

  func testTheLongestBarFillsTheWidthAndTheOthersTheirShare() {
    // 26 columns less 7 for names, 4 for series, 1 for values and 4 between them are 10: 8 of 8 is
    // 10 blocks, 4 of 8 is 5, and 1 of 8 is 1.25.
    XCTAssertEqual(
      chart.text(Renderer.Options(width: 26)),
      """
      Nights & <days>
      2026-06 now  ██████████ 8
              then █▎ 1
      July    now  █████ 4
              then

      """)
  }

  func testNothingIsLongerThanNothing() {
    let empty = BarChart(
      title: "Empty", names: ["a", "b"], series: [.init("x", [(0, "0"), (-3, "-3")])])
    XCTAssertEqual(empty.text(Renderer.Options()), "Empty\na 0\nb -3\n")
    XCTAssertEqual(
      BarChart(title: "None", names: [], series: []).text(Renderer.Options()), "None\n")
  }

  func testAnImageIsSVGThatOthersRead() throws {
    let script = #"""
      import sys
      from xml.etree import ElementTree
      root = ElementTree.fromstring(sys.stdin.buffer.read())
      space = "{http://www.w3.org/2000/svg}"
      assert root.tag == space + "svg"
      print(root.find(space + "title").text)
      bars = [r for r in root.iter(space + "rect") if r.get("height") == "14"]
      print(" ".join(r.get("width") for r in bars))
      print(" ".join(t.text for t in root.iter(space + "text")))
      box = [float(n) for n in root.get("viewBox").split()]
      for r in bars: assert float(r.get("y")) + 14 <= box[3] and float(r.get("x")) + float(r.get("width")) <= box[2]
      """#
    XCTAssertEqual(
      String(decoding: try Python.run(script, Data(chart.svg.utf8)), as: UTF8.self),
      """
      Nights & <days>
      480 60 240
      Nights & <days> now then 2026-06 8 1 July 4

      """)
  }
}
