#include "json/json_scan.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "delimited/scanned_text.h"
#include "delimited/written_instant.h"
#include "json/json_lines.h"
#include "row/base64.h"
#include "row/utf8.h"

namespace sluice {
namespace {

constexpr std::size_t kMostBadLines = 20;
/// Bytes of a line that is set aside.
constexpr std::size_t kMostLineText = std::size_t{16} << 10;
/// Both manuals, "Limits on Table Column Count".
constexpr std::size_t kMostKeys = 4096;
/// No server takes a longer row (max_allowed_packet of both, at most).
constexpr std::size_t kLongestLine = std::size_t{1} << 30;

bool is_prefixed_hex(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return false;
  return text.size() % 2 == 0 &&
         text.substr(2).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// Texts are found by views of them.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using Places = std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>>;

class JsonScan {
 public:
  JsonScan(const JsonSpec& spec, std::uint64_t offset)
      : spec_(spec), lines_(offset, 1), ranges_(spec.bytes_per_range) {
    ranges_.begin(offset, 1);
    for (std::size_t at = 0; at < spec.checks.size(); ++at) checks_.emplace(spec.checks[at].key, at);
  }

  /// False where the scan ends early.
  bool add(std::string_view text) {
    lines_.add(
        text,
        [this](std::string_view line, std::uint64_t number, std::uint64_t next) { take(line, number, next); },
        [this](std::size_t held) {
          if (held > kLongestLine) fail_as_too_long(spec_.path, line_);
        });
    return !content_.has_too_many_keys;
  }

  JsonContent finish() {
    lines_.finish([this](std::string_view line, std::uint64_t number, std::uint64_t next) {
      take(line, number, next);
    });
    ranges_.end(lines_.offset());
    content_.ranges = ranges_.take();
    content_.bytes = lines_.offset();
    return std::move(content_);
  }

 private:
  /// A key of the line in hand with its value.
  struct Member {
    JsonValue key;
    JsonValue value;
    /// No row before has had the key.
    bool is_new = false;
    std::size_t column = 0;  ///< Where the key is not new; else the number of columns before the row.
    std::size_t check = 0;   ///< The number of checks for none.
  };

  void take(std::string_view line, std::uint64_t number, std::uint64_t next) {
    line_ = number + 1;
    if (is_blank_line(line)) return;
    const bool is_row = fits(line, number);
    if (is_row || !spec_.most_set_aside) {
      ++content_.rows;
      ranges_.add_row(is_row ? first_value() : std::string_view());
    }
    ranges_.cut(next, line_);
  }

  /// Takes note of a line that is no row; one that is has its say in the columns.
  bool fits(std::string_view line, std::uint64_t number) {
    try {
      read_members(line, number);
    } catch (const JsonError& error) {
      if (content_.bad_lines.size() < most_kept()) {
        content_.bad_lines.push_back({number, error.at + 1, error.fault, kept(line)});
      }
      ++content_.bad_line_count;
      return false;
    }
    if (std::optional<MisfitRow> misfit = misfit_in_row(number)) {
      if (content_.misfits.size() < most_kept()) {
        misfit->text = kept(line);
        content_.misfits.push_back(std::move(*misfit));
      }
      ++content_.misfit_count;
      return false;
    }
    for (const Member& member : members_) {
      const std::size_t at = member.is_new ? add_column(member.key) : member.column;
      content_.columns[at].add(member.value, text_of(member.value, text_));
    }
    return true;
  }

  /// Value of the first column, where the line in hand begins with it.
  std::string_view first_value() {
    if (members_.empty() || members_.front().value.kind == JsonKind::kNull) return {};
    const Member& first = members_.front();
    return first.column == 0 ? text_of(first.value, text_) : std::string_view();
  }

  void read_members(std::string_view line, std::uint64_t number) {
    if (!utf8_of(line).valid) throw JsonError{JsonFault::kNotUtf8, 0};
    JsonReader reader(line);
    JsonMember member;
    members_.clear();
    new_keys_.clear();
    expected_ = 0;
    while (reader.next(member)) {
      const std::string_view name = text_of(member.key, key_);
      const std::size_t at = place_of(name);
      const bool is_new = at == last_lines_.size();
      const bool is_again =
          is_new ? !new_keys_.emplace(name).second : std::exchange(last_lines_[at], number) == number;
      if (is_again) {
        throw JsonError{JsonFault::kTwice, static_cast<std::size_t>(member.key.text.data() - line.data())};
      }
      if (!is_new) expected_ = at + 1;
      members_.push_back({member.key, member.value, is_new, at, is_new ? check_of(name) : checks_of_[at]});
    }
  }

  std::size_t check_of(std::string_view name) const {
    const auto found = checks_.find(name);
    return found == checks_.end() ? spec_.checks.size() : found->second;
  }

  /// Most lines have the keys in the same order. The number of columns for a key that is new.
  std::size_t place_of(std::string_view name) const {
    const std::vector<JsonColumnFacts>& columns = content_.columns;
    if (expected_ < columns.size() && columns[expected_].key == name) return expected_;
    const auto known = places_.find(name);
    return known == places_.end() ? columns.size() : known->second;
  }

  /// The row's first value that does not fit; what a line does not have is NULL.
  std::optional<MisfitRow> misfit_in_row(std::uint64_t number) {
    checked_.assign(spec_.checks.size(), nullptr);
    for (const Member& member : members_) {
      if (member.check < checked_.size()) checked_[member.check] = &member.value;
    }
    for (std::size_t at = 0; at < spec_.checks.size(); ++at) {
      const CheckedKey& checked = spec_.checks[at];
      const JsonValue* const value = checked_[at];
      if (value == nullptr || value->kind == JsonKind::kNull) {
        if (checked.check.not_null) return MisfitRow{number, at, Misfit::kNull};
        continue;
      }
      std::string_view text = text_of(*value, text_);
      if (value->kind == JsonKind::kBoolean && checked.form == JsonForm::kNumber) {
        text = text == "true" ? "1" : "0";
      }
      std::string meant;
      if (checked.form == JsonForm::kInstant) meant = utc_of(text).value_or("");
      if (const std::optional<Misfit> misfit = misfit_of(checked.check, meant.empty() ? text : meant)) {
        return MisfitRow{number, at, *misfit, std::string(text.substr(0, kMostMisfitBytes))};
      }
    }
    return {};
  }

  std::size_t most_kept() const { return spec_.most_set_aside.value_or(kMostBadLines); }
  std::string kept(std::string_view line) const {
    return std::string(line.substr(0, spec_.most_set_aside ? kMostLineText : 0));
  }

  std::size_t add_column(const JsonValue& key) {
    const std::string_view name = text_of(key, key_);
    const std::size_t at = content_.columns.size();
    if (at == kMostKeys) content_.has_too_many_keys = true;
    content_.columns.emplace_back().key = name;
    places_.emplace(name, at);
    last_lines_.push_back(0);
    checks_of_.push_back(check_of(name));
    return at;
  }

  const JsonSpec& spec_;
  JsonContent content_;
  JsonLines lines_;
  RangeCutter ranges_;
  /// Columns by their keys, and checks by theirs.
  Places places_;
  Places checks_;
  std::vector<Member> members_;
  /// Keys of the line in hand that no row before has had: a file that nobody knows may have very many of
  /// them.
  std::unordered_set<std::string> new_keys_;
  /// Number of the last line that had the key of each column.
  std::vector<std::uint64_t> last_lines_;
  /// Check of each column; the number of checks for none.
  std::vector<std::size_t> checks_of_;
  /// Values of the line in hand by their checks; null for those that it does not have.
  std::vector<const JsonValue*> checked_;
  /// Column of the next key, if it is where it was in other lines.
  std::size_t expected_ = 0;
  std::uint64_t line_ = 1;
  std::string key_;
  std::string text_;
};

}  // namespace

void JsonColumnFacts::add(const JsonValue& value, std::string_view text) {
  switch (value.kind) {
    case JsonKind::kString: {
      ++strings;
      facts.add(text, /*quoted=*/true, /*null=*/false);
      json_texts = json_texts && is_json(text);
      base64 = base64 && is_base64(text);
      hex = hex && is_prefixed_hex(text);
      return;
    }
    case JsonKind::kNumber:
      ++numbers;
      facts.add(value.text, /*quoted=*/false, /*null=*/false);
      return;
    case JsonKind::kBoolean:
      ++booleans;
      facts.add(value.text, /*quoted=*/false, /*null=*/false);
      return;
    case JsonKind::kContainer:
      ++containers;
      return;
    case JsonKind::kNull:
      return;
  }
}

JsonContent scan_json(const JsonSpec& spec) {
  ScannedText text(spec.path, spec.packing);
  JsonScan scan(spec, text.skip_mark());
  for (std::string_view piece = text.next(); !piece.empty(); piece = text.next()) {
    if (!scan.add(piece)) break;
  }
  return scan.finish();
}

}  // namespace sluice
