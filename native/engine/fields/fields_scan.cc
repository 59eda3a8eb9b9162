#include "fields/fields_scan.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "delimited/scanned_text.h"
#include "row/field_scanner.h"
#include "row/unescape.h"

namespace sluice {
namespace {

/// Counts the values of each row, and keeps the beginning of the first; a `FieldSink`.
struct ValueCounter {
  std::uint64_t values = 0;
  std::string first;
  /// Set when a row has ended.
  bool row_ended = false;

  void begin_field() {}
  void enclosed() {}
  void run(std::string_view bytes) {
    if (values == 0 && first.size() < ValueOrder::kComparedBytes) first.append(ValueOrder::compared(bytes));
  }
  void byte(char byte) { run({&byte, 1}); }
  void escaped(char byte) {
    const char meant = unescaped(byte);
    run({&meant, 1});
  }
  void end_field() { ++values; }
  void end_row() { row_ended = true; }
};

/// Finds the ends of rows in a text that passes in pieces.
class FieldsScan {
 public:
  explicit FieldsScan(const FieldsSpec& spec)
      : spec_(spec),
        last_(spec.dialect.line_terminator.back()),
        scanner_(spec.dialect, {}, row_),
        ranges_(spec.bytes_per_range) {
    ranges_.begin(0, 1);
  }

  /// A row ends with the last character of its terminator: the scanner is given the text up to each of them.
  void add(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find(last_);
      const std::string_view piece = text.substr(0, end == std::string_view::npos ? end : end + 1);
      scanner_.add(piece);
      offset_ += piece.size();
      line_ += static_cast<std::uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
      text.remove_prefix(piece.size());
      if (row_.row_ended) end_row();
    }
  }

  FieldsContent finish() {
    if (scanner_.within_row()) content_.open_line = row_line_;
    ranges_.end(offset_);
    content_.ranges = ranges_.take();
    content_.bytes = offset_;
    return std::move(content_);
  }

 private:
  void end_row() {
    const std::uint64_t values = std::exchange(row_.values, 0);
    row_.row_ended = false;
    if (skipped_ < spec_.skipped_rows) {
      ++skipped_;
      row_.first.clear();
      row_line_ = line_;
      return ranges_.begin(offset_, line_);
    }
    if (values != spec_.columns) {
      if (content_.odd_rows.size() < kMostOddRows) content_.odd_rows.push_back({row_line_, values});
      ++content_.odd_row_count;
    }
    ++content_.rows;
    ranges_.add_row(row_.first);
    row_.first.clear();
    row_line_ = line_;
    ranges_.cut(offset_, line_);
  }

  const FieldsSpec& spec_;
  const char last_;
  FieldsContent content_;
  ValueCounter row_;
  FieldScanner<ValueCounter> scanner_;
  RangeCutter ranges_;
  std::uint64_t skipped_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
};

}  // namespace

FieldsContent scan_fields(const FieldsSpec& spec) {
  ScannedText text(spec.path, spec.packing);
  FieldsScan scan(spec);
  for (std::string_view piece = text.next(); !piece.empty(); piece = text.next()) scan.add(piece);
  return scan.finish();
}

}  // namespace sluice
