#include "json/json_reader.h"

#include <algorithm>

#include "row/hex_digit.h"
#include "row/utf8.h"

namespace sluice {
namespace {

/// Far more than any server takes.
constexpr std::size_t kMostNested = 1'000;

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }
bool is_decimal_digit(char byte) { return byte >= '0' && byte <= '9'; }
bool is_high(unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; }

unsigned unit_at(std::string_view text, std::size_t at) {
  unsigned unit = 0;
  for (const char digit : text.substr(at, 4)) unit = unit * 16 + static_cast<unsigned>(hex_digit(digit));
  return unit;
}

char meant_by(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return letter;
  }
}

}  // namespace

JsonReader::JsonReader(std::string_view line) : line_(line) {
  skip_blanks();
  if (at_ < line_.size() && line_[at_] != '{') fail(JsonFault::kNoObject);
  expect('{');
}

bool JsonReader::next(JsonMember& member) {
  skip_blanks();
  if (peek() == '}') {
    ++at_;
    skip_blanks();
    if (at_ < line_.size()) fail(JsonFault::kMore);
    return false;
  }
  if (!is_first_) {
    expect(',');
    skip_blanks();
  }
  is_first_ = false;
  if (peek() != '"') fail(JsonFault::kUnexpected);
  member.key = string();
  skip_blanks();
  expect(':');
  skip_blanks();
  member.value = value();
  return true;
}

void JsonReader::skip_blanks() {
  while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
}

char JsonReader::peek() const {
  if (at_ == line_.size()) fail(JsonFault::kCut);
  return line_[at_];
}

void JsonReader::expect(char byte) {
  if (peek() != byte) fail(JsonFault::kUnexpected);
  ++at_;
}

JsonValue JsonReader::value() {
  if (peek() == '"') return string();
  const std::size_t begin = at_;
  JsonKind kind = JsonKind::kNumber;
  switch (peek()) {
    case '{':
    case '[':
      kind = JsonKind::kContainer;
      container();
      break;
    case 't':
      kind = JsonKind::kBoolean;
      word("true");
      break;
    case 'f':
      kind = JsonKind::kBoolean;
      word("false");
      break;
    case 'n':
      kind = JsonKind::kNull;
      word("null");
      break;
    default:
      number();
  }
  return {kind, line_.substr(begin, at_ - begin), false};
}

JsonValue JsonReader::string() {
  const std::size_t begin = ++at_;
  bool has_escapes = false;
  for (;;) {
    const auto byte = static_cast<unsigned char>(peek());
    if (byte == '"') break;
    if (byte < 0x20) fail(JsonFault::kControl);
    ++at_;
    if (byte != '\\') continue;
    has_escapes = true;
    escape();
  }
  return {JsonKind::kString, line_.substr(begin, at_++ - begin), has_escapes};
}

void JsonReader::escape() {
  const char letter = peek();
  if (letter != 'u') {
    if (std::string_view("\"\\/bfnrt").find(letter) == std::string_view::npos) fail(JsonFault::kEscape);
    ++at_;
    return;
  }
  ++at_;
  const unsigned unit = hex4();
  if (is_low(unit)) fail(JsonFault::kSurrogate);
  if (!is_high(unit)) return;
  if (line_.substr(at_, 2) != "\\u") fail(JsonFault::kSurrogate);
  at_ += 2;
  if (!is_low(hex4())) fail(JsonFault::kSurrogate);
}

unsigned JsonReader::hex4() {
  const std::size_t begin = at_;
  for (int digit = 0; digit < 4; ++digit, ++at_) {
    if (hex_digit(peek()) < 0) fail(JsonFault::kEscape);
  }
  return unit_at(line_, begin);
}

void JsonReader::number() {
  if (peek() == '-') ++at_;
  if (peek() == '0') {
    ++at_;
  } else {
    digits();
  }
  if (at_ < line_.size() && line_[at_] == '.') {
    ++at_;
    digits();
  }
  if (at_ < line_.size() && (line_[at_] == 'e' || line_[at_] == 'E')) {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    digits();
  }
}

void JsonReader::digits() {
  if (!is_decimal_digit(peek())) fail(JsonFault::kUnexpected);
  while (at_ < line_.size() && is_decimal_digit(line_[at_])) ++at_;
}

void JsonReader::word(std::string_view text) {
  for (const char letter : text) expect(letter);
}

/// Without recursion: how deep it goes is not for the stack to say.
void JsonReader::container() {
  std::string closing;
  bool is_value_next = true;
  do {
    skip_blanks();
    const char byte = peek();
    if (is_value_next && (byte == '{' || byte == '[')) {
      if (closing.size() == kMostNested) fail(JsonFault::kTooDeep);
      closing.push_back(byte == '{' ? '}' : ']');
      ++at_;
      skip_blanks();
      if (peek() == closing.back()) {
        is_value_next = false;
        continue;
      }
    } else if (is_value_next) {
      value();
      is_value_next = false;
      continue;
    } else if (byte == closing.back()) {
      ++at_;
      closing.pop_back();
      continue;
    } else {
      expect(',');
      skip_blanks();
    }
    is_value_next = true;
    if (closing.back() == ']') continue;
    if (peek() != '"') fail(JsonFault::kUnexpected);
    string();
    skip_blanks();
    expect(':');
  } while (!closing.empty());
}

void append_unescaped(const JsonValue& string, std::string& out) {
  std::string_view rest = string.text;
  if (!string.has_escapes) {
    out.append(rest);
    return;
  }
  while (!rest.empty()) {
    const std::size_t plain = std::min(rest.find('\\'), rest.size());
    out.append(rest.substr(0, plain));
    rest.remove_prefix(plain);
    if (rest.empty()) return;
    if (rest[1] != 'u') {
      out.push_back(meant_by(rest[1]));
      rest.remove_prefix(2);
      continue;
    }
    unsigned point = unit_at(rest, 2);
    std::size_t used = 6;
    if (is_high(point)) {
      point = 0x10000 + ((point - 0xD800) << 10) + (unit_at(rest, 8) - 0xDC00);
      used = 12;
    }
    append_utf8(out, point);
    rest.remove_prefix(used);
  }
}

std::string_view text_of(const JsonValue& value, std::string& room) {
  if (!value.has_escapes) return value.text;
  room.clear();
  append_unescaped(value, room);
  return room;
}

bool is_json(std::string_view text) {
  std::string line = "{\"\":";
  line.append(text).push_back('}');
  try {
    JsonReader reader(line);
    JsonMember member;
    return reader.next(member) && !reader.next(member);
  } catch (const JsonError&) {
    return false;
  }
}

}  // namespace sluice
