#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "export/row_text.h"
#include "export/special_bytes.h"
#include "export/value_frame.h"
#include "export/value_text.h"
#include "row/base64.h"
#include "row/unescape.h"
#include "support/failure.h"

namespace sluice {

/// Writes the rows of a format: from the fields that a scanner finds, as a `FieldSink`, or, between
/// `begin_field` and `end_row`, from a server's values.
template <class Format>
class RowTextSink {
 public:
  /// `bare_word_is_null` says that the word NULL without an enclosure is one.
  RowTextSink(const Format& format, const ExportTable& table, bool bare_word_is_null,
              const BlockLimits& limits, ProgressBoard& board, const RowText::Calls& calls)
      : format_(format),
        table_(table),
        limits_(limits),
        board_(board),
        bare_word_is_null_(bare_word_is_null),
        calls_(calls),
        special_bytes_(format_.special()),
        bytes_(board) {
    if constexpr (!Format::kIsTyped) {
      frames_.reserve(table.columns.size());
      for (const ExportColumn& column : table.columns)
        frames_.emplace_back(format_, column, /*is_first=*/frames_.empty());
    }
  }

  void begin_field() {
    if (field_ >= table_.columns.size()) {
      throw EngineError("dump-damaged",
                        {"tooManyValues", {{"row", rows_ + 1}, {"columns", table_.columns.size()}}});
    }
    if (!block_) begin_block();
    if (field_ == 0) row_start_ = text().size();
    append(field_ == 0 ? Format::kRowStart : format_.between());
    column_ = &table_.columns[field_];
    append(column_->key);
    field_start_ = text().size();
    if constexpr (Format::kIsTyped) {
      format_.begin(text(), field_);
    } else {
      begin_text();
    }
    content_start_ = text().size();
    enclosed_ = false;
    escaped_n_ = false;
    special_ = false;
  }

  void enclosed() { enclosed_ = true; }

  void run(std::string_view text) {
    escaped_n_ = false;
    append(text);
    keep_within_limit();
  }

  void byte(char byte) {
    escaped_n_ = false;
    emit(byte);
    keep_within_limit();
  }

  void escaped(char byte) {
    escaped_n_ = byte == 'N' && text().size() == content_start_;
    emit(unescaped(byte));
    keep_within_limit();
  }

  void end_field() {
    const std::string_view content = text().view().substr(content_start_);
    if (is_null(content)) {
      naming_row([&] { put_null(); });
    } else if (column_->field != ExportColumn::Field::kText) {
      end_bytes(content);
    } else {
      end_text();
    }
    keep_within_limit();
    ++field_;
  }

  void null_value() {
    put_null();
    ++field_;
  }

  /// A value as it is; one of a column of text is a text in UTF-8.
  void value(std::string_view value) {
    if (column_->field != ExportColumn::Field::kText) {
      keep_within_limit(2 * value.size());
      put_bytes(value);
      ++field_;
      return;
    }
    keep_within_limit(value.size());
    if constexpr (Format::kIsTyped) {
      format_.put(text(), value, field_);
    } else {
      put_text(value);
    }
    ++field_;
  }

  /// The value of the next field as it is, null for NULL; as `begin_field` with what comes behind it.
  void field(const char* data, std::size_t size) {
    if constexpr (!Format::kIsTyped) {
      if (size <= kMostPlainBytes && is_plain(data, size)) return;
    }
    begin_field();
    if (data == nullptr) {
      null_value();
    } else {
      value({data, size});
    }
  }

  void end_row() {
    if (field_ != table_.columns.size()) {
      throw EngineError(
          "dump-damaged",
          {"tooFewValues", {{"row", rows_ + 1}, {"values", field_}, {"columns", table_.columns.size()}}});
    }
    append(Format::kRowEnd);
    block_->end_row();
    field_ = 0;
    is_large_ = false;
    ++rows_;
    if (block_->weight() < limits_.wanted_bytes) return;
    last_block_bytes_ = block_->text().size();
    calls_.on_block(std::exchange(block_, nullptr));
  }

  void finish() {
    if (block_) calls_.on_block(std::exchange(block_, nullptr));
  }

 private:
  Buffer& text() { return block_->text(); }

  void begin_text() {
    append(column_->introducer);
    // Rewritten at its end: bytes, numbers that turn out to be none, and where the format decides on quotes.
    const bool quoted_at_once =
        column_->field == ExportColumn::Field::kText && column_->value == ExportColumn::Value::kText;
    if (quoted_at_once) append(Format::kQuoteAtOnce);
  }

  void put_null() {
    text().shorten(field_start_);
    if constexpr (Format::kIsTyped) {
      format_.put_null(text(), field_);
    } else {
      append(format_.null_text());
    }
  }

  void put_bytes(std::string_view bytes) {
    if constexpr (Format::kIsTyped) {
      format_.put_bytes(text(), bytes, field_);
    } else {
      format_.put_bytes(text(), bytes);
    }
  }

  /// Adds the row to the reason why a chunk's value can't be written.
  template <class Put>
  void naming_row(Put put) {
    try {
      put();
    } catch (const EngineError& error) {
      Failure failure = error.failure();
      failure.message = {"inRow", {{"row", rows_ + 1}, {"problem", std::move(failure.message)}}};
      throw EngineError(std::move(failure));
    }
  }

