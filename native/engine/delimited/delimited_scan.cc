#include "delimited/delimited_scan.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "delimited/delimited_reader.h"
#include "delimited/scanned_text.h"
#include "row/unescape.h"
#include "row/utf8.h"

namespace sluice {
namespace {

constexpr std::size_t kMostOddText = std::size_t{16} << 10;

/// Ends the scan where nobody knows any more which value is which.
struct Broken {};

/// Gathers what a file holds, row by row.
class ContentSink {
 public:
  ContentSink(const DelimitedSpec& spec, std::uint64_t offset)
      : spec_(spec), ranges_(spec.bytes_per_range), is_header_(spec.has_header) {
    if (!spec.has_header) content_.columns.resize(spec.columns);
    is_first_ = content_.columns.empty();
    ranges_.begin(offset, 1);
  }

  void begin_row(std::uint64_t line) {
    line_ = line;
    field_ = 0;
    misfit_.reset();
  }

  void run(std::string_view bytes) {
    if (row_bytes_ + value_.size() + bytes.size() > kLongestValue) fail_as_too_long(spec_.path, line_);
    value_.append(bytes);
  }
  void escaped(char byte) {
    null_ = value_.empty() && byte == 'N';
    const char meant = unescaped(byte);
    run({&meant, 1});
  }
  void end_field(bool quoted) {
    if (is_header_) {
      content_.names.push_back(value_);
    } else {
      if (is_first_ && field_ == content_.columns.size()) content_.columns.emplace_back();
      const bool null = spec_.format.is_null(value_, quoted, null_ && value_.size() == 1);
      if (field_ == 0) first_ = null ? std::string_view() : ValueOrder::compared(value_);
      if (spec_.most_set_aside) {
        keep(quoted, null);
      } else if (field_ < content_.columns.size()) {
        content_.columns[field_].add(value_, quoted, null);
        compare(field_, value_, null);
      }
    }
    ++field_;
    value_.clear();
    null_ = false;
  }
  void end_row(std::uint64_t next_offset, std::uint64_t next_line) {
    if (field_ == 0) {
      // A reader that knows of one column takes a blank line for a row.
      if (content_.columns.empty()) ranges_.begin(next_offset, next_line);
      return;
    }
    is_first_ = false;
    if (is_header_) {
      is_header_ = false;
      content_.columns.resize(field_);
      ranges_.begin(next_offset, next_line);
    } else {
      end_data_row(next_offset, next_line);
    }
  }
  /// A row of the one column there is, or nothing.
  void blank() {
    if (!is_header_ && content_.columns.size() == 1) end_field(/*quoted=*/false);
  }
  [[noreturn]] void broken() {
    content_.broken_line = line_;
    throw Broken();
  }

  DelimitedContent take(std::uint64_t bytes, bool ends_within_quotes) {
    if (ends_within_quotes) content_.open_line = line_;
    ranges_.end(bytes);
    content_.ranges = ranges_.take();
    content_.bytes = bytes;
    return std::move(content_);
  }

 private:
  /// A value of a row whose number of values is not known yet.
  struct Kept {
    std::string value;
    bool quoted = false;
    bool null = false;
  };

  void keep(bool quoted, bool null) {
    if (field_ == row_.size()) row_.emplace_back();
    Kept& kept = row_[field_];
    row_bytes_ += value_.size();
    kept.value.swap(value_);
    kept.quoted = quoted;
    kept.null = null;
  }

  void end_data_row(std::uint64_t next_offset, std::uint64_t next_line) {
    const bool is_odd = field_ != content_.columns.size();
    for (std::size_t at = 0; spec_.most_set_aside && !is_odd && at < field_; ++at) {
      compare(at, row_[at].value, row_[at].null);
    }
    if (is_odd) {
      if (content_.odd_rows.size() < most_kept()) {
        content_.odd_rows.push_back({line_, field_, text_of_row()});
      }
      ++content_.odd_row_count;
    } else if (misfit_) {
      if (content_.misfits.size() < most_kept()) {
        misfit_->text = text_of_row();
        content_.misfits.push_back(std::move(*misfit_));
      }
      ++content_.misfit_count;
    } else if (spec_.most_set_aside) {
      for (std::size_t at = 0; at < field_; ++at) {
        content_.columns[at].add(row_[at].value, row_[at].quoted, row_[at].null);
      }
    }
    row_bytes_ = 0;
    if (!spec_.most_set_aside || (!is_odd && !misfit_)) {
      ++content_.rows;
      ranges_.add_row(first_);
    }
    ranges_.cut(next_offset, next_line);
  }

