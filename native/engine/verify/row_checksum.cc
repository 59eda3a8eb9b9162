#include "verify/row_checksum.h"

namespace sluice {

void RowChecksum::add(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view row = text.substr(0, end + 1);
    if (within_row_) {
      begun_.add(row);
      checksum_ += begun_.value();
      begun_.reset();
      within_row_ = false;
    } else {
      checksum_ += xxh64(row);
    }
    text.remove_prefix(row.size());
  }
  if (text.empty()) return;
  begun_.add(text);
  within_row_ = true;
}

}  // namespace sluice
