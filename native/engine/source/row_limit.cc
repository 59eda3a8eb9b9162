#include "source/row_limit.h"

#include <algorithm>

namespace sluice {
namespace {

constexpr std::uint64_t kFirstRowsOfQuery = 1000;
constexpr std::uint64_t kMostRowsOfQuery = 10'000'000;
/// A run of small rows must not make the next query a huge one.
constexpr std::uint64_t kMostGrowth = 4;

}  // namespace

RowLimit::RowLimit(double row_bytes)
    : row_bytes_(row_bytes), most_(row_bytes > 0 ? kMostRowsOfQuery : kFirstRowsOfQuery) {}

std::uint64_t RowLimit::rows(double bytes) const {
  if (row_bytes_ <= 0) return most_;
  return static_cast<std::uint64_t>(std::clamp(bytes / row_bytes_, 1.0, static_cast<double>(most_)));
}

void RowLimit::observe(std::uint64_t rows, std::uint64_t bytes) {
  if (rows == 0) return;
  row_bytes_ = static_cast<double>(bytes) / static_cast<double>(rows);
  most_ = std::min(rows * kMostGrowth, kMostRowsOfQuery);
}

}  // namespace sluice
