#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "script/blanks.h"
#include "script/lexing.h"

namespace sluice {

struct StatementEnd {
  Looked looked = Looked::kNot;
  /// The delimiter; the end of the script where it is cut off.
  const char* at = nullptr;
  /// Only where it is cut off.
  Within within = Within::kStatement;
  /// Where more is wanted: bytes from its beginning that need not be read again.
  std::size_t done = 0;
};

/// Finds the end of any statement, as the mysql client does. Immutable.
class StatementLexer {
 public:
  /// `delimiter` is not empty.
  StatementLexer(const Lexing& lexing, std::string_view delimiter);

  /// `input` begins with the statement; its first `done` bytes were read before.
  StatementEnd end(const Input& input, std::size_t done) const;

 private:
  /// Something that is skipped as one.
  struct Token {
    Looked looked = Looked::kThere;
    const char* end = nullptr;
    Within within = Within::kText;
  };

  Token token(const char* at, const Input& input) const;
  /// True where the token from `at` to `end` is a line comment and the line's end is that of the statement: a
  /// program of mydumper may end with a comment.
  bool ends_line_comment(const char* at, const char* end, const Input& input) const;

  const Lexing lexing_;
  const std::string delimiter_;
  bool stops_[256] = {};
};

}  // namespace sluice
