#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "export/export_output.h"
#include "export/export_spec.h"
#include "export/export_writer.h"
#include "export/row_block.h"
#include "export/turns.h"
#include "source/source_queue.h"
#include "support/job_control.h"

namespace sluice {

/// Output of an export whose rows come from a server, in parts that lanes read at once: puts them in order,
/// with the text of the tables around them. Lanes may call from their threads; whatever writes throws
/// EngineError.
class OrderedOutput {
 public:
  /// Rows, and bytes of their text.
  struct Totals {
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
  };

  /// `board` and `control` must outlive this.
  OrderedOutput(const ExportSpec& spec, std::uint64_t most_waiting_bytes, ProgressBoard& board,
                JobControl& control);

  /// Adds a table with the ids of its data sets, which are read in this order; without any it is text alone.
  void add(ExportTable table, const std::vector<int>& data_sets);
  /// The table that a data set is of.
  const ExportTable& table_of(int data_set) const;

  void begin_part(int data_set, const PartPlace& place);
  /// Takes rows of a part. Blocks while too many wait for those before them; "cancelled" when the job stops.
  void hand_over(std::uint64_t part, RowBlockPtr block);
  /// Blocks until all parts before are written; "cancelled" when the job stops.
  void wait_for_turn(std::uint64_t part);
  /// The part has no more rows; `read` is what was handed over.
  void end_part(std::uint64_t part, const Totals& read);
  /// All that was read of a data set.
  Totals totals(int data_set) const;

  /// Wakes whoever waits, to see that the job stops.
  void wake() { turns_.wake(); }
  /// Writes the text behind the last rows and closes the output, when no lane is left.
  void finish();

 private:
  struct Entry {
    ExportTable table;
    std::size_t index = 0;
  };
  struct DataSet {
    Entry* entry = nullptr;
    bool first = false;
    bool last = false;
    Totals read = {};
    std::uint64_t rows_written = 0;
  };
  struct Part {
    DataSet* data_set = nullptr;
    PartPlace place;
  };

  Part part(std::uint64_t number) const;
  void begin(std::uint64_t number);
  void write(std::uint64_t number, const RowBlock& block);
  void end(std::uint64_t number);
  Entry* text_before(std::size_t index);

  ExportOutput output_;
  ExportWriter writer_;
  Turns turns_;
  mutable std::mutex mutex_;
  // Guarded by mutex_; a deque and maps, so that their elements never move.
  std::deque<Entry> tables_;
  std::map<int, DataSet> data_sets_;
  std::map<std::uint64_t, Part> parts_;
  /// Tables before this one are written, or in hand.
  std::size_t next_table_ = 0;
};

}  // namespace sluice
