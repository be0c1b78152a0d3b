@_exported import CampgroundPricing
@_exported import CampgroundValues
