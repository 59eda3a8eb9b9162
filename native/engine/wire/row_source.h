#pragma once

#include <optional>
#include <span>

namespace sluice {

/// Source of the rows of one query, one at a time. Used by the session's thread; what goes wrong is
/// left as the last error of libmariadb's handle.
class RowSource {
 public:
  /// The fields of one row: pointers into the packet that brought it, valid until the next call of `next`.
  /// `values[i]` is null for NULL.
  struct Row {
    std::span<const char* const> values;
    std::span<const unsigned long> lengths;
  };

  virtual ~RowSource() = default;
  virtual unsigned fields() const = 0;
  /// Nothing after the last row, and where the handle has an error now.
  virtual std::optional<Row> next() = 0;
};

}  // namespace sluice
