#include "script/script_window.h"

#include <algorithm>
#include <cstring>

namespace sluice {

Input ScriptWindow::input() const {
  const std::string_view bytes = buffer_.view();
  return {bytes.data() + begin_, bytes.data() + bytes.size(), is_all_};
}

void ScriptWindow::consume(std::size_t bytes) {
  if (bytes == 0) return;
  begin_ += bytes;
  offset_ += bytes;
  previous_ = buffer_.view()[begin_ - 1];
}

bool ScriptWindow::read_more() {
  const std::size_t kept = buffer_.size() - begin_;
  if (begin_ > 0) {
    if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    buffer_.shorten(kept);
    begin_ = 0;
  }
  const std::size_t wanted = kept / 4 + 1;
  if (kept + wanted > most_bytes_) return false;
  const std::uint64_t room =
      std::min<std::uint64_t>(std::max(usual_bytes_, kept + std::max(kept / 2, wanted)), most_bytes_) - kept;
  char* const to = buffer_.reserve(room);
  std::size_t got = 0;
  while (got < wanted && !is_all_) {
    const std::size_t bytes = source_.read(to + got, room - got);
    is_all_ = bytes == 0;
    got += bytes;
  }
  buffer_.commit(got);
  return true;
}

}  // namespace sluice