  std::size_t most_kept() const { return spec_.most_set_aside.value_or(kMostOddRows); }

  /// Takes note of the row's first value that does not fit.
  void compare(std::size_t field, std::string_view value, bool null) {
    if (misfit_) return;
    if (spec_.expects_utf8 && !utf8_of(value).valid) return note(field, Misfit::kUtf8, value);
    if (field >= spec_.checks.size()) return;
    const auto& [check, column] = spec_.checks[field];
    if (null || (!is_text(column) && (value.empty() || value == "NULL"))) {
      if (check.not_null) note(field, Misfit::kNull, value);
      return;
    }
    const std::optional<std::string> meant = meant_by(column, value);
    if (!meant && column == DelimitedColumn::kCommaDecimal) return note(field, Misfit::kNumber, value);
    const std::optional<Misfit> misfit = misfit_of(check, meant ? *meant : value);
    if (misfit) note(field, *misfit, value);
  }

  void note(std::size_t field, Misfit misfit, std::string_view value) {
    misfit_ = MisfitRow{line_, field, misfit, std::string(value.substr(0, kMostMisfitBytes))};
  }

  void append_as_written(const Kept& kept, std::string& text) const {
    const DelimitedFormat& format = spec_.format;
    if (kept.quoted) text.push_back(format.quote);
    if (kept.null && kept.value == "N" && format.backslash_escapes) text.push_back('\\');
    for (const char byte : kept.value) {
      const bool means_more =
          byte == '\\' || byte == '\n' || byte == format.separator || byte == format.quote;
      if (format.backslash_escapes && means_more) {
        text.push_back('\\');
      } else if (kept.quoted && byte == format.quote) {
        text.push_back(byte);
      }
      text.push_back(byte);
    }
    if (kept.quoted) text.push_back(format.quote);
  }
  /// The row as it stands there, where it is set aside.
  std::string text_of_row() const {
    std::string text;
    if (!spec_.most_set_aside) return text;
    for (std::size_t at = 0; at < field_ && text.size() < kMostOddText; ++at) {
      if (at > 0) text.push_back(spec_.format.separator);
      append_as_written(row_[at], text);
    }
    if (text.size() > kMostOddText) text.resize(kMostOddText);
    return text;
  }

  const DelimitedSpec& spec_;
  DelimitedContent content_;
  RangeCutter ranges_;
  std::string value_;
  /// The beginning of the row's first value; empty for NULL.
  std::string first_;
  /// Values of the row in hand, of which the first `field_` count, and their bytes; where rows are set aside.
  std::vector<Kept> row_;
  std::size_t row_bytes_ = 0;
  std::optional<MisfitRow> misfit_;
  bool null_ = false;
  bool is_header_;
  /// The row in hand is the first one, which says how many columns there are.
  bool is_first_ = true;
  std::size_t field_ = 0;
  std::uint64_t line_ = 1;
};

}  // namespace

DelimitedContent scan_delimited(const DelimitedSpec& spec) {
  ScannedText text(spec.path, spec.packing);
  const std::uint64_t begin = text.skip_mark();
  ContentSink sink(spec, begin);
  DelimitedReader<ContentSink> reader(spec.format, begin, 1, sink);
  try {
    for (std::string_view piece = text.next(); !piece.empty(); piece = text.next()) reader.add(piece);
    reader.finish();
  } catch (const Broken&) {
    // It has taken note of the line.
  }
  return sink.take(reader.offset(), reader.within_quotes());
}

}  // namespace sluice
