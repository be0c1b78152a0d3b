@_exported import CampgroundModel
@_exported import CampgroundPricing
@_exported import CampgroundValues
