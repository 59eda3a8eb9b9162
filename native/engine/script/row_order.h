#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "row/value_order.h"

namespace sluice {

/// Tells of rows, one after the other, whether each begins with a smaller value than the one before: as
/// integers where both are, else by the first bytes that stand there. Used by one thread.
class RowOrder {
 public:
  /// Looks at a row from its opening parenthesis on.
  bool falls(std::string_view row);
  /// The next row comes behind none.
  void reset() { order_.reset(); }

 private:
  ValueOrder order_;
};

/// The integer that a row, from its opening parenthesis on, begins with, in quotes or not; nothing where its
/// first value is another one, or has more than 18 digits.
std::optional<std::int64_t> first_integer(std::string_view row);

}  // namespace sluice
