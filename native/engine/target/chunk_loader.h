#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "read/chunk_check.h"
#include "read/chunk_feed.h"
#include "sort/sorted_rows.h"
#include "support/progress.h"
#include "target/insert_builder.h"
#include "target/load_journal.h"
#include "target/load_spec.h"
#include "target/load_verdict.h"
#include "target/warning_rules.h"
#include "wire/session.h"

namespace sluice {

/// Loads chunk files through one session, by LOAD DATA LOCAL or from the same bytes by INSERT, each with its
/// journal entry in a transaction of its own. Used by the session's thread.
class ChunkLoader {
 public:
  /// Sets up the session; `session` and `board` must outlive this. Throws EngineError.
  /// `most_bytes` is what it may hold.
  ChunkLoader(Session& session, const LoadSpec& spec, ProgressBoard& board, std::uint64_t most_bytes);

  /// Loads one chunk and commits it once everything proves that the server stored what the dump holds: its
  /// digest, its rows, the server's own counts, every warning. Otherwise throws EngineError, and nothing of
  /// it is stored; only where the connection broke at the commit itself does nobody but the journal know.
  ChunkReading load(const LoadTable& table, const ChunkFile& chunk, const ChunkFeed::OnStep& on_step);
  /// The same with rows that `read` gives; `reading` says what it gave, once it was read to its end.
  ChunkReading load_from(const LoadTable& table, const ChunkFile& chunk, const LocalInfileReader& read,
                         const std::function<ChunkReading()>& reading);

  /// Runs `work`, which sends chunks and commits them, in a transaction, and takes back what it has done
  /// where it throws.
  void in_transaction(const std::function<void()>& work);
  /// Has the server take the rows of one chunk, and proves that it did, as `load`; only in a transaction.
  SentChunk send(const LoadTable& table, const ChunkFile& chunk, const ChunkFeed::OnStep& on_step);
  /// A chunk of a table.
  struct TableChunk {
    const LoadTable* table = nullptr;
    const ChunkFile* chunk = nullptr;
  };
  /// Returns whether `send_at_once` takes the chunk: it has few rows, and goes in by INSERT.
  bool goes_at_once(const TableChunk& chunk) const;
  /// Sends the rows of several chunks with three round trips for all of them, where `send` takes two for
  /// each. Throws where the server's counts alone don't prove that it took them: of a chunk that is sent by
  /// itself it tells which row it warns of. Calls `on_chunk` before it reads one.
  std::vector<SentChunk> send_at_once(const std::vector<TableChunk>& chunks,
                                      const std::function<void(const TableChunk&)>& on_chunk,
                                      const ChunkFeed::OnStep& on_step);
  /// Takes back what was sent, and begins again, inside of `in_transaction`.
  void start_over();
  /// Ends the transaction with the journal's entries for all that was sent in it.
  void commit(const std::vector<SentChunk>& chunks);

  const LoadJournal& journal() const { return journal_; }

 private:
  /// Source of a chunk's rows, and the totals of what it gave.
  struct RowSource {
    const LocalInfileReader& read;
    const std::function<ChunkReading()>& reading;
    /// Tells where a row that was given comes from; empty where that is the chunk itself.
    std::function<std::optional<RowPlace>(std::uint64_t row)> place_of = {};
  };

  using UseRows = std::function<void(const RowSource& rows)>;

  /// `most_bytes` is what its reader may hold.
  SentChunk send_lines(const TableChunk& of, std::uint64_t most_bytes, const ChunkFeed::OnStep& on_step,
                       const UseRows& use);
  SentChunk send_sorted(const LoadTable& table, const ChunkFile& chunk, const ChunkFeed::OnStep& on_step);
  SentChunk send_as_written(const LoadTable& table, const ChunkFile& chunk, const ChunkFeed::OnStep& on_step);
  /// Sets the session as the chunk's rows want it while `work` sends them.
  void under_settings(const ChunkFile& chunk, const std::function<void()>& work);
  void send_rows(const LoadTable& table, const ChunkFile& chunk, const RowSource& rows);
  void load_data(const LoadTable& table, const ChunkFile& chunk, const RowSource& rows);
  void insert(const InsertPlan& plan, const LoadTable& table, const ChunkFile& chunk, const RowSource& rows);
  /// Gives the INSERTs of the chunk's rows, and asserts that these are all that the dump has.
  void make_statements(const InsertPlan& plan, const ChunkFile& chunk, const InsertLimits& limits,
                       const RowSource& rows, const InsertBuilder::OnStatement& on_statement);
  /// Returns the plan by which the chunk goes in by INSERT; null where it goes in by LOAD DATA.
  const InsertPlan* insert_plan(const LoadTable& table, const ChunkFile& chunk) const;
  void assert_own_numbers(const std::vector<SentChunk>& chunks);
  std::uint64_t rows_that_warn();
  void ask_for_warnings();
  std::string last_generated_number();
  void judge(const LoadTable& table, const ChunkFile& chunk, const LoadInfo& info, std::uint64_t rows_sent,
             const RowSource* rows = nullptr);
  std::uint64_t reader_bytes(const LoadTable& table, const ChunkFile& chunk) const;
  std::vector<ServerWarning> read_warnings();
  InsertLimits insert_limits(const LoadTable& table);
  std::uint64_t packet_limit();
  void roll_back() noexcept;

  Session& session_;
  const LoadJournal journal_;
  const std::string directory_;
  const SessionVariables own_settings_;
  ProgressBoard& board_;
  const std::uint64_t most_bytes_;
  /// Chunks of which LOAD DATA warned more often than the server told, each with its table's id.
  std::set<std::pair<int, std::string>> by_insert_;
  /// The session's LAST_INSERT_ID() as far as tables have it whose rows bring no numbers.
  std::string generated_number_ = "0";
};

}  // namespace sluice
