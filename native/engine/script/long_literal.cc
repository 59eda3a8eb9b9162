#include "script/long_literal.h"

#include <algorithm>

#include "script/blanks.h"
#include "script/literal_reader.h"
#include "script/quoted.h"

namespace sluice {
namespace {

constexpr std::string_view kConvert = "convert(";
constexpr std::string_view kConvertEnd = " using utf8mb4)";

bool is_digit_of_kind(LiteralKind kind, char byte) {
  return kind == LiteralKind::kHex ? is_hex_digit(byte) : byte == '0' || byte == '1';
}

/// The first byte behind white space and comments; null where it is not in hand.
const char* behind_blanks(const char* at, const Input& input) {
  const BlanksEnd blanks = skip_blanks(at, input);
  return blanks.looked == Looked::kThere && blanks.at != input.end ? blanks.at : nullptr;
}

}  // namespace

LongLiteral::LongLiteral(const Lexing& lexing, LiteralKind kind, std::string_view charset)
    : lexing_(lexing), kind_(kind), charset_(charset) {}

std::optional<LongLiteral> LongLiteral::begin(const char*& at, const Input& input, const Lexing& lexing) {
  const char* from = behind_blanks(at, input);
  if (from == nullptr) return std::nullopt;
  std::string_view charset;
  bool is_converted = false;
  if (*from == '_') {
    const char* const end = std::find_if_not(from, input.end, is_of_word);
    if (end == from + 1) return std::nullopt;
    charset = Input::between(from + 1, end);
    from = behind_blanks(end, input);
  } else if (equals_word(input.from(from).substr(0, kConvert.size()), kConvert)) {
    is_converted = true;
    from = behind_blanks(from + kConvert.size(), input);
  }
  if (from == nullptr || input.end - from < 2) return std::nullopt;
  const auto open = [&](LiteralKind kind, std::string_view name, std::ptrdiff_t mark) {
    LongLiteral literal(lexing, kind, name);
    at = from + mark;
    if (at[-1] == '\'' || at[-1] == '"') literal.quote_ = at[-1];
    literal.at_ = kind == LiteralKind::kText ? At::kText : At::kDigits;
    literal.is_converted_ = is_converted;
    return literal;
  };
  if (lexing.encloses_text(*from)) return open(LiteralKind::kText, charset, 1);
  if (is_converted) return std::nullopt;
  const char letter = lower(*from);
  if (from[1] == '\'') {
    if (letter == 'x') return open(LiteralKind::kHex, charset, 2);
    if (letter == 'b') return open(LiteralKind::kBit, charset, 2);
    if (letter == 'n' && charset.empty()) return open(LiteralKind::kText, "utf8mb3", 2);
  }
  if (*from != '0' || input.end - from < 3) return std::nullopt;
  if (from[1] == 'x' && is_hex_digit(from[2])) return open(LiteralKind::kHex, charset, 2);
  if (from[1] == 'b' && is_digit_of_kind(LiteralKind::kBit, from[2]))
    return open(LiteralKind::kBit, charset, 2);
  return std::nullopt;
}

bool LongLiteral::has_whole_bytes() const {
  return kind_ == LiteralKind::kText || (kind_ == LiteralKind::kHex && quote_ != 0);
}

LongLiteral::Step LongLiteral::next(const char*& at, const Input& input, std::size_t most) {
  for (;;) {
    Step step;
    switch (at_) {
      case At::kText:
        step = next_of_text(at, input, most);
        if (at_ == At::kBehindText) continue;
        return step;
      case At::kBehindText:
        step = next_behind_text(at, input);
        if (at_ != At::kBehindText) continue;
        return step;
      case At::kDigits:
        step = next_of_digits(at, input);
        if (at_ == At::kBehind && step.next == Next::kMore) continue;
        return step;
      case At::kBehind:
        return next_behind(at, input);
    }
  }
}

LongLiteral::Step LongLiteral::next_of_text(const char*& at, const Input& input, std::size_t most) {
  const char* const begin = at;
  const auto in_hand = static_cast<std::size_t>(input.end - begin);
  at = next_special(begin, begin + std::min(most, in_hand), quote_, lexing_);
  if (at != begin) return {Next::kBytes, Input::between(begin, at)};
  if (at == input.end) return ends_within(input, Within::kText);
  const bool is_last = at + 1 == input.end;
  if (is_last && !input.is_all) return {Next::kMore};
  if (*at == quote_) {
    if (is_last || at[1] != quote_) {
      ++at;
      at_ = At::kBehindText;
      return {};
    }
    at += 2;
    return {Next::kBytes, Input::between(begin, begin + 1)};
  }
  if (is_last) return ends_within(input, Within::kText);
  if (*at == '\\') {
    at += 2;
    return {Next::kBytes, meant_by_escape(begin + 1)};
  }
  at += is_pair(lexing_.multi_byte, begin[0], begin[1]) ? 2 : 1;
  return {Next::kBytes, Input::between(begin, at)};
}

/// Several texts are one.
LongLiteral::Step LongLiteral::next_behind_text(const char*& at, const Input& input) {
  if (is_converted_) {
    const std::string_view rest = input.from(at);
    if (rest.size() < kConvertEnd.size() && !input.is_all) return {Next::kMore};
    if (!equals_word(rest.substr(0, kConvertEnd.size()), kConvertEnd)) return {Next::kExpression};
    at += kConvertEnd.size();
    at_ = At::kBehind;
    return {};
  }
  const Step blanks = skip(at, input);
  if (blanks.next != Next::kBytes) return blanks;
  if (lexing_.encloses_text(*at)) {
    quote_ = *at++;
    at_ = At::kText;
  } else {
    at_ = At::kBehind;
  }
  return {};
}

LongLiteral::Step LongLiteral::next_of_digits(const char*& at, const Input& input) {
  const std::size_t per_byte = digits_per_byte(kind_);
  const auto in_hand = static_cast<std::size_t>(input.end - at);
  const char* const most_end = at + std::min(in_hand, decoded_.size() * per_byte);
  const char* const end =
      std::find_if_not(at, most_end, [this](char byte) { return is_digit_of_kind(kind_, byte); });
  std::size_t written = 0;
  for (; static_cast<std::size_t>(end - at) >= per_byte; at += per_byte) {
    decoded_[written++] = byte_of_digits(kind_, at, per_byte);
  }
  if (written > 0) return {Next::kBytes, {decoded_.data(), written}};
  if (end == input.end) return ends_within(input, quote_ != 0 ? Within::kText : Within::kStatement);
  if (quote_ != 0 ? *end != quote_ : is_of_word(*end)) return {Next::kExpression};
  const bool is_part = at != end;
  if (is_part && has_whole_bytes()) return {Next::kExpression};
  at = quote_ != 0 ? end + 1 : end;
  at_ = At::kBehind;
  return {is_part ? Next::kPartOfByte : Next::kMore};
}

LongLiteral::Step LongLiteral::next_behind(const char*& at, const Input& input) {
  const Step blanks = skip(at, input);
  if (blanks.next != Next::kBytes) return blanks;
  return {*at == ',' || *at == ')' ? Next::kEnd : Next::kExpression};
}

LongLiteral::Step LongLiteral::ends_within(const Input& input, Within within) {
  within_ = within;
  return {input.is_all ? Next::kCutOff : Next::kMore};
}

/// Goes behind white space and comments; kBytes, without any, where it came to another byte.
LongLiteral::Step LongLiteral::skip(const char*& at, const Input& input) {
  const BlanksEnd blanks = skip_blanks(at, input);
  if (blanks.looked == Looked::kMore) return {Next::kMore};
  if (blanks.looked != Looked::kThere) return ends_within(input, Within::kComment);
  at = blanks.at;
  if (at == input.end) return ends_within(input, Within::kStatement);
  return {Next::kBytes};
}

}  // namespace sluice
