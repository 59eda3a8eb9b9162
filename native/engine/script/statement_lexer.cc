#include "script/statement_lexer.h"

#include <algorithm>

#include "script/quoted.h"

namespace sluice {
namespace {

/// The text that opens and closes the body of a routine in another language: a dollar, a word, a dollar.
std::string_view dollar_tag(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && is_of_word(text[at]) && text[at] != '$') ++at;
  return at < text.size() && text[at] == '$' ? text.substr(0, at + 1) : std::string_view();
}

/// True behind the word AS and white space.
bool follows_as(std::string_view before) {
  const auto is_blank_byte = [](char byte) { return is_blank(byte); };
  const auto word_end = std::find_if_not(before.rbegin(), before.rend(), is_blank_byte);
  if (word_end == before.rbegin()) return false;
  before.remove_suffix(static_cast<std::size_t>(word_end - before.rbegin()));
  return before.size() > 2 && equals_word(before.substr(before.size() - 2), "as") &&
         !is_of_word(before[before.size() - 3]);
}

}  // namespace

StatementLexer::StatementLexer(const Lexing& lexing, std::string_view delimiter)
    : lexing_(lexing), delimiter_(delimiter) {
  for (const char byte : {'\'', '"', '`', '-', '#', '/', '$', delimiter_.front()}) {
    stops_[static_cast<unsigned char>(byte)] = true;
  }
}

StatementEnd StatementLexer::end(const Input& input, std::size_t done) const {
  const char* at = input.begin + done;
  const auto more_from = [&](const char* from) {
    return StatementEnd{Looked::kMore, nullptr, Within::kStatement,
                        static_cast<std::size_t>(from - input.begin)};
  };
  for (;;) {
    at = std::find_if(at, input.end, [this](char byte) { return stops_[static_cast<unsigned char>(byte)]; });
    if (at == input.end) {
      return input.is_all ? StatementEnd{Looked::kCutOff, at, Within::kStatement} : more_from(at);
    }
    const std::string_view rest = input.from(at);
    if (rest.starts_with(delimiter_)) return {Looked::kThere, at};
    if (!input.is_all && delimiter_.starts_with(rest)) return more_from(at);
    const Token found = token(at, input);
    if (found.looked == Looked::kMore) return more_from(at);
    if (found.looked == Looked::kCutOff) return {Looked::kCutOff, input.end, found.within};
    if (found.looked == Looked::kThere && ends_line_comment(at, found.end, input)) {
      return {Looked::kThere, found.end + 1 - delimiter_.size()};
    }
    at = found.looked == Looked::kNot ? at + 1 : found.end;
  }
}

bool StatementLexer::ends_line_comment(const char* at, const char* end, const Input& input) const {
  if (delimiter_.size() < 2 || delimiter_.back() != '\n' || (*at != '-' && *at != '#')) return false;
  return end != input.end && Input::between(at, end + 1).ends_with(delimiter_);
}

StatementLexer::Token StatementLexer::token(const char* at, const Input& input) const {
  const auto ends_within = [&](Within within) {
    return Token{input.is_all ? Looked::kCutOff : Looked::kMore, nullptr, within};
  };
  const std::string_view rest = input.from(at);
  switch (*at) {
    case '\'':
    case '"':
    case '`': {
      const char* const end = end_of_quoted(at + 1, input, *at, lexing_);
      return end == nullptr ? ends_within(Within::kText) : Token{Looked::kThere, end};
    }
    case '$': {
      if (!follows_as(Input::between(input.begin, at))) return {Looked::kNot};
      const std::string_view tag = dollar_tag(rest);
      if (tag.empty()) return {!input.is_all && rest.size() < 100 ? Looked::kMore : Looked::kNot};
      const std::size_t end = rest.find(tag, tag.size());
      if (end == std::string_view::npos) return ends_within(Within::kText);
      return {Looked::kThere, at + end + tag.size()};
    }
    default: {
      const CommentEnd comment = comment_at(at, input);
      return {comment.looked, comment.at, Within::kComment};
    }
  }
}

}  // namespace sluice
