#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sluice {

/// Places of an index's leaves in the file, in key order: a rising line is a table written front to
/// back, N stripes are N writers, a cloud is random. Each point stands for the same number of leaves.
struct OrderPlot {
  std::uint32_t leaves_per_point = 1;
  std::vector<std::uint32_t> lowest;  ///< The lowest page number of the point's leaves.
  std::vector<std::uint32_t> highest;
};

/// Draws at most `max_points` points of `leaves`, which are page numbers in key order. Pure.
OrderPlot plot_order(std::span<const std::uint32_t> leaves, std::size_t max_points);

}  // namespace sluice
