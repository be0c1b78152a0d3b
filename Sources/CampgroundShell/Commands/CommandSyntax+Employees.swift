extension CommandSyntax {
  /// The commands about employees.
  static let employeeCommands: [CommandSyntax] = [
    CommandSyntax(
      .employeeAdd, "employee add",
      [.text(.name, "NAME", "the employee's name").required],
      options: terms + [.text(.guid, "GUID", "the identifier in another system")],
      summary: "Add an employee",
      details: "No two employees of a campground have one name.",
      examples: [
        "employee add \"Kasey Mcfarland\" department Marketing start 2026-05-01 vacation 12"
      ]),
    CommandSyntax(
      .employeeList, "employee list",
      options: [
        .live(.department, .department, "DEPARTMENT", "only those of a department"),
        .boolean(.active, "only those who work here at present, or only those who do not"),
      ] + partOfList,
      summary: "List the employees", examples: ["employee list department Marketing active yes"]),
    CommandSyntax(
      .employeeShow, "employee show", [employee.required],
      summary: "Show an employee with the picture and sales"),
    CommandSyntax(
      .employeeEdit, "employee edit", [employee.required],
      options: [.text(.name, "NAME", "the new name")]
        + terms.map { clearable.contains($0.name) ? $0.clearable : $0 }
        + [.boolean(.active, "whether the employee works here at present")],
      summary: "Change an employee",
      details: "A value of \"\" is taken away. Sales keep the department they were made in.",
      examples: ["employee edit \"Kasey Mcfarland\" department Sales vacation 10"]),
    CommandSyntax(
      .employeeDelete, "employee delete", [employee.required],
      summary: "Delete an employee who made no sales",
      details: "Whoever sold something stays in the books: employee edit NAME active no."),
    CommandSyntax(
      .employeeDepartments, "employee departments",
      summary: "Count the employees of each department"),
    CommandSyntax(
      .employeeDepartment, "employee department",
      [.live(.department, .department, "DEPARTMENT", "the department's name").required],
      summary: "Show a department: head count and vacation days",
      examples: ["employee department Marketing"]),
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
      ]),
  ]

  private static let employee = Parameter.live(
    .employee, .employee, "NAME", "the employee's name")

  private static let terms: [Parameter] = [
    .live(.department, .department, "DEPARTMENT", "the department"),
    .date(.startDate, "the first day at work"),
    .integer(.vacation, in: 0...366, "DAYS", "the vacation days that are left"),
    .text(.email, "EMAIL", "the e-mail address"), .text(.phone, "PHONE", "the phone number"),
    .text(.address, "ADDRESS", "the postal address"),
    .text(.about, "TEXT", "whatever else there is to say"),
  ]

  private static let clearable: Set = [
    "department", "start", "email", "phone", "address", "about",
  ]
}
