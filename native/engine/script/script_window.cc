#include "script/script_window.h"

#include <algorithm>
#include <cstring>

namespace sluice {
namespace {

constexpr std::size_t kFirstBytes = 64 << 10;

}  // namespace

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
  const std::size_t kept = this->kept();
  if (begin_ > 0) {
    if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    buffer_.shorten(kept);
    begin_ = 0;
  }
  if (!may_grow()) return false;
  const std::size_t wanted = least_step();
  const std::uint64_t room =
      std::min<std::uint64_t>(std::max(next_bytes_, kept + std::max(kept / 2, wanted)), most_bytes_) - kept;
  next_bytes_ = std::min(usual_bytes_, next_bytes_ * 2);
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

void ScriptWindow::skip_to(std::uint64_t offset, char previous) {
  std::uint64_t left = offset - (offset_ + buffer_.size() - begin_);
  buffer_.clear();
  begin_ = 0;
  offset_ = offset;
  previous_ = previous;
  next_bytes_ = std::min(usual_bytes_, kFirstBytes);
  if (source_.skip(left)) return;
  char* const to = buffer_.reserve(usual_bytes_);
  while (left > 0 && !is_all_) {
    const std::size_t bytes =
        source_.read(to, static_cast<std::size_t>(std::min<std::uint64_t>(usual_bytes_, left)));
    is_all_ = bytes == 0;
    left -= bytes;
  }
}

}  // namespace sluice
