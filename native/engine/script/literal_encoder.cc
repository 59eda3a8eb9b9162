#include "script/literal_encoder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

#include "row/base64.h"
#include "row/escape.h"
#include "script/names.h"
#include "script/quoted.h"

namespace sluice {
namespace {

/// A multiple of three, so that base64 has no padding but at the end.
constexpr std::size_t kSliceBytes = 24 << 10;
static_assert(kSliceBytes % 3 == 0);

void append_bytes(std::string_view bytes, Buffer& out) {
  if (bytes.empty()) return;
  std::memcpy(out.reserve(bytes.size()), bytes.data(), bytes.size());
  out.commit(bytes.size());
}

void append_escaped(std::string_view text, Buffer& out) {
  char* const room = out.reserve(escaped_room(text.size()));
  out.commit(static_cast<std::size_t>(escape_text(text, room) - room));
}

bool is_digits(LiteralKind kind) { return kind == LiteralKind::kHex || kind == LiteralKind::kBit; }

}  // namespace

Refusal LiteralEncoder::begin(const Literal& literal, ScriptColumn column, Buffer& out) {
  reader_.reset();
  bytes_.clear();
  if (literal.kind == LiteralKind::kNull) {
    append_bytes("\\N", out);
    return Refusal::kNone;
  }
  is_base64_ = column == ScriptColumn::kBinary || column == ScriptColumn::kBit;
  if (column == ScriptColumn::kNumber && is_digits(literal.kind)) {
    std::uint64_t number = 0;
    if (!read_number(LiteralReader(literal, lexing_), number)) return Refusal::kNoNumber;
    append_number(number, out);
    return Refusal::kNone;
  }
  if (column == ScriptColumn::kBit && literal.kind != LiteralKind::kText && !is_digits(literal.kind)) {
    return begin_bits(literal, out);
  }
  if (!is_base64_) {
    const Refusal refusal = refusal_of_text(literal);
    if (refusal != Refusal::kNone || append_plain(literal, out)) return refusal;
  }
  reader_.emplace(literal, lexing_);
  return Refusal::kNone;
}

bool LiteralEncoder::begin_long(LiteralKind kind, std::string_view charset, ScriptColumn column) {
  if (column == ScriptColumn::kNumber && is_digits(kind)) return false;
  reader_.reset();
  bytes_.clear();
  is_base64_ = column == ScriptColumn::kBinary || column == ScriptColumn::kBit;
  unless_ascii_ = is_base64_ ? Refusal::kNone : refusal_of_charset(kind, charset);
  if (!is_base64_ && is_ascii_ && unless_ascii_ == Refusal::kNone) unless_ascii_ = Refusal::kWideText;
  return true;
}

Refusal LiteralEncoder::add(std::string_view bytes, Buffer& out) {
  if (is_base64_) {
    append_bytes(bytes, bytes_);
    if (bytes_.size() >= kSliceBytes) encode_kept(out, /*is_left=*/true);
    return Refusal::kNone;
  }
  if (unless_ascii_ != Refusal::kNone && !is_ascii(bytes)) return unless_ascii_;
  append_escaped(bytes, out);
  return Refusal::kNone;
}

void LiteralEncoder::end_long(Buffer& out) {
  if (is_base64_) encode_kept(out, /*is_left=*/false);
}

Refusal LiteralEncoder::append(Buffer& out, bool& is_left) {
  is_left = false;
  if (!reader_) return Refusal::kNone;
  if (!is_base64_) return append_text(out, is_left);
  append_base64(out, is_left);
  return Refusal::kNone;
}

/// Appends a short value at once if it is just what stands there, as most are. False where it is not.
bool LiteralEncoder::append_plain(const Literal& literal, Buffer& out) const {
  std::string_view text = literal.body;
  if (text.size() > kSliceBytes) return false;
  if (literal.kind == LiteralKind::kText) {
    const char* const last = text.data() + text.size() - 1;
    if (next_special(text.data() + 1, last + 1, text.front(), lexing_) != last) return false;
    text = text.substr(1, text.size() - 2);
  } else if (literal.kind != LiteralKind::kNumber || !is_digit(text.front())) {
    return false;
  }
  append_escaped(text, out);
  return true;
}

/// Text of another character set would be taken for text of the script's, unless it is ASCII.
Refusal LiteralEncoder::refusal_of_charset(LiteralKind kind, std::string_view name) const {
  if (kind == LiteralKind::kNumber || (name.empty() && !is_digits(kind))) return Refusal::kNone;
  std::string charset(name.empty() ? "binary" : name);
  std::transform(charset.begin(), charset.end(), charset.begin(), lower);
  if (charset == charset_ || (is_utf8(charset) && is_utf8(charset_))) return Refusal::kNone;
  return charset == "binary" ? Refusal::kBinaryText : Refusal::kOtherCharset;
}

Refusal LiteralEncoder::refusal_of_text(const Literal& literal) const {
  // Nearly every value ends here, and a call of the next function shows in the time of a load.
  if (literal.charset.empty() && !is_digits(literal.kind)) return Refusal::kNone;
  const Refusal refusal = refusal_of_charset(literal.kind, literal.charset);
  if (refusal == Refusal::kNone || is_all_ascii(LiteralReader(literal, lexing_))) return Refusal::kNone;
  return refusal;
}

void LiteralEncoder::append_number(std::uint64_t number, Buffer& out) {
  std::array<char, 20> digits{};
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  append_bytes(Input::between(digits.data(), end), out);
}

/// The bytes of a decimal number, as few as it has.
Refusal LiteralEncoder::begin_bits(const Literal& literal, Buffer& out) {
  LiteralReader reader(literal, lexing_);
  std::string digits;
  for (std::string_view run = reader.next(64); !run.empty(); run = reader.next(64)) digits += run;
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [parsed, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || parsed != end) return Refusal::kNoNumber;
  std::string bytes;
  for (; number != 0 || bytes.empty(); number >>= 8)
    bytes.insert(bytes.begin(), static_cast<char>(number & 0xFF));
  char* const room = out.reserve(base64_room(bytes.size()));
  out.commit(static_cast<std::size_t>(encode_base64(bytes, room) - room));
  return Refusal::kNone;
}

Refusal LiteralEncoder::append_text(Buffer& out, bool& is_left) {
  std::size_t bytes = 0;
  while (bytes < kSliceBytes) {
    const std::string_view run = reader_->next(kSliceBytes);
    if (run.empty()) return Refusal::kNone;
    if (is_ascii_ && !is_ascii(run)) return Refusal::kWideText;
    bytes += run.size();
    append_escaped(run, out);
  }
  is_left = true;
  return Refusal::kNone;
}

void LiteralEncoder::append_base64(Buffer& out, bool& is_left) {
  while (bytes_.size() < kSliceBytes) {
    const std::string_view run = reader_->next(kSliceBytes - bytes_.size());
    if (run.empty()) break;
    append_bytes(run, bytes_);
  }
  is_left = bytes_.size() >= kSliceBytes;
  encode_kept(out, is_left);
}

/// Appends whole groups of three bytes, and the rest where nothing is left.
void LiteralEncoder::encode_kept(Buffer& out, bool is_left) {
  const std::size_t rest = is_left ? bytes_.size() % 3 : 0;
  const std::string_view whole = bytes_.view().substr(0, bytes_.size() - rest);
  char* const room = out.reserve(base64_room(whole.size()));
  out.commit(static_cast<std::size_t>(encode_base64(whole, room) - room));
  if (rest > 0) std::memmove(bytes_.data(), whole.data() + whole.size(), rest);
  bytes_.shorten(rest);
}

}  // namespace sluice
