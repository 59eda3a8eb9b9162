#include "read/row_counter.h"

#include <algorithm>

namespace sluice {

RowCounter::RowCounter(const RowDialect& dialect)
    : ours_(dialect == RowDialect()), scanner_(dialect, {}, ends_) {}

void RowCounter::add(std::string_view text) {
  if (text.empty()) return;
  if (ours_) {
    count_breaks(text);
  } else {
    scanner_.add(text);
  }
}

void RowCounter::count_breaks(std::string_view text) {
  ends_.rows += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  within_line_ = text.back() != '\n';
}

}  // namespace sluice
