#include "script/row_lexer.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "script/blanks.h"
#include "script/names.h"
#include "script/quoted.h"

namespace sluice {
namespace {

/// The bytes in hand end within a value.
FoundValue ends_within(const Input& input, Within within) {
  return {input.is_all ? Found::kCutOff : Found::kMore, {}, nullptr, within};
}

FoundValue ends_within_blanks(const BlanksEnd& blanks) {
  return {blanks.looked == Looked::kMore ? Found::kMore : Found::kCutOff, {}, nullptr, Within::kComment};
}

bool ends_value(char byte) { return byte == ',' || byte == ')'; }

const char* skip_digits(const char* at, const char* end) {
  while (at != end && is_digit(*at)) ++at;
  return at;
}

/// True for the words of an expression whose value depends on other rows, or on the statements before: a row
/// of it can't be stored apart from these.
bool looks_elsewhere(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords{"select", "table", "last_insert_id", "row_count",
                                                   "found_rows"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view each) { return equals_word(word, each); });
}

bool is_zero(const Literal& literal) {
  return literal.kind == LiteralKind::kFalse ||
         (literal.kind == LiteralKind::kNumber && literal.body == "0") ||
         (literal.kind == LiteralKind::kText && literal.body.size() == 3 && literal.body[1] == '0');
}

/// Behind a whole number or a decimal one, which a comma or a parenthesis follows; null for anything else.
const char* end_of_decimal(const char* at, const char* end) {
  if (*at == '-') ++at;
  const char* const whole = at;
  at = skip_digits(at, end);
  if (at == whole) return nullptr;
  if (at != end && *at == '.') at = skip_digits(at + 1, end);
  return at != end && ends_value(*at) ? at : nullptr;
}

bool is_number(LiteralKind kind) {
  return kind == LiteralKind::kNumber || kind == LiteralKind::kTrue || kind == LiteralKind::kFalse;
}

/// True for bytes, and for a text that an introducer says is none of the script's character set.
bool is_of_other_bytes(const Literal& literal) {
  return !literal.charset.empty() || literal.kind == LiteralKind::kHex || literal.kind == LiteralKind::kBit;
}

bool is_digit_of(LiteralKind kind, char byte) {
  return kind == LiteralKind::kHex ? is_hex_digit(byte) : byte == '0' || byte == '1';
}

}  // namespace

bool has_other_charset(const Literal& literal) {
  if (literal.charset.empty() || equals_word(literal.charset, "binary")) return false;
  std::string charset(literal.charset);
  std::transform(charset.begin(), charset.end(), charset.begin(), lower);
  return !is_utf8(charset);
}

FoundRow RowLexer::row(const char* at, const Input& input) const {
  FoundRow row{Found::kConstant};
  ColumnSet column = 1;
  std::size_t index = 0;
  do {
    if (const char* const end = end_of_common(at + 1, input)) {
      row.plain |= column;
      if (at[1] != '\'') row.add_number(index, Input::between(at + 1, end));
      const auto size = end - at - 1;
      if ((size == 1 && at[1] == '0') || (size == 3 && at[1] == '\'' && at[2] == '0')) row.zeros |= column;
      column <<= 1;
      ++index;
      at = end;
      continue;
    }
    const FoundValue found = value(at + 1, input);
    if (found.found == Found::kExpression) {
      row.found = Found::kExpression;
    } else if (found.found != Found::kConstant) {
      return {found.found, nullptr, found.within};
    } else if (found.literal.kind == LiteralKind::kNull) {
      row.nulls |= column;
    } else if (has_other_charset(found.literal)) {
      row.introduced |= column;
      if (column == 0) row.found = Found::kExpression;
    } else {
      row.plain |= column;
      if (is_zero(found.literal)) row.zeros |= column;
      if (is_number(found.literal.kind)) row.add_number(index, found.literal.body);
      if (lexing_.multi_byte != MultiByte::kNone && is_of_other_bytes(found.literal))
        row.not_own_texts.add(index);
    }
    column <<= 1;
    ++index;
    at = found.end;
  } while (*at == ',');
  row.end = at + 1;
  return row;
}

/// The comma or the parenthesis right behind a decimal number or a single text in single quotes: what nearly
/// all values are, which need no more than their end here. Null for all others.
const char* RowLexer::end_of_common(const char* at, const Input& input) const {
  if (at == input.end) return nullptr;
  if (is_digit(*at) || *at == '-') return end_of_decimal(at, input.end);
  if (*at != '\'') return nullptr;
  const char* const end = end_of_quoted(at + 1, input, '\'', lexing_);
  return end != nullptr && end != input.end && ends_value(*end) ? end : nullptr;
}

