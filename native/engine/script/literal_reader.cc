#include "script/literal_reader.h"

#include <algorithm>

#include "script/blanks.h"
#include "script/quoted.h"

namespace sluice {
namespace {

constexpr std::string_view kTrue = "1";
constexpr std::string_view kFalse = "0";

std::string_view body_of(const Literal& literal) {
  if (literal.kind == LiteralKind::kTrue) return kTrue;
  return literal.kind == LiteralKind::kFalse ? kFalse : literal.body;
}

}  // namespace

LiteralReader::LiteralReader(const Literal& literal, const Lexing& lexing)
    : lexing_(lexing),
      kind_(literal.kind),
      at_(body_of(literal).data()),
      end_(at_ + body_of(literal).size()) {
  if (kind_ == LiteralKind::kText) begin_text();
  if (kind_ != LiteralKind::kNumber) return;
  for (; *at_ == '+' || *at_ == '-' || is_blank(*at_); ++at_) {
    if (*at_ == '-') is_negative_ = !is_negative_;
  }
}

std::string_view LiteralReader::next(std::size_t most) {
  if (kind_ == LiteralKind::kText) return next_of_text(most);
  if (at_ == end_) return {};
  if (kind_ == LiteralKind::kHex || kind_ == LiteralKind::kBit) return next_of_digits();
  if (is_negative_) {
    is_negative_ = false;
    return "-";
  }
  const char* const begin = at_;
  at_ += std::min<std::size_t>(most, static_cast<std::size_t>(end_ - at_));
  return Input::between(begin, at_);
}

/// Behind the quote of the text that comes next.
void LiteralReader::begin_text() {
  quote_ = 0;
  const BlanksEnd blanks = skip_blanks(at_, {at_, end_, true});
  at_ = blanks.looked == Looked::kThere ? blanks.at : end_;
  if (at_ != end_) quote_ = *at_++;
}

/// Behind bytes that are just themselves, letters of two bytes among them.
const char* LiteralReader::end_of_plain(const char* at, const char* most_end) const {
  while (at < most_end) {
    at = next_special(at, most_end, quote_, lexing_);
    if (at == most_end || static_cast<unsigned char>(*at) < 0x80) return at;
    const bool is_whole = end_ - at >= 2 && is_pair(lexing_.multi_byte, at[0], at[1]);
    at += is_whole ? 2 : 1;
  }
  return at;
}

std::string_view LiteralReader::next_of_text(std::size_t most) {
  while (quote_ != 0) {
    const char* const begin = at_;
    const char* const most_end = begin + std::min<std::size_t>(most, static_cast<std::size_t>(end_ - begin));
    at_ = end_of_plain(begin, most_end);
    if (at_ != begin) return Input::between(begin, at_);
    if (at_ == end_) return {};
    const char byte = *at_++;
    // Behind each of these there is another byte, or the text had no end.
    if (byte == quote_) {
      if (at_ != end_ && *at_ == quote_) {
        ++at_;
        return Input::between(begin, begin + 1);
      }
      begin_text();
    } else {
      return at_ == end_ ? std::string_view() : meant_by_escape(at_++);
    }
  }
  return {};
}

std::string_view LiteralReader::next_of_digits() {
  const std::size_t per_byte = digits_per_byte(kind_);
  std::size_t written = 0;
  while (at_ != end_ && written < decoded_.size()) {
    // Only the first byte may have fewer digits than the others.
    const auto left = static_cast<std::size_t>(end_ - at_);
    const std::size_t digits = left % per_byte == 0 ? per_byte : left % per_byte;
    decoded_[written++] = byte_of_digits(kind_, at_, digits);
    at_ += digits;
  }
  return {decoded_.data(), written};
}

std::size_t digits_per_byte(LiteralKind kind) { return kind == LiteralKind::kHex ? 2 : 8; }

char byte_of_digits(LiteralKind kind, const char* digits, std::size_t count) {
  int byte = 0;
  for (const char* at = digits; at != digits + count; ++at) {
    const int value = is_digit(*at) ? *at - '0' : lower(*at) - 'a' + 10;
    byte = kind == LiteralKind::kHex ? byte << 4 | value : byte << 1 | value;
  }
  return static_cast<char>(byte);
}

bool read_number(LiteralReader reader, std::uint64_t& number) {
  number = 0;
  for (std::string_view run = reader.next(64); !run.empty(); run = reader.next(64)) {
    for (const char byte : run) {
      if (number >> 56 != 0) return false;
      number = number << 8 | static_cast<unsigned char>(byte);
    }
  }
  return true;
}

bool is_all_ascii(LiteralReader reader) {
  constexpr std::size_t kStep = 4096;
  for (std::string_view run = reader.next(kStep); !run.empty(); run = reader.next(kStep)) {
    if (!is_ascii(run)) return false;
  }
  return true;
}

}  // namespace sluice
