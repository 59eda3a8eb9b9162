#include "xml/xml_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "row/utf8.h"

namespace sluice {
namespace {

/// A column of ENUM has its members in one attribute.
constexpr std::size_t kLongestMarkup = std::size_t{4} << 20;
/// Dumps have six elements in one another.
constexpr std::size_t kMostOpenElements = 32;
constexpr std::size_t kLongestReference = 12;
constexpr std::string_view kCharacterData = "<![CDATA[";
constexpr std::string_view kComment = "<!--";

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
    {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

bool is_name_byte(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '_' || byte == ':' || byte == '-' || byte == '.' || code >= 0x80;
}

std::size_t name_at(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && is_name_byte(text[at])) ++at;
  return at - from;
}

/// XML 1.0, "Characters"; without the two that are none of Unicode's, which a column may hold all the same.
bool is_character(unsigned point) {
  if (point < 0x20) return point == '\t' || point == '\n' || point == '\r';
  return (point < 0xD800 || point > 0xDFFF) && point <= 0x10FFFF;
}

/// Appends what the text between `&` and `;` stands for; false for nothing.
bool append_referenced(std::string_view name, std::string& out) {
  if (name.starts_with('#')) {
    const bool is_hex = name.starts_with("#x");
    const std::string_view digits = name.substr(is_hex ? 2 : 1);
    unsigned point = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), point, is_hex ? 16 : 10);
    if (error != std::errc() || end != digits.data() + digits.size() || !is_character(point)) return false;
    append_utf8(out, point);
    return true;
  }
  for (const auto& [entity, byte] : kEntities) {
    if (entity != name) continue;
    out.push_back(byte);
    return true;
  }
  return false;
}

/// Bytes that mean nothing in a text: all but `<`, `&`, CR, control characters and those above ASCII.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '<' && byte != '&';
  plain['\t'] = plain['\n'] = true;
  return plain;
}
constexpr std::array<bool, 256> kPlain = plain_bytes();

bool is_prefix(std::string_view text, std::string_view of) {
  return text.size() < of.size() && of.starts_with(text);
}

}  // namespace

std::optional<std::string_view> attribute_of(const XmlAttributes& attributes, std::string_view name) {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [name](const XmlAttribute& attribute) { return attribute.name == name; });
  if (found == attributes.end()) return std::nullopt;
  return found->value;
}

XmlReader::XmlReader(std::uint64_t offset, std::uint64_t line, std::optional<bool> has_crlf, XmlSink& sink)
    : sink_(sink), has_crlf_(has_crlf), at_{offset, line, offset}, from_(at_) {}

void XmlReader::add(std::string_view text) {
  std::string joined;
  if (!held_.empty()) {
    joined = std::exchange(held_, {});
    joined.append(text);
    text = joined;
  }
  while (!text.empty()) {
    const std::size_t used = step(text);
    if (used == 0) break;
    text.remove_prefix(used);
  }
  if (text.size() > kLongestMarkup) fail_at(XmlFault::kTooLong, text, 0);
  held_ = text;
}

void XmlReader::finish() {
  from_ = at_;
  if (left_ > 0) fail(XmlFault::kNotUtf8);
  if (!held_.empty() && state_ == State::kText && held_ == "\r") {
    sink_.text(std::exchange(held_, {}));
  }
  if (!held_.empty() || state_ != State::kText || !open_.empty()) {
    fail(XmlFault::kCut, open_.empty() ? std::string_view() : open_.back());
  }
}

void XmlReader::fail(XmlFault fault, std::string_view detail) const {
  throw XmlError{fault, from_.line, from_.offset - from_.line_begin + 1, std::string(detail)};
}

void XmlReader::fail_at(XmlFault fault, std::string_view text, std::size_t at,
                        std::string_view detail) const {
  const std::string_view before = text.substr(0, at);
  const std::size_t last = before.rfind('\n');
  const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::uint64_t column =
      last == std::string_view::npos ? at_.offset - at_.line_begin + at + 1 : at - last;
  throw XmlError{fault, at_.line + lines, column, std::string(detail)};
}

void XmlReader::pass(std::string_view text) {
  from_ = at_;
  at_.offset += text.size();
  const std::size_t last = text.rfind('\n');
  if (last == std::string_view::npos) return;
  at_.line += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  at_.line_begin = at_.offset - (text.size() - last - 1);
  if (!has_crlf_) {
    const std::size_t first = text.find('\n');
    has_crlf_ = first > 0 && text[first - 1] == '\r';
  }
}

std::size_t XmlReader::step(std::string_view rest) {
  switch (state_) {
    case State::kCharacterData:
      return character_data(rest);
    case State::kComment:
      return comment(rest);
    case State::kText:
      break;
  }
  if (rest.front() == '<') return markup(rest);
  if (rest.front() == '&') return reference(rest);
  return run(rest);
}

