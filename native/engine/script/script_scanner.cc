#include "script/script_scanner.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "script/blanks.h"
#include "script/statement_lexer.h"
#include "support/failure.h"

namespace sluice {
namespace {

constexpr std::array<std::string_view, 13> kToolComments{
    "-- MySQL dump",   "-- MariaDB dump",  "-- Server version",     "-- Host:",   "-- Dump completed",
    "-- Dump created", "-- Dump end time", "-- phpMyAdmin",         "-- Adminer", "-- HeidiSQL",
    "-- Sluice ",      "-- version ",      "-- PostgreSQL database"};
/// Beginnings of messages that go without the tool's name: mysqldump's on GTIDs, of two lines, MariaDB's, and
/// the progress of mysqlpump.
constexpr std::array<std::string_view, 5> kToolWarnings{
    "Warning: ", "WARNING: ", "In order to ensure a consistent backup of the database, pass ",
    "Dump progress: ", "Dump completed in "};
constexpr std::array<std::string_view, 3> kTools{"mysqldump", "mariadb-dump", "mysqlpump"};
/// A name of a program with its path is no longer.
constexpr std::size_t kMostToolBytes = 300;
constexpr std::size_t kMostCommentBytes = 500;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
/// First line of a dump of MariaDB: a command of its client, which goes without a delimiter.
constexpr std::array<std::string_view, 2> kSandboxes{"/*!999999\\-", "/*M!999999\\-"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// kThere where the text begins with one of the marks, kMore where it may once more of it is in hand.
template <std::size_t count>
Looked begins_with(const Input& input, const std::array<std::string_view, count>& marks) {
  const std::string_view text = input.text();
  const auto begins = [&](std::string_view mark) { return text.starts_with(mark); };
  if (std::any_of(marks.begin(), marks.end(), begins)) return Looked::kThere;
  const auto may_begin = [&](std::string_view mark) { return !input.is_all && mark.starts_with(text); };
  return std::any_of(marks.begin(), marks.end(), may_begin) ? Looked::kMore : Looked::kNot;
}

/// True where a text is the name of a tool, with its path or without.
bool is_tool(std::string_view program) {
  program.remove_prefix(program.find_last_of("/\\") + 1);
  if (program.ends_with(".exe")) program.remove_suffix(std::string_view(".exe").size());
  return std::find(kTools.begin(), kTools.end(), program) != kTools.end();
}

/// kThere for a line that a tool has printed: `/usr/bin/mysqldump: Deprecated program name`. No statement
/// begins with a path.
Looked begins_with_message(const Input& input) {
  const Looked warning = begins_with(input, kToolWarnings);
  if (warning != Looked::kNot) return warning;
  const std::string_view text = input.text().substr(0, kMostToolBytes);
  const bool may_be_path = text.starts_with('/') && !text.starts_with("/*");
  const bool may_be_drive = text.size() > 1 && text[1] == ':';
  const bool may_be_name = text.starts_with('m');
  if (!may_be_path && !may_be_drive && !may_be_name) {
    return text.size() < 2 && !input.is_all ? Looked::kMore : Looked::kNot;
  }
  const std::size_t end = text.find('\n');
  const std::size_t colon = text.substr(0, end).find(": ");
  if (colon != std::string_view::npos) return is_tool(text.substr(0, colon)) ? Looked::kThere : Looked::kNot;
  const bool may_come = end == std::string_view::npos && !input.is_all && text.size() < kMostToolBytes;
  return may_come ? Looked::kMore : Looked::kNot;
}

/// True where a delimiter that begins like this can stand only behind a row, or makes it no row.
bool is_outside_rows(char first) {
  return !is_of_word(first) && !is_blank(first) &&
         std::string_view("'\"`(),+-.#").find(first) == std::string_view::npos;
}

/// Argument of a DELIMITER line; empty where the line is another one.
std::string_view delimiter_of(std::string_view line) {
  constexpr std::string_view kWord = "delimiter";
  if (!begins_with_word(line, kWord) || line.size() == kWord.size()) return {};
  const std::size_t begin = line.find_first_not_of(" \t", kWord.size());
  if (begin == kWord.size() || begin == std::string_view::npos) return {};
  const auto end = std::find_if(line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(), is_blank);
  return line.substr(begin, static_cast<std::size_t>(end - line.begin()) - begin);
}

/// kThere for a line that may be a command of the client, which is looked for its end only then.
Looked begins_with_command(const Input& input) {
  constexpr std::size_t kLongest = std::string_view("delimiter ").size();
  const std::string_view text = input.text();
  if (text.size() < kLongest && !input.is_all) return Looked::kMore;
  const bool is_there = text.starts_with("\\.") || begins_with_word(text, "delimiter") ||
                        begins_with_word(text, "source") || begins_with_word(text, "use");
  return is_there ? Looked::kThere : Looked::kNot;
}

/// A line that the client runs itself, and which needs no delimiter.
bool is_client_command(std::string_view line, std::string_view delimiter) {
  if (line.starts_with("\\.")) return true;
  if (line.find(delimiter) != std::string_view::npos) return false;
  for (const std::string_view command : {"source", "use"}) {
    if (begins_with_word(line, command) && trimmed(line).size() > command.size()) return true;
  }
  return false;
}

}  // namespace

ScriptScanner::ScriptScanner(Decoder& source, std::string file, const ScanLimits& limits,
                             ProgressBoard& board, std::vector<ScriptRows> known)
    : file_(std::move(file)),
      limits_(limits),
      source_(source),
      window_(source, board, limits.window_bytes, limits.most_bytes),
      lexer_(Lexing()),
      known_(std::move(known)) {
  set_delimiter(limits_.delimiter);
  find_known(0);
}

std::optional<std::vector<ScriptItem>> ScriptScanner::next() {
  if (has_ended_) return std::nullopt;
  items_.clear();
  text_bytes_ = 0;
  const std::uint64_t begin = window_.offset();
  while (!has_ended_ && items_.size() < limits_.items && text_bytes_ < limits_.text_bytes &&
         window_.offset() - begin < limits_.scanned_bytes) {
    step();
  }
  return std::move(items_);
}

/// Goes on from between two statements.
void ScriptScanner::step() {
  const Input input = window_.input();
  const char* const begin = std::find_if_not(input.begin, input.end, is_blank);
  if (begin != input.begin) return consume(begin);
  if (begin == input.end) return input.is_all ? end_script({}) : read_more();
  if (window_.offset() == 0) {
    const Looked mark = begins_with(input, std::array{kByteOrderMark});
    if (mark == Looked::kMore) return read_more();
    if (mark == Looked::kThere) {
      consume(begin + kByteOrderMark.size());
      text_start_ = window_.offset();
      return;
    }
  }
  if (take_noise_or_comment()) return;
  statement_line_ = line_at(begin);
  if (take_client_line()) return;
  if (!take_insert()) take_statement();
}

bool ScriptScanner::take_noise_or_comment() {
  const Input input = window_.input();
  const bool is_line_start = window_.previous() == '\n' || window_.offset() == text_start_;
  const Looked noise = is_line_start ? begins_with_message(input) : Looked::kNot;
  const Looked comment = begins_with(input, kToolComments);
  // The client takes two dashes at the beginning of a line for a comment whatever follows them.
  const Looked dashes = is_line_start ? begins_with(input, std::array{std::string_view("--")}) : Looked::kNot;
  const auto any = [&](Looked looked) { return noise == looked || comment == looked || dashes == looked; };
  if (any(Looked::kMore)) return read_more(), true;
  if (any(Looked::kThere)) {
    const std::optional<std::string_view> line = line_from(input.begin);
    if (!line) return true;
    const std::uint64_t number = line_at(input.begin);
    std::string text(trimmed(*line).substr(0, kMostCommentBytes));
    // A comment to the client alone is none to the server, nor to whoever reads the rows.
    const bool is_plain = comment_at(line->data(), window_.input()).looked != Looked::kNot;
    if (noise == Looked::kThere || comment == Looked::kThere || !is_plain) end_run();
    text_bytes_ += text.size();
    if (noise == Looked::kThere) {
      items_.emplace_back(ScriptNoise{std::move(text), window_.offset(), number});
    } else if (comment == Looked::kThere) {
      items_.emplace_back(ScriptComment{std::move(text), window_.offset(), number});
    }
    consume(line->data() + line->size());
    return true;
  }
  const CommentEnd plain = comment_at(input.begin, input);
  if (plain.looked == Looked::kNot) return false;
  if (plain.looked == Looked::kMore) {
    read_more();
  } else if (plain.looked == Looked::kCutOff) {
    end_script(cut_at(line_at(input.begin), Within::kComment, false));
  } else {
    consume(plain.at);
  }
  return true;
}

/// Takes what the client does by itself.
bool ScriptScanner::take_client_line() {
  const Input input = window_.input();
  const Looked sandbox = begins_with(input, kSandboxes);
  if (sandbox == Looked::kMore) return read_more(), true;
  if (sandbox == Looked::kThere) {
    const std::size_t end = input.text().find("*/");
    if (end == std::string_view::npos) return input.is_all ? false : (read_more(), true);
    add_statement(input.text().substr(0, end + 2));
    consume(input.begin + end + 2);
    return true;
  }
  const Looked command = begins_with_command(input);
  if (command == Looked::kNot) return false;
  if (command == Looked::kMore) return read_more(), true;
  const std::optional<std::string_view> line = line_from(input.begin);
  if (!line) return true;
  if (const std::string_view delimiter = delimiter_of(*line); !delimiter.empty()) {
    end_run();
    set_delimiter(delimiter);
  } else if (window_.previous() == '\n' && is_client_command(*line, delimiter_)) {
    add_statement(trimmed(*line));
  } else {
    return false;
  }
  consume(line->data() + line->size());
  return true;
}

void ScriptScanner::take_statement() {
  const StatementLexer lexer(settings_.lexing(), delimiter_);
  StatementEnd end;
  Input input;
  do {
    input = window_.input();
    end = lexer.end(input, end.done);
    if (end.looked == Looked::kMore) read_more();
  } while (end.looked == Looked::kMore);
  const std::string_view text = trimmed(Input::between(input.begin, end.at));
  if (end.looked == Looked::kCutOff) {
    const bool is_delivered = end.within == Within::kStatement;
    const ScriptCut cut = cut_at(statement_line_, end.within, is_delivered);
    if (is_delivered) add_statement(text);
    return end_script(cut);
  }
  if (!text.empty()) {
    last_line_ = statement_line_;
    add_statement(text);
    settings_.follow(text);
    renew_lexer();
  }
  consume(end.at + delimiter_.size());
}

void ScriptScanner::add_statement(std::string_view text) {
  end_run();
  text_bytes_ += text.size();
  items_.emplace_back(ScriptStatement{std::string(text), window_.offset(), statement_line_});
}

void ScriptScanner::end_script(std::optional<ScriptCut> cut) {
  end_run();
  consume(window_.input().end);
  const std::uint64_t lines = line_ - (window_.previous() == '\n' ? 1 : 0);
  items_.emplace_back(ScriptEnd{window_.offset(), lines, cut});
  has_ended_ = true;
}

ScriptCut ScriptScanner::cut_at(std::uint64_t line, Within within, bool is_delivered) const {
  return {line, last_line_, within, is_delivered};
}

void ScriptScanner::set_delimiter(std::string_view delimiter) {
  delimiter_ = delimiter;
  knows_rows_ = is_outside_rows(delimiter_.front());
  renew_lexer();
}

void ScriptScanner::renew_lexer() {
  lexer_ = RowLexer(settings_.lexing(), delimiter_);
  head_text_.clear();
}

std::uint64_t ScriptScanner::line_at(const char* at) {
  const Input input = window_.input();
  const char* const from = input.begin + (counted_ - window_.offset());
  if (from >= at) return line_;
  line_ += static_cast<std::uint64_t>(std::count(from, at, '\n'));
  counted_ += static_cast<std::uint64_t>(at - from);
  return line_;
}

void ScriptScanner::consume(const char* to) {
  const auto bytes = static_cast<std::size_t>(to - window_.input().begin);
  if (counted_ < window_.offset() + bytes) line_at(to);
  window_.consume(bytes);
}

void ScriptScanner::read_more() {
  if (window_.read_more()) return;
  Failure failure;
  failure.code = "dump-unsupported";
  failure.chunk = file_;
  failure.message = {"statementTooLarge",
                     {{"file", file_}, {"line", statement_line_}, {"most", limits_.most_bytes}}};
  throw EngineError(std::move(failure));
}

std::optional<std::string_view> ScriptScanner::line_from(const char* at) {
  const Input input = window_.input();
  const char* const end = std::find(at, input.end, '\n');
  if (end == input.end && !input.is_all) {
    read_more();
    return std::nullopt;
  }
  return Input::between(at, end);
}

}  // namespace sluice
