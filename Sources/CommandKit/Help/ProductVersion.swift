/// The version of the programs.
package enum ProductVersion {
  package static let text = "0.1.0"
}
