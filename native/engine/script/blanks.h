#pragma once

#include <cstdint>

#include "script/lexing.h"

namespace sluice {

/// Outcome of looking for something at a place of the bytes in hand.
enum class Looked : std::uint8_t {
  kThere,
  kNot,
  kMore,    ///< The bytes in hand do not tell.
  kCutOff,  ///< It is there, and has no end.
};

struct CommentEnd {
  Looked looked = Looked::kNot;
  /// Behind it, where it is there; a line comment ends before its line feed.
  const char* at = nullptr;
};

/// A comment that means nothing to the server: `-- `, `#`, and /* */ unless it is a version comment. A hint
/// is one too: no quote and no delimiter within it means anything to the client.
CommentEnd comment_at(const char* at, const Input& input);

struct BlanksEnd {
  /// kThere, kMore, or kCutOff within a comment.
  Looked looked = Looked::kThere;
  /// The first byte behind; the end only where all is in hand.
  const char* at = nullptr;
};

/// Skips white space and comments.
BlanksEnd skip_blanks(const char* at, const Input& input);

}  // namespace sluice
