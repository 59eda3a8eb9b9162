// The half of ScriptScanner that takes INSERT and REPLACE.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "row/utf8.h"
#include "script/blanks.h"
#include "script/names.h"
#include "script/script_scanner.h"
#include "support/failure.h"

namespace sluice {

/// False where the statement is another one, of which nothing was taken.
bool ScriptScanner::take_insert() {
  InsertPlace insert;
  if (!knows_rows_ || !take_head(insert)) return false;
  if (insert.place == 0) return true;
  run_before_ = run_;
  for (;;) {
    const Step step = step_insert(insert);
    if (step == Step::kGoOn) continue;
    if (step != Step::kMore) return end_insert(insert, step);
    if (insert.place > limits_.kept_bytes) {
      note_lines();
      consume(window_.input().begin + insert.place);
      insert.place = 0;
      insert.is_long = true;
    }
    read_more();
  }
}

/// False where it is no head of rows. The place stays 0 where more was read and all is to begin anew.
bool ScriptScanner::take_head(InsertPlace& insert) {
  const Input input = window_.input();
  const std::string_view text = input.text();
  if (!head_text_.empty() && text.starts_with(head_text_)) {
    insert.place = head_text_.size() - 1;
    return true;
  }
  if (std::string_view("iIrR").find(text.front()) == std::string_view::npos) return false;
  InsertHead head;
  const InsertHeadEnd end = read_insert_head(input.begin, input, settings_.lexing(), head);
  if (end.looked == Looked::kMore) return read_more(), true;
  if (end.looked != Looked::kThere) return false;
  insert.place = static_cast<std::size_t>(end.rows - input.begin);
  if (head != head_) {
    end_run();
    head_ = std::move(head);
    order_.reset();
  }
  head_text_ = text.substr(0, insert.place + 1);
  return true;
}

ScriptScanner::Step ScriptScanner::step_insert(InsertPlace& insert) {
  if (insert.at == InsertPlace::At::kRow) return step_row(insert);
  if (insert.at == InsertPlace::At::kBehindRow) return step_behind_row(insert);
  const Input input = window_.input();
  const BlanksEnd blanks = skip_blanks(input.begin + insert.place, input);
  if (blanks.looked == Looked::kMore) return Step::kMore;
  insert.within = blanks.looked == Looked::kCutOff ? Within::kComment : Within::kStatement;
  if (blanks.looked == Looked::kCutOff || blanks.at == input.end) return Step::kCutOff;
  if (*blanks.at != '(') return Step::kOther;
  insert.place = static_cast<std::size_t>(blanks.at - input.begin);
  insert.at = InsertPlace::At::kRow;
  return Step::kGoOn;
}

ScriptScanner::Step ScriptScanner::step_row(InsertPlace& insert) {
  if (window_.offset() + insert.place >= next_known_offset_ && take_known(insert)) return Step::kGoOn;
  const Input input = window_.input();
  const char* const at = input.begin + insert.place;
  const FoundRow row = lexer_.row(at, input);
  switch (row.found) {
    case Found::kMore:
      return Step::kMore;
    case Found::kBroken:
      return Step::kOther;
    case Found::kCutOff:
      insert.within = row.within;
      return Step::kCutOff;
    case Found::kConstant:
    case Found::kExpression:
      break;
  }
  note_row(at, row);
  insert.place = static_cast<std::size_t>(row.end - input.begin);
  insert.at = InsertPlace::At::kBehindRow;
  return Step::kGoOn;
}

/// Finds the first known rows that do not begin before a place.
void ScriptScanner::find_known(std::uint64_t offset) {
  while (next_known_ < known_.size() && known_[next_known_].offset < offset) ++next_known_;
  next_known_offset_ = next_known_ < known_.size() ? known_[next_known_].offset : kNowhere;
}

/// True where known rows begin: the place is behind them then.
bool ScriptScanner::take_known(InsertPlace& insert) {
  const std::uint64_t offset = window_.offset() + insert.place;
  find_known(offset);
  if (next_known_offset_ != offset) return false;
  const ScriptRows& known = known_[next_known_];
  const Input input = window_.input();
  note_lines();
  if (line_at(input.begin + insert.place) != known.line) return false;
  if (run_) ended_runs_.push_back(*run_);
  run_ = Run{known.offset,
             known.length,
             known.rows,
             known.line,
             known.is_computed,
             known.nulls,
             known.zeros,
             known.numbers,
             known.not_years,
             known.backward,
             0,
             known.plain,
             known.not_utf8,
             known.charsets,
             known.not_own_texts,
             known.lines,
             true};
  // Nobody knows the last of its rows.
  order_.reset();
  insert.at = InsertPlace::At::kBehindRow;
  const std::uint64_t end = known.offset + known.length;
  if (end - window_.offset() <= input.text().size()) {
    insert.place = static_cast<std::size_t>(end - window_.offset());
    return true;
  }
  window_.skip_to(end, ')');
  line_ += known.lines;
  counted_ = end;
  insert.place = 0;
  insert.is_long = true;
  insert.known_end = end;
  return true;
}

ScriptScanner::Step ScriptScanner::step_behind_row(InsertPlace& insert) {
  const Input input = window_.input();
  const BlanksEnd blanks = skip_blanks(input.begin + insert.place, input);
  if (blanks.looked == Looked::kMore) return Step::kMore;
  insert.within = blanks.looked == Looked::kCutOff ? Within::kComment : Within::kStatement;
  if (blanks.looked == Looked::kCutOff || blanks.at == input.end) return Step::kCutOff;
  insert.place = static_cast<std::size_t>(blanks.at - input.begin);
  if (*blanks.at == ',') {
    ++insert.place;
    insert.at = InsertPlace::At::kBehindComma;
    return Step::kGoOn;
  }
  const std::string_view rest = input.from(blanks.at);
  if (!rest.starts_with(delimiter_)) {
    return !input.is_all && delimiter_.starts_with(rest) ? Step::kMore : Step::kOther;
  }
  insert.place += delimiter_.size();
  return Step::kWhole;
}

bool ScriptScanner::end_insert(const InsertPlace& insert, Step how) {
  // The last row is whole, and nothing stands behind it: only the delimiter is missing.
  const bool is_delivered =
      how == Step::kCutOff && insert.at == InsertPlace::At::kBehindRow && insert.within == Within::kStatement;
  if (how == Step::kWhole || is_delivered) {
    note_lines();
    for (const Run& run : ended_runs_) add_rows(run);
    ended_runs_.clear();
    // Between its rows a range holds no other delimiter than a semicolon.
    if (delimiter_ != ";") end_run();
    if (is_delivered) {
      end_script(cut_at(statement_line_, insert.within, true));
    } else {
      last_line_ = statement_line_;
      consume(window_.input().begin + insert.place);
    }
    return true;
  }
  run_ = run_before_;
  ended_runs_.clear();
  end_run();
  if (how == Step::kCutOff) {
    end_script(cut_at(statement_line_, insert.within, false));
    return true;
  }
  if (!insert.is_long) return false;
  Failure failure;
  failure.code = insert.known_end ? "dump-damaged" : "dump-unsupported";
  failure.chunk = file_;
  failure.message = insert.known_end
                        ? Message("scriptChanged", {{"file", file_}, {"offset", *insert.known_end}})
                        : Message("longInsertEndsOtherwise", {{"file", file_}, {"line", statement_line_}});
  throw EngineError(std::move(failure));
}

void ScriptScanner::note_row(const char* at, const FoundRow& row) {
  const auto offset_of = [this](const char* byte) {
    return window_.offset() + static_cast<std::uint64_t>(byte - window_.input().begin);
  };
  const bool is_computed = row.found == Found::kExpression;
  const std::vector<std::string> charsets =
      row.introduced == 0 ? std::vector<std::string>() : charsets_of(at);
  if (run_ && (!belongs_to_run(is_computed) || !has_charsets_of_run(row, charsets))) {
    note_lines();
    ended_runs_.push_back(*run_);
    run_.reset();
  }
  if (!run_) run_ = Run{offset_of(at), 0, 0, line_at(at), is_computed};
  ++run_->rows;
  run_->introduced |= row.introduced;
  run_->plain |= row.plain;
  if (run_->charsets.size() < charsets.size()) run_->charsets.resize(charsets.size());
  for (std::size_t column = 0; column < charsets.size(); ++column) {
    if (!charsets[column].empty()) run_->charsets[column] = charsets[column];
  }
  run_->length = offset_of(row.end) - run_->offset;
  run_->nulls |= row.nulls;
  run_->zeros |= row.zeros;
  run_->numbers |= row.numbers;
  run_->not_years |= row.not_years;
  run_->not_own_texts |= row.not_own_texts;
  if (settings_.charset().empty()) run_->not_utf8 |= columns_not_utf8(at, row);
  if (order_.falls(Input::between(at, row.end))) ++run_->backward;
}

/// Counts the line feeds of the run as long as its end is in hand.
void ScriptScanner::note_lines() {
  if (!run_ || run_->is_known) return;
  const std::uint64_t end = run_->offset + run_->length;
  if (end < counted_) return;
  run_->lines = line_at(window_.input().begin + (end - window_.offset())) - run_->line;
}

bool ScriptScanner::belongs_to_run(bool is_computed) const {
  if (run_->is_known) return false;
  if (run_->is_computed) return run_->length < limits_.bytes_per_computed_run;
  if (is_computed || run_->length >= limits_.bytes_per_run) return false;
  return run_->length < limits_.bytes_per_near_run || !begins_near(run_->offset + run_->length);
}

/// True where little has to be unpacked before what stands there.
bool ScriptScanner::begins_near(std::uint64_t offset) const {
  constexpr std::uint64_t kNearRuns = 4;
  const std::optional<std::uint64_t> frame = source_.frame_before(offset);
  return frame && offset - *frame < kNearRuns * limits_.bytes_per_near_run;
}

/// The character sets that a row's introducers name, by column, without those that `has_other_charset` is
/// false for. All of the row is in hand.
std::vector<std::string> ScriptScanner::charsets_of(const char* at) const {
  std::vector<std::string> charsets;
  const Input input = window_.input();
  for (std::size_t column = 0;; ++column) {
    const FoundValue value = lexer_.value(at + 1, input);
    if (value.found == Found::kConstant && has_other_charset(value.literal)) {
      charsets.resize(column);
      std::string& charset = charsets.emplace_back(value.literal.charset);
      std::transform(charset.begin(), charset.end(), charset.begin(), lower);
    }
    at = value.end;
    if (*at != ',') return charsets;
  }
}

ColumnSet ScriptScanner::columns_not_utf8(const char* at, const FoundRow& row) const {
  if (utf8_of(Input::between(at, row.end)).valid) return 0;
  ColumnSet columns = 0;
  const Input input = window_.input();
  for (ColumnSet column = 1;; column <<= 1) {
    const FoundValue value = lexer_.value(at + 1, input);
    const bool is_text = value.found == Found::kConstant && value.literal.kind == LiteralKind::kText &&
                         value.literal.charset.empty();
    if (is_text && !utf8_of(value.literal.body).valid) columns |= column;
    at = value.end;
    if (*at != ',') return columns;
  }
}

/// True where no column has texts of one character set in the run and other values in the row.
bool ScriptScanner::has_charsets_of_run(const FoundRow& row, const std::vector<std::string>& charsets) const {
  if ((run_->introduced & row.plain) != 0 || (run_->plain & row.introduced) != 0) return false;
  for (std::size_t column = 0; column < std::min(charsets.size(), run_->charsets.size()); ++column) {
    const std::string& own = run_->charsets[column];
    if (!own.empty() && !charsets[column].empty() && own != charsets[column]) return false;
  }
  return true;
}

/// Ends the run, so that the next row begins another one, whatever its head is.
void ScriptScanner::end_run() {
  if (run_) add_rows(*run_);
  run_.reset();
}

void ScriptScanner::add_rows(const Run& run) {
  items_.emplace_back(ScriptRows{head_, run.offset, run.length, run.rows, run.line, run.is_computed,
                                 run.nulls, run.zeros, run.numbers, run.not_years, run.backward, run.plain,
                                 settings_.charset(), settings_.lexing(), run.not_utf8, run.charsets,
                                 run.not_own_texts, run.lines, !has_plain_names(head_, settings_.charset())});
}

}  // namespace sluice
