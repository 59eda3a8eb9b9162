#include "wire/session_variables.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <vector>

namespace sluice {
namespace {

constexpr std::string_view kTracking = "session_track_system_variables";

/// The literal's value: without its quotes, with doubled quotes and backslashes resolved. X'' is an empty
/// text in every sql_mode.
std::string unquote(std::string_view literal) {
  if (literal == "X''") return "";
  if (literal.size() < 2 || (literal.front() != '\'' && literal.front() != '"')) return std::string(literal);
  const char quote = literal.front();
  const std::string_view inner = literal.substr(1, literal.size() - 2);
  std::string value;
  for (std::size_t at = 0; at < inner.size(); ++at) {
    const bool escaped = inner[at] == '\\' || inner[at] == quote;
    if (escaped && at + 1 < inner.size()) ++at;
    value += inner[at];
  }
  return value;
}

std::string normalise(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (text == "on" || text == "true") return "1";
  if (text == "off" || text == "false") return "0";
  return text;
}

std::vector<std::string> sorted_parts(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    parts.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

bool same_number(std::string_view a, std::string_view b) {
  double left = 0;
  double right = 0;
  const auto whole = [](std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  };
  return whole(a, left) && whole(b, right) && !(left < right) && !(right < left) && !std::isnan(left);
}

}  // namespace

SessionVariables session_tracking(const SessionVariables& variables) {
  SessionVariables tracking;
  std::copy_if(variables.begin(), variables.end(), std::back_inserter(tracking),
               [](const SessionVariable& each) { return each.name == kTracking; });
  return tracking;
}

SessionVariables set_unseen(const SessionVariables& variables) {
  SessionVariables unseen;
  std::copy_if(variables.begin(), variables.end(), std::back_inserter(unseen),
               [](const SessionVariable& each) {
                 const bool limits = each.name == "max_execution_time" || each.name == "max_statement_time";
                 return (each.differs || limits) && each.name != kTracking;
               });
  return unseen;
}

SessionVariables with_value(SessionVariables variables, const std::string& name, const std::string& value) {
  std::erase_if(variables, [&](const SessionVariable& each) { return each.name == name; });
  variables.push_back({name, value, true});
  return variables;
}

std::string set_statement(const SessionVariables& variables) {
  std::string statement = "SET ";
  for (const SessionVariable& variable : variables) {
    if (&variable != &variables.front()) statement += ", ";
    statement += "SESSION " + variable.name + " = " + variable.value;
  }
  return statement;
}

std::string read_back_query(const SessionVariables& variables) {
  std::string query = "SELECT ";
  for (const SessionVariable& variable : variables) {
    if (&variable != &variables.front()) query += ", ";
    query += "@@SESSION." + variable.name;
  }
  return query;
}

bool holds(std::string_view literal, const std::optional<std::string>& read_back) {
  const std::string wanted = normalise(unquote(literal));
  if (!read_back) return wanted == "null";
  const std::string actual = normalise(*read_back);
  if (wanted == actual || same_number(wanted, actual)) return true;

  const std::vector<std::string> wanted_parts = sorted_parts(wanted);
  const std::vector<std::string> actual_parts = sorted_parts(actual);
  const bool switches = wanted.find('=') != std::string::npos;
  if (!switches) return wanted_parts == actual_parts;
  return std::includes(actual_parts.begin(), actual_parts.end(), wanted_parts.begin(), wanted_parts.end());
}

}  // namespace sluice
