#pragma once

#include <cstdint>

namespace sluice {

/// Rows that the next query may read so that it returns about a wished number of bytes: the LIMIT follows
/// what the rows turned out to weigh.
class RowLimit {
 public:
  /// `row_bytes` is what a row is thought to weigh, 0 where nobody knows.
  explicit RowLimit(double row_bytes);

  /// The rows that weigh about `bytes`.
  std::uint64_t rows(double bytes) const;
  /// Learns the weight of rows from the last query's totals.
  void observe(std::uint64_t rows, std::uint64_t bytes);

 private:
  double row_bytes_;
  std::uint64_t most_;
};

}  // namespace sluice