  void put_text(std::string_view value) {
    if constexpr (Format::kPlainNumbers) {
      if (column_->value != ExportColumn::Value::kText && is_plain_number(value)) {
        append(value);
        return;
      }
    }
    const char* at = value.data();
    const char* const end = at + value.size();
    for (;;) {
      const char* const stop = special_bytes_.first(at, end);
      append({at, static_cast<std::size_t>(stop - at)});
      if (stop == end) break;
      emit(*stop);
      at = stop + 1;
    }
    end_text();
    keep_within_limit();
  }

  /// Writes a value of which all but the text around it is copied; false where it is another one, or the
  /// first of a row.
  bool is_plain(const char* data, std::size_t size) {
    if (!block_ || field_ >= frames_.size()) return false;
    const ValueFrame& frame = frames_[field_];
    if (data != nullptr && !frame.takes({data, size}, format_)) return false;
    if (field_ == 0) row_start_ = text().size();
    char* const start = text().reserve(frame.room() + size);
    char* const end =
        data == nullptr ? frame.put_null(start) : frame.put({data, size}, start, special_bytes_);
    if (end == nullptr) return false;
    text().commit(static_cast<std::size_t>(end - start));
    ++field_;
    keep_within_limit();
    return true;
  }

  /// A part of a table makes many blocks, which are as large as the one before.
  void begin_block() {
    block_ = std::make_unique<RowBlock>(board_);
    if (last_block_bytes_ > 0) text().reserve(last_block_bytes_ + last_block_bytes_ / 16);
  }

  void append(std::string_view more) { append_text(text(), more); }

  void emit(char byte) {
    // Base64 and digits have nothing to escape, and are decoded as they are.
    if (column_->field != ExportColumn::Field::kText) return append({&byte, 1});
    if constexpr (Format::kIsTyped) {
      append({&byte, 1});
    } else {
      special_ = true;
      format_.put(text(), byte);
    }
  }

  void end_text() {
    if constexpr (Format::kIsTyped) {
      naming_row([&] { format_.end(text(), content_start_, field_); });
    } else if (column_->value == ExportColumn::Value::kText) {
      format_.end_text(text(), content_start_, special_, bytes_);
    } else {
      const bool is_float = column_->value == ExportColumn::Value::kFloat;
      format_.end_number(text(), content_start_, is_float, special_, bytes_);
    }
  }

  /// Replaces the field's base64 or digits by the format's own text for bytes.
  void end_bytes(std::string_view content) {
    bytes_.clear();
    const bool is_base64 = column_->field == ExportColumn::Field::kBase64;
    if (is_base64 ? !decode_base64(content, bytes_) : !decode_hex(content, bytes_)) {
      throw EngineError("dump-damaged", {is_base64 ? "notBase64" : "notHex", {{"row", rows_ + 1}}});
    }
    keep_within_limit();
    text().shorten(content_start_);
    naming_row([&] { put_bytes(bytes_.view()); });
    bytes_.clear();
  }

  bool is_null(std::string_view content) const {
    if (enclosed_) return false;
    if (escaped_n_) return content == "N";
    return bare_word_is_null_ && content == "NULL";
  }

  /// `more` bytes are about to come.
  void keep_within_limit(std::size_t more = 0) {
    const std::size_t bytes = text().size() - row_start_ + bytes_.size() + more;
    if (bytes > limits_.most_bytes) take_as_large(bytes);
  }

  void take_as_large(std::size_t bytes) {
    if (!std::exchange(is_large_, true)) {
      hand_over_rows_before();
      calls_.on_large_row();
    }
    if (bytes <= limits_.most_large_bytes) return;
    Failure failure;
    failure.code = "memory-limit";
    failure.message = {"rowTooLarge", {{"most", limits_.most_large_bytes}}};
    failure.hint = "raiseMemoryToSixteenRows";
    throw EngineError(std::move(failure));
  }

  /// Moves the row that has begun into a block of its own.
  void hand_over_rows_before() {
    if (row_start_ == 0) return;
    RowBlockPtr before = std::exchange(block_, std::make_unique<RowBlock>(board_));
    append(before->view().substr(row_start_));
    before->text().shorten(row_start_);
    field_start_ -= row_start_;
    content_start_ -= row_start_;
    row_start_ = 0;
    calls_.on_block(std::move(before));
  }

  /// Longer ones are rare, and take no longer for what is done about them.
  static constexpr std::size_t kMostPlainBytes = 4096;

  const Format format_;
  const ExportTable& table_;
  const BlockLimits limits_;
  ProgressBoard& board_;
  const bool bare_word_is_null_;
  const RowText::Calls& calls_;
  const SpecialBytes special_bytes_;
  /// The texts around each column; none for a typed format.
  std::vector<ValueFrame> frames_;
  RowBlockPtr block_;
  /// Used again for each value that is rewritten.
  Buffer bytes_;
  const ExportColumn* column_ = nullptr;
  std::size_t field_ = 0;
  std::uint64_t rows_ = 0;
  std::size_t last_block_bytes_ = 0;
  std::size_t row_start_ = 0;
  std::size_t field_start_ = 0;
  /// Offset behind the introducer and the opening quote.
  std::size_t content_start_ = 0;
  bool is_large_ = false;
  bool enclosed_ = false;
  /// The field so far is nothing but an escaped N.
  bool escaped_n_ = false;
  /// The value holds a character that means something in the format.
  bool special_ = false;
};

}  // namespace sluice