std::size_t XmlReader::run(std::string_view rest) {
  std::size_t bytes = characters(rest, "<&");
  // The line feed that may follow decides on it.
  if (bytes == rest.size() && rest.ends_with('\r')) --bytes;
  if (bytes == 0) return 0;
  const std::string_view text = rest.substr(0, bytes);
  pass(text);
  give_text(text);
  return bytes;
}

std::size_t XmlReader::reference(std::string_view rest) {
  whole_character(rest, 0);
  const std::size_t end = rest.substr(0, kLongestReference).find(';');
  if (end == std::string_view::npos) {
    if (rest.size() < kLongestReference) return 0;
    fail_at(XmlFault::kReference, rest, 0);
  }
  values_.clear();
  const std::string_view name = rest.substr(1, end - 1);
  if (!append_referenced(name, values_)) fail_at(XmlFault::kReference, rest, 0, name);
  pass(rest.substr(0, end + 1));
  sink_.text(values_);
  return end + 1;
}

std::size_t XmlReader::character_data(std::string_view rest) {
  constexpr std::string_view kEnd = "]]>";
  const std::size_t end = rest.find(kEnd);
  std::size_t bytes = end;
  if (end == std::string_view::npos) {
    // The end may have begun, or a line end.
    bytes = rest.size() < kEnd.size() ? 0 : rest.size() - (kEnd.size() - 1);
    while (bytes > 0 && rest[bytes - 1] == '\r') --bytes;
    if (bytes == 0) return 0;
  }
  const std::string_view text = rest.substr(0, bytes);
  characters(text, {});
  if (end != std::string_view::npos) {
    whole_character(rest, end);
    state_ = State::kText;
    bytes = end + kEnd.size();
  }
  pass(rest.substr(0, bytes));
  give_text(text);
  return bytes;
}

std::size_t XmlReader::comment(std::string_view rest) {
  constexpr std::string_view kEnd = "-->";
  const std::size_t end = rest.find(kEnd);
  std::size_t bytes = end + kEnd.size();
  if (end == std::string_view::npos) {
    bytes = rest.size() < kEnd.size() ? 0 : rest.size() - (kEnd.size() - 1);
    while (bytes > 0 && rest[bytes - 1] == '\r') --bytes;
  } else {
    state_ = State::kText;
  }
  pass(rest.substr(0, bytes));
  return bytes;
}

std::size_t XmlReader::markup(std::string_view rest) {
  whole_character(rest, 0);
  for (const std::string_view opening : {kCharacterData, kComment}) {
    if (is_prefix(rest, opening)) return 0;
    if (!rest.starts_with(opening)) continue;
    state_ = opening == kComment ? State::kComment : State::kCharacterData;
    pass(opening);
    return opening.size();
  }
  if (rest.starts_with("<!")) fail_at(XmlFault::kDoctype, rest, 0);
  return rest.starts_with("<?") ? instruction(rest) : tag(rest);
}

std::size_t XmlReader::instruction(std::string_view rest) {
  const std::size_t end = rest.find("?>");
  if (end == std::string_view::npos) return 0;
  const std::string_view text = rest.substr(0, end + 2);
  if (has_begun_) fail_at(open_.empty() ? XmlFault::kSecond : XmlFault::kUnexpected, rest, 0);
  declaration(text);
  has_begun_ = true;
  pass(text);
  return text.size();
}

void XmlReader::declaration(std::string_view text) {
  if (!text.starts_with("<?xml") || text.size() < 8 || !is_space(text[5])) {
    fail_at(XmlFault::kUnexpected, text, 0);
  }
  check_all(text);
  attributes_in(text.substr(0, text.size() - 2), 5);
  std::string encoding(attribute_of(attributes_, "encoding").value_or("utf-8"));
  const std::string written = encoding;
  std::transform(encoding.begin(), encoding.end(), encoding.begin(),
                 [](char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte; });
  if (encoding != "utf-8" && encoding != "utf8" && encoding != "us-ascii") {
    fail_at(XmlFault::kEncoding, text, 0, written);
  }
}

std::size_t XmlReader::tag(std::string_view rest) {
  char quote = '\0';
  std::size_t at = 1;
  for (; at < rest.size(); ++at) {
    const char byte = rest[at];
    if (quote != '\0') {
      if (byte == quote) quote = '\0';
    } else if (byte == '"' || byte == '\'') {
      quote = byte;
    } else if (byte == '>') {
      break;
    } else if (byte == '<') {
      fail_at(XmlFault::kUnexpected, rest, at);
    }
  }
  if (at == rest.size()) return 0;
  const std::string_view text = rest.substr(0, at + 1);
  check_all(text);
  has_begun_ = true;
  if (text[1] == '/') {
    end_tag(text);
  } else {
    begin_tag(text);
  }
  return text.size();
}

void XmlReader::begin_tag(std::string_view text) {
  const bool is_empty = text[text.size() - 2] == '/';
  const std::size_t name_bytes = name_at(text, 1);
  const std::string_view name = text.substr(1, name_bytes);
  if (name.empty()) fail_at(XmlFault::kUnexpected, text, 1);
  attributes_in(text.substr(0, text.size() - (is_empty ? 2 : 1)), 1 + name_bytes);
  if (open_.size() == kMostOpenElements) fail_at(XmlFault::kElement, text, 0, name);
  pass(text);
  open_.emplace_back(name);
  sink_.begin_element(name, attributes_);
  if (!is_empty) return;
  open_.pop_back();
  sink_.end_element(name);
}

