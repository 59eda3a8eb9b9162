#include "script/session_settings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "script/blanks.h"
#include "script/quoted.h"

namespace sluice {
namespace {

/// No SET of a dump is nearly as long.
constexpr std::size_t kMostBytes = 64 << 10;
/// A script saves a few; one that saves thousands must not fill the memory.
constexpr std::size_t kMostSaved = 64;

/// Splits a SET statement into words, quoted texts with their first quote, and single signs, all of them in
/// lower case. The signs of a version comment are white space.
class SetTokens {
 public:
  SetTokens(std::string_view statement, const Lexing& lexing)
      : input_{statement.data(), statement.data() + statement.size(), true}, lexing_(lexing) {
    const char* at = input_.begin;
    while ((at = skip(at)) != input_.end) at = take(at);
  }

  std::vector<std::string> take_all() { return std::move(tokens_); }

 private:
  const char* skip(const char* at) const {
    for (;;) {
      const BlanksEnd blanks = skip_blanks(at, input_);
      if (blanks.looked != Looked::kThere) return input_.end;
      at = blanks.at;
      const std::string_view rest = input_.from(at);
      if (rest.starts_with("/*!")) {
        at += 3;
      } else if (rest.starts_with("/*M!")) {
        at += 4;
      } else if (rest.starts_with("*/")) {
        at += 2;
        continue;
      } else {
        return at;
      }
      while (at != input_.end && is_digit(*at)) ++at;
    }
  }

  const char* take(const char* at) {
    const char* end = at + 1;
    std::string token(1, *at);
    if (*at == '\'' || *at == '"' || *at == '`') {
      end = end_of_quoted(at + 1, input_, *at, lexing_);
      if (end == nullptr) return input_.end;
      token.append(at + 1, end - 1);
    } else if (is_of_word(*at) || *at == '@') {
      while (end != input_.end && (is_of_word(*end) || *end == '@' || *end == '.')) ++end;
      token.assign(at, end);
    }
    std::transform(token.begin(), token.end(), token.begin(), lower);
    tokens_.push_back(std::move(token));
    return end;
  }

  const Input input_;
  const Lexing& lexing_;
  std::vector<std::string> tokens_;
};

/// Name of a variable of this session; empty for a user's and for one of the server.
std::string_view session_variable(std::string_view name) {
  if (!name.starts_with('@')) return name;
  for (const std::string_view scope : {"@@session.", "@@local."}) {
    if (name.starts_with(scope)) return name.substr(scope.size());
  }
  if (!name.starts_with("@@") || name.find('.') != std::string_view::npos) return {};
  return name.substr(2);
}

bool is_user_variable(std::string_view name) { return name.starts_with('@') && !name.starts_with("@@"); }

/// Text of a literal or a bare word; empty for everything else.
std::string_view literal(std::string_view value) {
  if (value.starts_with('\'') || value.starts_with('"') || value.starts_with('`')) return value.substr(1);
  return !value.empty() && is_of_word(value.front()) && value != "default" ? value : std::string_view();
}

/// True where a list with commas has a word.
bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_word(list[at - 1])) && (end == list.size() || !is_of_word(list[end]))) return true;
  }
  return false;
}

bool is_client_charset(std::string_view variable) { return variable == "character_set_client"; }

}  // namespace

void SessionSettings::follow(std::string_view statement) {
  if (statement.size() > kMostBytes) return;
  const Tokens tokens = SetTokens(statement.substr(0, 40), lexing_).take_all();
  if (tokens.empty() || tokens.front() != "set") return;
  const Tokens all = SetTokens(statement, lexing_).take_all();
  for (std::size_t at = 1; at < all.size();) {
    std::size_t depth = 0;
    std::size_t end = at;
    for (; end < all.size() && (depth > 0 || all[end] != ","); ++end) {
      if (all[end] == "(") ++depth;
      if (all[end] == ")" && depth > 0) --depth;
    }
    while (end > at && all[end - 1] == ";") --end;
    const auto token = [&](std::size_t index) { return at + index < end ? all[at + index] : std::string(); };
    const bool has_scope = token(0) == "session" || token(0) == "local";
    if (has_scope) ++at;
    if (token(0) == "names" || token(0) == "charset") {
      set_charset(std::string(literal(token(1))));
    } else if (token(0) == "character" && token(1) == "set") {
      set_charset(std::string(literal(token(2))));
    } else {
      const std::size_t value = token(1) == ":" ? 3 : 2;
      if (token(value - 1) == "=") assign(token(0), end - at == value + 1 ? token(value) : std::string());
    }
    at = end + 1;
  }
}

/// `value` is empty where it is more than one token.
void SessionSettings::assign(std::string_view name, const std::string& value) {
  if (is_user_variable(name)) {
    assign_variable(name.substr(1), value);
  } else if (session_variable(name) == "sql_mode") {
    set_mode(value);
  } else if (is_client_charset(session_variable(name))) {
    const auto saved = is_user_variable(value) ? saved_charsets_.find(std::string_view(value).substr(1))
                                               : saved_charsets_.end();
    if (saved != saved_charsets_.end()) {
      set_charset(saved->second);
    } else if (!is_client_charset(session_variable(value)) || !value.starts_with('@')) {
      set_charset(std::string(literal(value)));
    }
  }
}

void SessionSettings::assign_variable(std::string_view name, const std::string& value) {
  const std::string key(name);
  const bool is_new = !saved_modes_.contains(key) && !saved_charsets_.contains(key);
  saved_modes_.erase(key);
  saved_charsets_.erase(key);
  if (!value.starts_with("@@")) return;
  if (is_new && saved_modes_.size() + saved_charsets_.size() >= kMostSaved) return;
  if (session_variable(value) == "sql_mode") saved_modes_[key] = lexing_;
  if (is_client_charset(session_variable(value))) saved_charsets_[key] = charset_;
}

void SessionSettings::set_mode(const std::string& value) {
  if (value.starts_with("@@") && session_variable(value) == "sql_mode") return;
  Lexing mode;
  const auto saved =
      is_user_variable(value) ? saved_modes_.find(std::string_view(value).substr(1)) : saved_modes_.end();
  if (saved != saved_modes_.end()) {
    mode = saved->second;
  } else {
    constexpr std::array<std::string_view, 7> kAnsi{"ansi",  "ansi_quotes", "oracle",    "db2",
                                                    "maxdb", "mssql",       "postgresql"};
    const std::string_view modes = literal(value);
    mode.ansi_quotes =
        std::any_of(kAnsi.begin(), kAnsi.end(), [&](std::string_view ansi) { return has_word(modes, ansi); });
    mode.backslashes = !has_word(modes, "no_backslash_escapes");
  }
  lexing_.ansi_quotes = mode.ansi_quotes;
  lexing_.backslashes = mode.backslashes;
}

void SessionSettings::set_charset(std::string charset) {
  charset_ = std::move(charset);
  lexing_.multi_byte = multi_byte_of(charset_);
}

}  // namespace sluice
