#include "direct/ordered_output.h"

#include <utility>

#include "support/failure.h"

namespace sluice {

OrderedOutput::OrderedOutput(const ExportSpec& spec, std::uint64_t most_waiting_bytes, ProgressBoard& board,
                             JobControl& control)
    : output_(file_compression(spec), spec.descriptor, board, control.stop_signal()),
      writer_(spec, output_, board),
      turns_(most_waiting_bytes, control,
             {[this](std::uint64_t number) { begin(number); },
              [this](std::uint64_t number, const RowBlock& block) { write(number, block); },
              [this](std::uint64_t number) { end(number); }}) {}

void OrderedOutput::add(ExportTable table, const std::vector<int>& data_sets) {
  const std::lock_guard lock(mutex_);
  Entry& entry = tables_.emplace_back(Entry{std::move(table), tables_.size()});
  for (const int id : data_sets) {
    data_sets_[id] = {&entry, id == data_sets.front(), id == data_sets.back()};
  }
}

const ExportTable& OrderedOutput::table_of(int data_set) const {
  const std::lock_guard lock(mutex_);
  return data_sets_.at(data_set).entry->table;
}

void OrderedOutput::begin_part(int data_set, const PartPlace& place) {
  {
    const std::lock_guard lock(mutex_);
    parts_[place.number] = {&data_sets_.at(data_set), place};
  }
  turns_.begin(place.number);
}

void OrderedOutput::hand_over(std::uint64_t part, RowBlockPtr block) {
  turns_.hand_over(part, std::move(block));
}

void OrderedOutput::wait_for_turn(std::uint64_t part) { turns_.wait_for_turn(part); }

void OrderedOutput::end_part(std::uint64_t part, const Totals& read) {
  {
    const std::lock_guard lock(mutex_);
    Totals& all = parts_.at(part).data_set->read;
    all.rows += read.rows;
    all.bytes += read.bytes;
  }
  turns_.finish(part);
}

OrderedOutput::Totals OrderedOutput::totals(int data_set) const {
  const std::lock_guard lock(mutex_);
  return data_sets_.at(data_set).read;
}

void OrderedOutput::finish() {
  while (Entry* const text = text_before(tables_.size())) {
    writer_.begin(text->table);
    writer_.end(text->table);
  }
  output_.close();
}

OrderedOutput::Part OrderedOutput::part(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return parts_.at(number);
}

/// The next table before this one, which is text alone: one with rows has been there.
OrderedOutput::Entry* OrderedOutput::text_before(std::size_t index) {
  const std::lock_guard lock(mutex_);
  return next_table_ < index ? &tables_[next_table_++] : nullptr;
}

void OrderedOutput::begin(std::uint64_t number) {
  const auto [data_set, place] = part(number);
  if (!data_set->first || !place.first_of_table) return;
  Entry& entry = *data_set->entry;
  while (Entry* const text = text_before(entry.index)) {
    writer_.begin(text->table);
    writer_.end(text->table);
  }
  text_before(entry.index + 1);
  writer_.begin(entry.table);
}

void OrderedOutput::write(std::uint64_t number, const RowBlock& block) {
  DataSet& data_set = *part(number).data_set;
  writer_.write(data_set.entry->table, block);
  data_set.rows_written += block.ends().size();
}

void OrderedOutput::end(std::uint64_t number) {
  const auto [data_set, place] = part(number);
  {
    const std::lock_guard lock(mutex_);
    parts_.erase(number);
    if (place.last_of_table && data_set->rows_written != data_set->read.rows)
      throw defect("Not all rows of " + data_set->entry->table.table + " that were read were written");
  }
  if (data_set->last && place.last_of_table) writer_.end(data_set->entry->table);
}

}  // namespace sluice
