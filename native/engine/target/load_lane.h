#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/job_control.h"
#include "support/phase_scope.h"
#include "support/progress.h"
#include "support/reporter.h"
#include "target/committed_chunks.h"
#include "target/index_builder.h"
#include "target/lane_session.h"
#include "target/load_spec.h"
#include "wire/session.h"
#include "wire/session_roster.h"

namespace sluice {

/// Context that the lanes of one load share. All of it outlives them.
struct LoadShared {
  const LoadSpec& spec;
  ProgressBoard& board;
  Reporter& reporter;
  JobControl& control;
  SessionRoster& sessions;
  CommittedChunks& committed;
};

/// Worker of one lane: a session, and the three kinds of work that it can do for a table. Made, used and
/// destroyed on the lane's thread. Everything throws EngineError that names the table, and the chunk where
/// there is one; with the code "cancelled" once the job is stopping.
class LoadLane {
 public:
  /// Called with the number of bytes that were sent for the table.
  using OnReceived = std::function<void(std::uint64_t bytes)>;

  /// Reaction to a server that refuses one more session while other lanes of the job have theirs: retry as if
  /// the server were away, or throw its answer at once.
  enum class ConnectPolicy { kRetry, kFailFast };

  /// Signs in; a server that is away at that moment gets the time that the job allows.
  LoadLane(const LoadShared& shared, int lane, ConnectPolicy policy);

  /// Loads and commits one chunk, trying again after deadlocks, lock waits and lost connections; the journal
  /// says whether it is in where the commit's answer was lost. Returns its rows.
  std::uint64_t load_chunk(const LoadTable& table, std::size_t chunk, TableMeter& meter,
                           const OnReceived& on_received);
  /// Moves a chunk to the target; called again after a failure that may pass.
  using Move = std::function<ChunkReading(ChunkLoader& loader)>;
  /// Second try of a failed chunk: possible if its rows can be read again and were rolled back.
  enum class ChunkRetry { kRetryable, kNever };
  /// The same for a chunk that `move` loads.
  ChunkReading move_chunk(const LoadTable& table, const ChunkFile& chunk, std::int64_t number,
                          ChunkRetry retryable, const Move& move);
  /// A table that is loaded or counted with others.
  struct BatchTable {
    const LoadTable* table = nullptr;
    TableMeter* meter = nullptr;
    std::uint64_t rows = 0;  ///< Rows that were sent.
  };
  /// Loads the only chunks of these tables in one transaction; else as `load_chunk`. Returns the rows of
  /// each.
  std::vector<std::uint64_t> load_together(const std::vector<BatchTable>& tables);
  void build_indexes(const LoadTable& table, TableMeter& meter, const BuildBudget& budget);
  /// Counts the table's rows in the target, where `loaded_rows` were sent, and compares them with what is
  /// expected.
  std::uint64_t count_rows(const LoadTable& table, TableMeter& meter, std::uint64_t loaded_rows);
  /// The same for several tables, in one query.
  std::vector<std::uint64_t> count_together(const std::vector<BatchTable>& tables);

  /// Lets the journal say that all of the table's rows have moved, once they are counted: how many came, and
  /// the checksum of all.
  void record_moved(const LoadTable& table, std::uint64_t rows, std::uint64_t checksum);

 private:
  /// Packets of a transaction: one with several chunks, or one for each.
  enum class Sending { kAtOnce, kEachByItself };
  std::vector<ChunkReading> try_together(const std::vector<BatchTable>& tables, Sending sending);
  /// Sends those of them that can go at once, in the open transaction. Nothing is sent where the server took
  /// one of them otherwise than expected: each by itself tells why.
  std::vector<SentChunk> send_at_once(const std::vector<BatchTable>& tables);
  /// Reads what the journal has of them: all, or nothing.
  std::optional<std::vector<ChunkReading>> find_together(const std::vector<BatchTable>& tables);
  ChunkReading try_chunk(const LoadTable& table, std::size_t chunk, const OnReceived& on_received);
  /// Builds one batch; where the connection breaks, the table's definition says whether it is built.
  void build(const LoadTable& table, const std::string& statement);
  /// Does work on the table as a whole that may be done twice, again where the connection breaks.
  template <typename Work>
  auto with_retry(const LoadTable& table, const Work& work);
  /// Waits a while after a failure that may pass; signs in again where the session was lost. `work` names
  /// what is done again; `chunk` is -1 for work on the table as a whole.
  void wait_to_retry(const LoadTable& table, Message work, std::int64_t chunk, int retry,
                     const Failure& failure);
  void sign_in(ConnectPolicy policy);
  /// Signs in again, to a server that still has every chunk that the run has seen committed; else throws
  /// "commits-lost".
  void reconnect();
  void expect_commits();
  void record_committed(const LoadTable& table, const ChunkFile& chunk, const ChunkReading& reading);
  std::string definition_of(const LoadTable& table);
  /// Has the session count on its own thread, or on those that the server starts by default.
  void count_alone(bool alone);
  void sleep(std::chrono::milliseconds time) const;
  void stop_if_asked() const;

  const LoadShared shared_;
  const int lane_;
  LaneSession session_;
  /// True while the session counts rows on its own thread.
  bool counts_alone_ = false;
  /// Until the server, or a proxy, took a packet of several statements otherwise than expected: it would do
  /// so with the next one.
  Sending sending_ = Sending::kAtOnce;
};

}  // namespace sluice
