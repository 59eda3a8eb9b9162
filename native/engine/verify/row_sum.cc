#include "verify/row_sum.h"

#include "codec/digest.h"

namespace sluice {

void RowSum::add(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view row = text.substr(0, end + 1);
    if (begun_.empty()) {
      sum_ += xxh64(row);
    } else {
      sum_ += xxh64(begun_.append(row));
      begun_.clear();
    }
    text.remove_prefix(row.size());
  }
  begun_.append(text);
}

}  // namespace sluice
