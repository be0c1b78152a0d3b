extension CommandSyntax {
  /// The commands about employees.
  static let employeeCommands: [CommandSyntax] = [
    CommandSyntax(
      .employeePicture, "employee picture", [employee.required],
      options: [
        .file(.pictureFile, "the picture to keep: JPEG, PNG, GIF or WebP"),
        .flag(.showing, "say what the picture is like"),
        .file(.exportedFile, "the file that the picture is written to"),
        .flag(.deleting, "take the picture away"),
        .flag(.replace, "write a file anew that is there already"),
      ],
      alternatives: [["set", "show", "export", "delete"]],
      summary: "Keep, show, export or delete the picture of an employee",
      details: """
        The picture is kept as it is. Where ImageMagick or libvips is installed, a thumbnail of at \
        most 120 pixels is made of it.
        """,
      examples: [
        "employee picture \"Kasey Mcfarland\" set kasey.jpg",
        "employee picture \"Kasey Mcfarland\" export copy.jpg",
      ])
  ]

  private static let employee = Parameter.live(
    .employee, .employee, "NAME", "the employee's name")
}