FoundValue RowLexer::value(const char* at, const Input& input) const {
  if (at == input.end) return ends_within(input, Within::kStatement);
  switch (*at) {
    case '\'':
      return text(at, input, {});
    case '"':
      return lexing_.ansi_quotes ? expression(at, input) : text(at, input, {});
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
    case '+':
    case '.':
      return number(at, input);
    case '-':
      if (input.end - at >= 2 && is_digit(at[1])) return number(at, input);
      break;
    case ',':
    case ')':
      return {};
    default:
      break;
  }
  if (is_of_word(*at)) return word(at, input);
  const BlanksEnd blanks = skip_blanks(at, input);
  if (blanks.looked != Looked::kThere) return ends_within_blanks(blanks);
  if (blanks.at != at) return value(blanks.at, input);
  return *at == '-' ? number(at, input) : expression(at, input);
}

/// Ends the value where a comma or a parenthesis comes next; otherwise it was the beginning of an expression.
FoundValue RowLexer::ended(Literal literal, const char* at, const Input& input) const {
  if (at != input.end && ends_value(*at)) return {Found::kConstant, literal, at};
  const BlanksEnd blanks = skip_blanks(at, input);
  if (blanks.looked != Looked::kThere) return ends_within_blanks(blanks);
  if (blanks.at != input.end && ends_value(*blanks.at)) return {Found::kConstant, literal, blanks.at};
  return expression(blanks.at, input);
}

FoundValue RowLexer::text(const char* at, const Input& input, std::string_view charset) const {
  const char* const begin = at;
  for (;;) {
    const char* const end = end_of_quoted(at + 1, input, *at, lexing_);
    if (end == nullptr) return ends_within(input, Within::kText);
    const Literal literal{LiteralKind::kText, charset, Input::between(begin, end)};
    if (end != input.end && ends_value(*end)) return {Found::kConstant, literal, end};
    const BlanksEnd blanks = skip_blanks(end, input);
    if (blanks.looked != Looked::kThere) return ends_within_blanks(blanks);
    if (blanks.at == input.end || !lexing_.encloses_text(*blanks.at)) return ended(literal, end, input);
    at = blanks.at;
  }
}

FoundValue RowLexer::number(const char* at, const Input& input) const {
  const char* const begin = at;
  while (at != input.end && (*at == '+' || *at == '-' || is_blank(*at))) {
    const CommentEnd comment = comment_at(at, input);
    if (comment.looked == Looked::kMore) return ends_within(input, Within::kComment);
    if (comment.looked != Looked::kNot) return expression(at, input);
    ++at;
  }
  if (at == begin && input.end - at >= 2 && *at == '0') {
    if (at[1] == 'x') return digits(at + 2, input, LiteralKind::kHex, {});
    if (at[1] == 'b') return digits(at + 2, input, LiteralKind::kBit, {});
  }
  const char* const whole = at;
  at = skip_digits(at, input.end);
  std::size_t count = static_cast<std::size_t>(at - whole);
  if (at != input.end && *at == '.') {
    const char* const fraction = ++at;
    at = skip_digits(at, input.end);
    count += static_cast<std::size_t>(at - fraction);
  }
  if (at == input.end) return ends_within(input, Within::kStatement);
  if (count == 0) return expression(at, input);
  if (*at == 'e' || *at == 'E') {
    ++at;
    if (at != input.end && (*at == '+' || *at == '-')) ++at;
    const char* const exponent = at;
    at = skip_digits(at, input.end);
    if (at == input.end) return ends_within(input, Within::kStatement);
    if (at == exponent) return expression(at, input);
  }
  if (is_of_word(*at) || *at == '.') return expression(at, input);
  return ended({LiteralKind::kNumber, {}, Input::between(begin, at)}, at, input);
}

FoundValue RowLexer::digits(const char* at, const Input& input, LiteralKind kind,
                            std::string_view charset) const {
  const char* const begin = at;
  while (at != input.end && is_digit_of(kind, *at)) ++at;
  if (at == input.end) return ends_within(input, Within::kStatement);
  if (at == begin || is_of_word(*at)) return expression(at, input);
  return ended({kind, charset, Input::between(begin, at)}, at, input);
}

/// `at` is the opening quote.
FoundValue RowLexer::quoted_digits(const char* at, const Input& input, LiteralKind kind,
                                   std::string_view charset) const {
  const char* const begin = at + 1;
  const char* end = begin;
  while (end != input.end && is_digit_of(kind, *end)) ++end;
  if (end == input.end) return ends_within(input, Within::kText);
  const bool is_whole = kind == LiteralKind::kBit || (end - begin) % 2 == 0;
  if (*end != '\'' || !is_whole) return expression(at, input);
  return ended({kind, charset, Input::between(begin, end)}, end + 1, input);
}

