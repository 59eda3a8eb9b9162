#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sluice {

/// Finds the lines of a text that passes in pieces. Used by one thread.
class JsonLines {
 public:
  /// `line` and `offset` are those of the first byte.
  JsonLines(std::uint64_t offset, std::uint64_t line) : offset_(offset), line_(line) {}

  /// Calls `on_line(text, line, next_offset)` for each line that ends in `text`, and `on_held(bytes)` with
  /// the length of what is held for the next one.
  template <class OnLine, class OnHeld>
  void add(std::string_view text, OnLine&& on_line, OnHeld&& on_held) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view piece = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      offset_ += piece.size();
      if (end == std::string_view::npos) {
        held_.append(piece);
        on_held(held_.size());
        return;
      }
      ++offset_;
      if (held_.empty()) {
        on_line(piece, line_++, offset_);
        continue;
      }
      held_.append(piece);
      on_held(held_.size());
      on_line(std::string_view(held_), line_++, offset_);
      held_.clear();
    }
  }

  /// Gives the last line, where no line feed ends it.
  template <class OnLine>
  void finish(OnLine&& on_line) {
    if (held_.empty()) return;
    const std::string last = std::exchange(held_, {});
    on_line(std::string_view(last), line_++, offset_);
  }

  std::uint64_t offset() const { return offset_; }

 private:
  std::uint64_t offset_;
  std::uint64_t line_;
  std::string held_;
};

/// A line of nothing but blanks is no row.
inline bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace sluice
