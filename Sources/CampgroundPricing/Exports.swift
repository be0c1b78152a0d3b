@_exported import CampgroundValues