FoundValue RowLexer::word(const char* at, const Input& input) const {
  const char* end = at;
  while (end != input.end && is_of_word(*end)) ++end;
  if (end == input.end) return ends_within(input, Within::kStatement);
  const std::string_view word = Input::between(at, end);
  if (word.size() == 4 && equals_word(word, "null")) return ended({LiteralKind::kNull, {}, word}, end, input);
  if (word.front() == '_' && word.size() > 1) return introduced(end, input, word.substr(1));
  if (word.size() == 1 && *end == '\'') {
    switch (lower(word.front())) {
      case 'x':
        return quoted_digits(end, input, LiteralKind::kHex, {});
      case 'b':
        return quoted_digits(end, input, LiteralKind::kBit, {});
      case 'n':
        return text(end, input, "utf8mb3");
      default:
        break;
    }
  }
  if (equals_word(word, "convert")) return converted(at, end, input);
  if (equals_word(word, "true")) return ended({LiteralKind::kTrue, {}, word}, end, input);
  if (equals_word(word, "false")) return ended({LiteralKind::kFalse, {}, word}, end, input);
  return expression(at, input);
}

/// `CONVERT('…' USING UTF8MB4)`, as mydumper writes JSON: the text itself, where it is UTF-8 already. `word`
/// is its beginning, `at` behind that word.
FoundValue RowLexer::converted(const char* word, const char* at, const Input& input) const {
  if (*at != '(' || lexing_.multi_byte != MultiByte::kNone) return expression(word, input);
  const BlanksEnd before = skip_blanks(at + 1, input);
  if (before.looked != Looked::kThere) return ends_within_blanks(before);
  if (before.at == input.end) return ends_within(input, Within::kStatement);
  if (!lexing_.encloses_text(*before.at)) return expression(word, input);
  const char* const text_end = end_of_quoted(before.at + 1, input, *before.at, lexing_);
  if (text_end == nullptr) return ends_within(input, Within::kText);
  constexpr std::string_view kRest = " using utf8mb4)";
  const std::string_view rest = input.from(text_end);
  if (rest.size() <= kRest.size() && !input.is_all) return {Found::kMore};
  if (!equals_word(rest.substr(0, kRest.size()), kRest)) return expression(word, input);
  return ended({LiteralKind::kText, {}, Input::between(before.at, text_end)}, text_end + kRest.size(), input);
}

/// Behind the name of a character set.
FoundValue RowLexer::introduced(const char* at, const Input& input, std::string_view charset) const {
  const BlanksEnd blanks = skip_blanks(at, input);
  if (blanks.looked != Looked::kThere) return ends_within_blanks(blanks);
  at = blanks.at;
  if (at == input.end) return ends_within(input, Within::kStatement);
  if (lexing_.encloses_text(*at)) return text(at, input, charset);
  if (input.end - at < 2 && !input.is_all) return ends_within(input, Within::kStatement);
  if (input.end - at < 2) return expression(at, input);
  if (at[1] == '\'' && lower(*at) == 'x') return quoted_digits(at + 1, input, LiteralKind::kHex, charset);
  if (at[1] == '\'' && lower(*at) == 'b') return quoted_digits(at + 1, input, LiteralKind::kBit, charset);
  if (*at == '0' && at[1] == 'x') return digits(at + 2, input, LiteralKind::kHex, charset);
  if (*at == '0' && at[1] == 'b') return digits(at + 2, input, LiteralKind::kBit, charset);
  return expression(at, input);
}

/// kConstant where the statement ends here, kBroken where it goes on.
Found RowLexer::ends_statement(const char* at, const Input& input) const {
  if (*at != delimiter_.front()) return Found::kBroken;
  const std::string_view in_hand = input.from(at);
  if (in_hand.starts_with(delimiter_)) return Found::kConstant;
  return !input.is_all && delimiter_.starts_with(in_hand) ? Found::kMore : Found::kBroken;
}

/// Skips all to the comma or the parenthesis behind an expression, from anywhere within it.
FoundValue RowLexer::expression(const char* at, const Input& input) const {
  std::size_t depth = 0;
  while (at != input.end) {
    const Found statement = ends_statement(at, input);
    if (statement == Found::kMore) return {Found::kMore};
    if (statement == Found::kConstant) return {Found::kBroken};
    switch (*at) {
      case '(':
        ++depth;
        break;
      case ')':
        if (depth == 0) return {Found::kExpression, {}, at};
        --depth;
        break;
      case ',':
        if (depth == 0) return {Found::kExpression, {}, at};
        break;
      case '\'':
      case '"':
      case '`':
        at = end_of_quoted(at + 1, input, *at, lexing_);
        if (at == nullptr) return ends_within(input, Within::kText);
        continue;
      case '#':
      case '-':
      case '/': {
        const BlanksEnd blanks = skip_blanks(at, input);
        if (blanks.looked != Looked::kThere) return ends_within_blanks(blanks);
        if (blanks.at == at) break;
        at = blanks.at;
        continue;
      }
      case '@':
        return {Found::kBroken};
      default:
        break;
    }
    const char* const word_end = std::find_if_not(at, input.end, is_of_word);
    if (word_end == input.end && !input.is_all) return {Found::kMore};
    if (word_end == at) {
      ++at;
      continue;
    }
    if (looks_elsewhere(Input::between(at, word_end))) return {Found::kBroken};
    at = word_end;
  }
  return ends_within(input, Within::kStatement);
}

}  // namespace sluice
