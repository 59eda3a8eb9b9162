#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/decoder.h"
#include "script/insert_head.h"
#include "script/row_lexer.h"
#include "script/row_order.h"
#include "script/script_item.h"
#include "script/script_window.h"
#include "script/session_settings.h"
#include "support/progress.h"

namespace sluice {

struct ScanLimits {
  /// The delimiter at the beginning; not empty.
  std::string delimiter = ";";
  /// A run of rows ends with the row that reaches so many bytes.
  std::uint64_t bytes_per_run = 16 << 20;
  /// The same where a frame of a packed script has begun a few such runs before: to load one run of a packed
  /// script, all of it is unpacked that stands between a frame's beginning and the run.
  std::uint64_t bytes_per_near_run = 16 << 20;
  /// The same for one that begins with a row which is not made of constants: rows that are go with it.
  std::uint64_t bytes_per_computed_run = 1 << 20;
  std::size_t window_bytes = 1 << 20;
  /// Bytes of an INSERT up to which it may turn out to be another statement than one of rows.
  std::size_t kept_bytes = 32 << 20;
  /// No server takes a larger statement (the most of max_allowed_packet).
  std::uint64_t most_bytes = (1ULL << 30) + (1 << 20);
  /// Bounds of a batch.
  std::size_t items = 1'000;
  std::size_t text_bytes = 1 << 20;
  std::uint64_t scanned_bytes = 64 << 20;
};

/// Reads a script from its beginning to its end, in bounded memory. Used by one thread.
class ScriptScanner {
 public:
  /// `source` and `board` must outlive the scanner; `file` names the script in failures. `known` are rows
  /// that a scan of the same bytes under the same limits has found, in their order: they are taken as they
  /// are, and not read, where a row begins at their place. Of rows of one head that follow each other either
  /// all are known or none is, or `backward` may miss one. Heads, character sets and modes are read, not
  /// taken.
  ScriptScanner(Decoder& source, std::string file, const ScanLimits& limits, ProgressBoard& board,
                std::vector<ScriptRows> known = {});

  /// The items that come next, perhaps none; nothing after the batch that ends with a ScriptEnd. Throws what
  /// the source does, and EngineError (`dump-unsupported`) for a statement that is larger than any may be.
  std::optional<std::vector<ScriptItem>> next();

 private:
  /// A run of rows in the making.
  struct Run {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::uint64_t rows = 0;
    std::uint64_t line = 0;
    bool is_computed = false;
    ColumnSet nulls = 0;
    ColumnSet zeros = 0;
    ColumnBits numbers = {};
    ColumnBits not_years = {};
    std::uint64_t backward = 0;
    ColumnSet introduced = 0;
    ColumnSet plain = 0;
    ColumnSet not_utf8 = 0;
    /// By column.
    std::vector<std::string> charsets = {};
    ColumnBits not_own_texts = {};
    /// Line feeds, once it or its statement has ended.
    std::uint64_t lines = 0;
    /// All rows of it were known.
    bool is_known = false;
  };
  /// Place within an INSERT of rows.
  struct InsertPlace {
    enum class At { kRow, kBehindRow, kBehindComma };

    At at = At::kRow;
    /// From the beginning of the window.
    std::size_t place = 0;
    /// Only where it is cut off.
    Within within = Within::kStatement;
    /// True once the beginning of the statement is not in hand any more.
    bool is_long = false;
    /// Where known rows have ended that were not read; nothing where there were none.
    std::optional<std::uint64_t> known_end = {};
  };
  static constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();
  enum class Step { kGoOn, kMore, kWhole, kOther, kCutOff };

  void step();
  bool take_noise_or_comment();
  bool take_client_line();
  bool take_insert();
  void take_statement();
  bool take_head(InsertPlace& insert);
  Step step_insert(InsertPlace& insert);
  Step step_row(InsertPlace& insert);
  Step step_behind_row(InsertPlace& insert);
  void find_known(std::uint64_t offset);
  bool take_known(InsertPlace& insert);
  bool end_insert(const InsertPlace& insert, Step how);
  void note_row(const char* at, const FoundRow& row);
  void note_lines();
  bool belongs_to_run(bool is_computed) const;
  bool begins_near(std::uint64_t offset) const;
  std::vector<std::string> charsets_of(const char* at) const;
  bool has_charsets_of_run(const FoundRow& row, const std::vector<std::string>& charsets) const;

  void add_statement(std::string_view text);
  void end_run();
  void add_rows(const Run& run);
  ColumnSet columns_not_utf8(const char* at, const FoundRow& row) const;
  void end_script(std::optional<ScriptCut> cut);
  ScriptCut cut_at(std::uint64_t line, Within within, bool is_delivered) const;
  void set_delimiter(std::string_view delimiter);
  void renew_lexer();
  std::uint64_t line_at(const char* at);
  void consume(const char* to);
  void read_more();
  /// The whole line from `at`, without its end; nothing (and more is read) where it is not in hand.
  std::optional<std::string_view> line_from(const char* at);

  const std::string file_;
  const ScanLimits limits_;
  const Decoder& source_;
  ScriptWindow window_;
  SessionSettings settings_;
  std::string delimiter_ = ";";
  RowLexer lexer_;
  /// False where a delimiter could stand within a row.
  bool knows_rows_ = true;
  const std::vector<ScriptRows> known_;
  /// The first of them that is not behind, and its place.
  std::size_t next_known_ = 0;
  std::uint64_t next_known_offset_ = kNowhere;

  InsertHead head_;
  /// The head as it stood there, to its parenthesis; empty where none may be repeated.
  std::string head_text_;
  std::optional<Run> run_;
  std::optional<Run> run_before_;
  /// Order of the rows of one head.
  RowOrder order_;
  /// Runs that ended within an INSERT that has not.
  std::vector<Run> ended_runs_;

  std::vector<ScriptItem> items_;
  std::size_t text_bytes_ = 0;
  /// Behind the byte order mark, where there is one.
  std::uint64_t text_start_ = 0;
  bool has_ended_ = false;
  std::uint64_t last_line_ = 0;
  std::uint64_t statement_line_ = 0;

  /// Line of the byte at `counted_`.
  std::uint64_t line_ = 1;
  std::uint64_t counted_ = 0;
};

}  // namespace sluice
