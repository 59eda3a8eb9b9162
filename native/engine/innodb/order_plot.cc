#include "innodb/order_plot.h"

#include <algorithm>

namespace sluice {

OrderPlot plot_order(std::span<const std::uint32_t> leaves, std::size_t max_points) {
  OrderPlot plot;
  const std::size_t points = std::max<std::size_t>(max_points, 1);
  const std::size_t step = std::max<std::size_t>((leaves.size() + points - 1) / points, 1);
  plot.leaves_per_point = static_cast<std::uint32_t>(step);
  for (std::size_t first = 0; first < leaves.size(); first += step) {
    const auto group = leaves.subspan(first, std::min(step, leaves.size() - first));
    const auto [lowest, highest] = std::minmax_element(group.begin(), group.end());
    plot.lowest.push_back(*lowest);
    plot.highest.push_back(*highest);
  }
  return plot;
}

}  // namespace sluice
