#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "export/export_spec.h"
#include "export/special_bytes.h"
#include "export/value_text.h"

namespace sluice {

/// The text around the values of a column, for those between which nothing but a copy has to be made: NULL,
/// texts without a character that means something, and plain numbers. Immutable.
class ValueFrame {
 public:
  template <class Format>
  ValueFrame(const Format& format, const ExportColumn& column, bool is_first)
      : field_(column.field), value_(column.value) {
    const std::string head = std::string(is_first ? Format::kRowStart : format.between()) + column.key;
    const bool is_text = value_ == ExportColumn::Value::kText;
    null_ = Affix(head + std::string(format.null_text()));
    before_ = Affix(head + column.introducer + std::string(is_text ? Format::kQuoteAtOnce : ""));
    behind_ = Affix(is_text ? Format::kQuoteAtOnce : "");
  }

  /// True where `put` may be tried.
  template <class Format>
  bool takes(std::string_view value, const Format& format) const {
    if (field_ != ExportColumn::Field::kText) return false;
    if constexpr (Format::kPlainNumbers) {
      return value_ == ExportColumn::Value::kText || is_plain_number(value);
    } else {
      return !format.needs_quotes(value);
    }
  }

  /// Bytes that `put` and `put_null` may want besides those of the value.
  std::size_t room() const { return std::max(null_.room(), before_.room() + behind_.room()); }

  /// Both return what is behind the text. `put` returns null for a value that has to be looked at more
  /// closely.
  char* put_null(char* out) const { return null_.copy(out); }
  char* put(std::string_view value, char* out, const SpecialBytes& special) const {
    char* const end = special.copy_without(value, before_.copy(out));
    return end == nullptr ? nullptr : behind_.copy(end);
  }

 private:
  /// A text that is copied again and again. Most are shorter than a step, which a copy without a call takes.
  class Affix {
   public:
    Affix() = default;
    explicit Affix(std::string_view text) : size_(text.size()), padded_(text) {
      padded_.resize(std::max(size_, kStep));
    }
    std::size_t room() const { return padded_.size(); }
    char* copy(char* out) const {
      if (size_ <= kStep) {
        std::memcpy(out, padded_.data(), kStep);
      } else {
        std::memcpy(out, padded_.data(), size_);
      }
      return out + size_;
    }

   private:
    static constexpr std::size_t kStep = 16;
    std::size_t size_ = 0;
    std::string padded_;
  };

  ExportColumn::Field field_;
  ExportColumn::Value value_;
  Affix null_;
  Affix before_;
  Affix behind_;
};

}  // namespace sluice
