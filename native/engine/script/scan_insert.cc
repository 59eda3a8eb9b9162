// The half of ScriptScanner that takes INSERT and REPLACE.
#include <string_view>
#include <utility>

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
  if (end.looked != Looked::kThere || !has_plain_names(head, settings_.charset())) return false;
  insert.place = static_cast<std::size_t>(end.rows - input.begin);
  if (head != head_) {
    end_run();
    head_ = std::move(head);
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
  note_row(at, row.end, row.found == Found::kConstant);
  insert.place = static_cast<std::size_t>(row.end - input.begin);
  insert.at = InsertPlace::At::kBehindRow;
  return Step::kGoOn;
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
  failure.code = "dump-unsupported";
  failure.chunk = file_;
  failure.message = {"longInsertEndsOtherwise", {{"file", file_}, {"line", statement_line_}}};
  throw EngineError(std::move(failure));
}

void ScriptScanner::note_row(const char* at, const char* end, bool is_constant) {
  const auto offset_of = [this](const char* byte) {
    return window_.offset() + static_cast<std::uint64_t>(byte - window_.input().begin);
  };
  if (run_ && run_->length >= limits_.bytes_per_run) {
    ended_runs_.push_back(*run_);
    run_.reset();
  }
  if (!run_) run_ = Run{offset_of(at), 0, 0, line_at(at), {}};
  ++run_->rows;
  run_->length = offset_of(end) - run_->offset;
  if (!is_constant && !run_->expression_line) run_->expression_line = line_at(at);
}

/// Ends the run, so that the next row begins another one, whatever its head is.
void ScriptScanner::end_run() {
  if (run_) add_rows(*run_);
  run_.reset();
}

void ScriptScanner::add_rows(const Run& run) {
  items_.emplace_back(ScriptRows{head_, run.offset, run.length, run.rows, run.line, run.expression_line,
                                 settings_.charset(), settings_.lexing()});
}

}  // namespace sluice