void XmlReader::end_tag(std::string_view text) {
  const std::size_t name_bytes = name_at(text, 2);
  const std::string_view name = text.substr(2, name_bytes);
  for (std::size_t at = 2 + name_bytes; at + 1 < text.size(); ++at) {
    if (!is_space(text[at])) fail_at(XmlFault::kUnexpected, text, at);
  }
  if (open_.empty() || open_.back() != name) fail_at(XmlFault::kMismatch, text, 0, name);
  pass(text);
  open_.pop_back();
  sink_.end_element(name);
}

void XmlReader::attributes_in(std::string_view tag, std::size_t from) {
  attributes_.clear();
  values_.clear();
  values_.reserve(tag.size());
  std::size_t at = from;
  for (;;) {
    const std::size_t begin = at;
    while (at < tag.size() && is_space(tag[at])) ++at;
    if (at == tag.size()) return;
    const std::size_t name_bytes = name_at(tag, at);
    if (at == begin || name_bytes == 0) fail_at(XmlFault::kUnexpected, tag, at);
    const std::string_view name = tag.substr(at, name_bytes);
    if (attribute_of(attributes_, name)) fail_at(XmlFault::kAttribute, tag, at, name);
    at += name_bytes;
    while (at < tag.size() && is_space(tag[at])) ++at;
    if (at == tag.size() || tag[at] != '=') fail_at(XmlFault::kUnexpected, tag, at);
    ++at;
    while (at < tag.size() && is_space(tag[at])) ++at;
    if (at == tag.size() || (tag[at] != '"' && tag[at] != '\'')) fail_at(XmlFault::kUnexpected, tag, at);
    const std::size_t end = tag.find(tag[at], at + 1);
    if (end == std::string_view::npos) fail_at(XmlFault::kUnexpected, tag, at);
    attributes_.push_back({name, unreferenced(tag, tag.substr(at + 1, end - at - 1))});
    at = end + 1;
  }
}

std::string_view XmlReader::unreferenced(std::string_view tag, std::string_view value) {
  const bool has_returns = has_crlf() && value.find('\r') != std::string_view::npos;
  if (!has_returns && value.find_first_of("&<") == std::string_view::npos) return value;
  const std::size_t begin = values_.size();
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char byte = value[at];
    const auto place = static_cast<std::size_t>(value.data() + at - tag.data());
    if (byte == '<') fail_at(XmlFault::kUnexpected, tag, place);
    if (byte == '\r' && has_returns && value.substr(at).starts_with("\r\n")) continue;
    if (byte != '&') {
      values_.push_back(byte);
      continue;
    }
    const std::size_t length = value.substr(at, kLongestReference).find(';');
    const std::string_view name =
        length == std::string_view::npos ? std::string_view() : value.substr(at + 1, length - 1);
    if (name.empty() || !append_referenced(name, values_)) fail_at(XmlFault::kReference, tag, place, name);
    at += length;
  }
  return std::string_view(values_).substr(begin);
}

void XmlReader::give_text(std::string_view run) {
  if (run.empty()) return;
  if (!has_crlf() || run.find('\r') == std::string_view::npos) return sink_.text(run);
  unreturned_.clear();
  for (std::size_t at = 0; at < run.size(); ++at) {
    if (run[at] != '\r' || !run.substr(at).starts_with("\r\n")) unreturned_.push_back(run[at]);
  }
  sink_.text(unreturned_);
}

std::size_t XmlReader::characters(std::string_view text, std::string_view stops) {
  if (takes_any_bytes_) return std::min(text.find_first_of(stops), text.size());
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (left_ == 0 && kPlain[byte]) continue;
    if (left_ > 0) {
      if (byte < low_ || byte > high_) fail_at(XmlFault::kNotUtf8, text, at);
      --left_;
      low_ = 0x80;
      high_ = 0xBF;
    } else if (stops.find(text[at]) != std::string_view::npos) {
      break;
    } else if (byte < 0x20) {
      if (byte != '\r') fail_at(XmlFault::kControl, text, at);
    } else if (byte >= 0x80) {
      if (byte < 0xC2 || byte > 0xF4) fail_at(XmlFault::kNotUtf8, text, at);
      left_ = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
      if (byte == 0xE0) low_ = 0xA0;
      if (byte == 0xED) high_ = 0x9F;
      if (byte == 0xF0) low_ = 0x90;
      if (byte == 0xF4) high_ = 0x8F;
    }
  }
  return at;
}

void XmlReader::whole_character(std::string_view text, std::size_t at) const {
  if (left_ > 0) fail_at(XmlFault::kNotUtf8, text, at);
}

void XmlReader::check_all(std::string_view text) {
  characters(text, {});
  whole_character(text, text.size());
}

}  // namespace sluice
