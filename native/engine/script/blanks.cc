#include "script/blanks.h"

#include <cstddef>
#include <cstring>

namespace sluice {
namespace {

const char* find(const char* at, const char* end, char byte) {
  return static_cast<const char*>(std::memchr(at, byte, static_cast<std::size_t>(end - at)));
}

CommentEnd end_of_line(const char* at, const Input& input) {
  if (const char* const end = find(at, input.end, '\n')) return {Looked::kThere, end};
  return input.is_all ? CommentEnd{Looked::kThere, input.end} : CommentEnd{Looked::kMore, nullptr};
}

CommentEnd unknown(const Input& input) { return {input.is_all ? Looked::kNot : Looked::kMore, nullptr}; }

/// Behind the two bytes that may begin a comment of slash and star.
CommentEnd end_of_block(const char* at, const Input& input) {
  if (at == input.end) return {input.is_all ? Looked::kCutOff : Looked::kMore, nullptr};
  if (*at == '!') return {};
  if (*at == 'M') {
    if (at + 1 == input.end && !input.is_all) return {Looked::kMore, nullptr};
    if (at + 1 != input.end && at[1] == '!') return {};
  }
  while ((at = find(at, input.end, '*')) != nullptr) {
    ++at;
    if (at == input.end) break;
    if (*at == '/') return {Looked::kThere, at + 1};
  }
  return {input.is_all ? Looked::kCutOff : Looked::kMore, nullptr};
}

/// White space and control characters make a comment of two dashes, and so does the end.
bool ends_dashes(char byte) { return static_cast<unsigned char>(byte) <= ' ' || byte == '\x7F'; }

}  // namespace

CommentEnd comment_at(const char* at, const Input& input) {
  if (at == input.end) return unknown(input);
  const auto in_hand = input.end - at;
  switch (*at) {
    case '#':
      return end_of_line(at, input);
    case '-':
      if (in_hand < 2) return unknown(input);
      if (at[1] != '-') return {};
      if (in_hand < 3 && !input.is_all) return {Looked::kMore, nullptr};
      return in_hand < 3 || ends_dashes(at[2]) ? end_of_line(at, input) : CommentEnd{};
    case '/':
      if (in_hand < 2) return unknown(input);
      return at[1] == '*' ? end_of_block(at + 2, input) : CommentEnd{};
    default:
      return {};
  }
}

BlanksEnd skip_blanks(const char* at, const Input& input) {
  for (;;) {
    while (at != input.end && is_blank(*at)) ++at;
    if (at == input.end) return {input.is_all ? Looked::kThere : Looked::kMore, at};
    const CommentEnd comment = comment_at(at, input);
    if (comment.looked == Looked::kNot) return {Looked::kThere, at};
    if (comment.looked != Looked::kThere) return {comment.looked, at};
    at = comment.at;
  }
}

}  // namespace sluice
