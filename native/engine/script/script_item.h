#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "script/insert_head.h"
#include "script/lexing.h"
#include "script/row_lexer.h"

namespace sluice {

/// Things that a script is made of (`EngineScriptItem` in app/engine/scan/scans.ts). An offset is that of the
/// first byte in the script, uncompressed; lines count from 1.

/// A statement other than an INSERT or a REPLACE of rows, without its delimiter; or a line that is a command
/// of the client.
struct ScriptStatement {
  std::string text;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
};

/// Rows of one INSERT or REPLACE, or of several with the same head.
struct ScriptRows {
  InsertHead head;
  /// The opening parenthesis of the first row.
  std::uint64_t offset = 0;
  /// Bytes to behind the closing parenthesis of the last row.
  std::uint64_t length = 0;
  std::uint64_t rows = 0;
  std::uint64_t line = 0;
  /// True where the first row, and perhaps others, are not made of constants.
  bool is_computed = false;
  /// Columns of which a row has NULL, and 0, a bit each.
  ColumnSet nulls = 0;
  ColumnSet zeros = 0;
  /// Columns of which a row has a number, TRUE or FALSE.
  ColumnBits numbers;
  /// The same for numbers of other than four digits.
  ColumnBits not_years;
  /// Rows that begin with a smaller value than the row of the head before them (`RowOrder`).
  std::uint64_t backward = 0;
  /// Columns of which a row has anything but NULL and texts of `charsets`.
  ColumnSet plain = 0;
  /// In lower case; empty where the script has not set any.
  std::string charset;
  Lexing lexing;
  /// Columns of which a row has a text that is not UTF-8, where the script has not set a character set.
  ColumnSet not_utf8 = 0;
  /// Character set of each column's texts, in lower case, where their introducers name another one than
  /// UTF-8; empty for the others, and behind the last of these.
  std::vector<std::string> charsets = {};
  /// Columns of which a row has bytes, or texts of UTF-8 by their introducers, in a script in whose character
  /// set letters may hold backslashes.
  ColumnBits not_own_texts = {};
  /// Line feeds from the first row to behind the last one.
  std::uint64_t lines = 0;
  /// True where a name of the head is not known to be UTF-8: it is as it stands in the script then.
  bool has_byte_names = false;
};

/// A line comment by which a tool says what it dumped.
struct ScriptComment {
  std::string text;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
};

/// A line of a tool's error output.
struct ScriptNoise {
  std::string text;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
};

/// The file ends within something.
struct ScriptCut {
  /// Where that begins, or the statement that it is in.
  std::uint64_t line = 0;
  /// Where the last whole statement begins; 0 where there is none.
  std::uint64_t last_line = 0;
  Within within = Within::kStatement;
  /// True where nothing but the delimiter is missing, as far as one can see: then the statement is among the
  /// items.
  bool is_delivered = false;
};

struct ScriptEnd {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::optional<ScriptCut> cut;
};

using ScriptItem = std::variant<ScriptStatement, ScriptRows, ScriptComment, ScriptNoise, ScriptEnd>;

}  // namespace sluice
