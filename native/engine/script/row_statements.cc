#include "script/row_statements.h"

#include <cstring>
#include <utility>

namespace sluice {
namespace {

void append_to(Buffer& statement, std::string_view text) {
  std::memcpy(statement.reserve(text.size()), text.data(), text.size());
  statement.commit(text.size());
}

}  // namespace

RowStatements::RowStatements(PartRows& rows, std::string head, std::size_t wanted_bytes, ProgressBoard& board)
    : rows_(rows), head_(std::move(head)), wanted_bytes_(wanted_bytes), statement_(board) {}

void RowStatements::each(const OnStatement& on_statement) {
  for (PartRows::Next next = rows_.next(); next != PartRows::Next::kEnd; next = rows_.next()) {
    if (next == PartRows::Next::kStatement || statement_.size() >= wanted_bytes_) end_statement(on_statement);
    add_row();
  }
  end_statement(on_statement);
}

void RowStatements::add_row() {
  Input input = rows_.window().input();
  FoundRow row = rows_.lexer().row(input.begin, input);
  while (row.found == Found::kMore) {
    rows_.read_more();
    input = rows_.window().input();
    row = rows_.lexer().row(input.begin, input);
  }
  if (row.found != Found::kConstant && row.found != Found::kExpression) rows_.fail_as_changed();
  const std::string_view text = Input::between(input.begin, row.end);
  append_to(statement_, rows_in_statement_ == 0 ? std::string_view(head_) : ",");
  append_to(statement_, text);
  digest_.add(text);
  bytes_ += text.size();
  ++rows_in_statement_;
  rows_.window().consume(text.size());
}

void RowStatements::end_statement(const OnStatement& on_statement) {
  if (rows_in_statement_ > 0) on_statement(statement_.view(), rows_in_statement_);
  rows_given_ += rows_in_statement_;
  rows_in_statement_ = 0;
  statement_.clear();
}

}  // namespace sluice
