#include "target/load_lane.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <utility>

#include "support/failures.h"
#include "support/identifier.h"
#include "support/sabotage.h"
#include "target/retry.h"
#include "wire/connection_limit.h"
#include "wire/small_count.h"

namespace sluice {
namespace {

/// ER_CLIENT_LOCAL_FILES_DISABLED of MySQL 8, ER_NOT_ALLOWED_COMMAND before it, and MariaDB's
/// ER_LOAD_INFILE_CAPABILITY_DISABLED.
constexpr bool local_infile_is_off(unsigned errnum) {
  return errnum == 3948 || errnum == 1148 || errnum == 4166;
}

/// Fewer take no more round trips one after the other.
constexpr std::size_t kFewestAtOnce = 2;

/// Runs `work` so that its failure names the table, and the chunk unless that is empty.
template <typename Work>
auto named(const LoadTable& table, const std::string& chunk, const Work& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    Failure failure = failure_of(error);
    if (failure.table.empty()) failure.table = table.schema + "." + table.table;
    if (failure.chunk.empty()) failure.chunk = chunk;
    if (local_infile_is_off(failure.errnum)) failure.code = "local-infile-off";
    throw EngineError(std::move(failure));
  }
}

std::string count_of(const LoadTable& table) {
  return "SELECT COUNT(*) FROM " + quote_identifier(table.schema) + "." + quote_identifier(table.table) +
         for_versions(table.versions);
}

/// One row with a column for each table.
std::string count_query(const std::vector<LoadLane::BatchTable>& tables) {
  if (tables.size() == 1) return count_of(*tables.front().table);
  std::string query = "SELECT ";
  for (const LoadLane::BatchTable& item : tables) {
    query += (&item == &tables.front() ? "(" : ", (") + count_of(*item.table) + ")";
  }
  return query;
}

void expect_rows(const LoadTable& table, std::uint64_t counted) {
  if (!table.expected_rows || counted == *table.expected_rows) return;
  named(table, "", [&] {
    throw EngineError("rows-differ",
                      {"targetRowsDiffer", {{"counted", counted}, {"expected", *table.expected_rows}}});
  });
}

/// True for a chunk that no server refused, but that could not be proved (`ChunkLoader::judge`).
bool is_unproven(const Failure& failure) {
  return failure.retryable && failure.code == "statement-failed" && failure.errnum == 0;
}

bool may_succeed(const Failure& failure) {
  return is_retryable(failure.errnum) || is_lost(failure) || is_unproven(failure);
}

/// Returns the batches, without the last one where the saboteur asks for it.
std::vector<IndexBatch> batches_to_build(const LoadTable& table) {
  std::vector<IndexBatch> batches = table.index_batches;
  if (sabotaged(Sabotage::kSkipIndex) && !batches.empty()) batches.pop_back();
  return batches;
}

/// True for a table's last chunk, where the saboteur asks that the load claims success before it is through.
bool is_reported_early(const LoadTable& table, std::size_t chunk) {
  return sabotaged(Sabotage::kReportEarly) && chunk + 1 == table.chunks.size();
}

std::uint64_t bytes_per_lane(const LoadSpec& spec) {
  return spec.memory_limit_bytes / static_cast<std::uint64_t>(std::max(spec.lanes, 1));
}

}  // namespace

LoadLane::LoadLane(const LoadShared& shared, int lane, ConnectPolicy policy)
    : shared_(shared),
      lane_(lane),
      session_(shared.spec, lane, shared.sessions, shared.board, bytes_per_lane(shared.spec),
               &shared.control.stop_signal()) {
  sign_in(policy);
}

std::uint64_t LoadLane::load_chunk(const LoadTable& table, std::size_t chunk, TableMeter& meter,
                                   const OnReceived& on_received) {
  meter.set_state(TableState::kRunning);
  if (is_reported_early(table, chunk)) return table.chunks[chunk].rows.value_or(0);
  const ChunkReading reading = move_chunk(table, table.chunks.at(chunk), static_cast<std::int64_t>(chunk),
                                          table.transactional ? ChunkRetry::kRetryable : ChunkRetry::kNever,
                                          [&](ChunkLoader&) { return try_chunk(table, chunk, on_received); });
  // Only now: rows that were sent but not committed are nothing to show.
  meter.add(reading.rows, reading.bytes);
  return reading.rows;
}

std::vector<std::uint64_t> LoadLane::load_together(const std::vector<BatchTable>& tables) {
  for (const BatchTable& item : tables) item.meter->set_state(TableState::kRunning);
  std::vector<ChunkReading> readings;
  for (int retry = 0; readings.empty(); ++retry) {
    try {
      const auto committed = retry == 0 ? std::nullopt : find_together(tables);
      // The second time each is named, and goes in whatever was wrong with them together.
      const Sending sending = retry == 0 ? sending_ : Sending::kEachByItself;
      readings = committed ? *committed : try_together(tables, sending);
    } catch (const EngineError& error) {
      if (!may_succeed(error.failure()) || retry == kMaxRetries) throw;
      wait_to_retry(*tables.front().table, {"workOnSmallTables", {{"tables", tables.size()}}}, -1, retry,
                    error.failure());
    }
  }
  std::vector<std::uint64_t> rows;
  for (std::size_t at = 0; at < tables.size(); ++at) {
    const LoadTable& table = *tables[at].table;
    record_committed(table, table.chunks.front(), readings[at]);
    tables[at].meter->add(readings[at].rows, readings[at].bytes);
    rows.push_back(readings[at].rows);
  }
  return rows;
}

std::vector<ChunkReading> LoadLane::try_together(const std::vector<BatchTable>& tables, Sending sending) {
  std::vector<SentChunk> sent;
  std::vector<ChunkReading> readings;
  ChunkLoader& loader = session_.loader();
  loader.in_transaction([&] {
    if (sending == Sending::kAtOnce) sent = send_at_once(tables);
    const std::size_t at_once = sent.size();
    for (const BatchTable& item : tables) {
      const LoadTable& table = *item.table;
      const ChunkFile& chunk = table.chunks.front();
      stop_if_asked();
      // Both are in the order of the tables.
      const auto end = sent.begin() + static_cast<std::ptrdiff_t>(at_once);
      const auto known =
          std::find_if(sent.begin(), end, [&](const SentChunk& each) { return each.table == &table; });
      if (known != end) {
        readings.push_back(known->reading);
        continue;
      }
      named(table, chunk.file, [&] {
        PhaseScope phase(shared_.board, lane_, Phase::kLoad, table.id, 0);
        if (is_reported_early(table, 0)) return readings.push_back({chunk.rows.value_or(0), 0, 0, false});
        sent.push_back(loader.send(
            table, chunk, [&](std::uint64_t rows, std::uint64_t bytes) { phase.moved(rows, bytes); }));
        readings.push_back(sent.back().reading);
      });
    }
    if (!sent.empty()) named(*tables.front().table, "", [&] { loader.commit(sent); });
  });
  return readings;
}

std::vector<SentChunk> LoadLane::send_at_once(const std::vector<BatchTable>& tables) {
  ChunkLoader& loader = session_.loader();
  std::vector<ChunkLoader::TableChunk> chunks;
  for (const BatchTable& item : tables) {
    const ChunkLoader::TableChunk chunk{item.table, &item.table->chunks.front()};
    if (loader.goes_at_once(chunk) && !is_reported_early(*item.table, 0)) chunks.push_back(chunk);
  }
  if (chunks.size() < kFewestAtOnce) return {};
  const LoadTable& first = *chunks.front().table;
  return named(first, "", [&]() -> std::vector<SentChunk> {
    std::optional<PhaseScope> phase;
    const auto begin = [&](const ChunkLoader::TableChunk& of) {
      stop_if_asked();
      phase.reset();
      phase.emplace(shared_.board, lane_, Phase::kLoad, of.table->id, 0);
    };
    try {
      return loader.send_at_once(chunks, begin,
                                 [&](std::uint64_t rows, std::uint64_t bytes) { phase->moved(rows, bytes); });
    } catch (const EngineError& error) {
      if (is_retryable(error.failure().errnum) || is_lost(error.failure())) throw;
      stop_if_asked();
      sending_ = Sending::kEachByItself;
      loader.start_over();
      return {};
    }
  });
}

std::optional<std::vector<ChunkReading>> LoadLane::find_together(const std::vector<BatchTable>& tables) {
  std::vector<ChunkReading> found;
  for (const BatchTable& item : tables) {
    const LoadTable& table = *item.table;
    const std::optional<ChunkReading> reading =
        named(table, "", [&] { return session_.loader().journal().find(table, table.chunks.front()); });
    if (!reading) return std::nullopt;
    found.push_back(*reading);
  }
  return found;
}

ChunkReading LoadLane::move_chunk(const LoadTable& table, const ChunkFile& chunk, std::int64_t number,
                                  ChunkRetry retryable, const Move& move) {
  return named(table, chunk.file, [&] {
    for (int retry = 0;; ++retry) {
      try {
        // After a lost connection only: nobody else loads this chunk.
        const std::optional<ChunkReading> committed =
            retry == 0 ? std::nullopt : session_.loader().journal().find(table, chunk);
        const ChunkReading reading = committed ? *committed : move(session_.loader());
        record_committed(table, chunk, reading);
        return reading;
      } catch (const EngineError& error) {
        if (retryable == ChunkRetry::kNever || !may_succeed(error.failure()) || retry == kMaxRetries) throw;
        wait_to_retry(table, said(chunk.file), number, retry, error.failure());
      }
    }
  });
}

ChunkReading LoadLane::try_chunk(const LoadTable& table, std::size_t chunk, const OnReceived& on_received) {
  PhaseScope phase(shared_.board, lane_, Phase::kLoad, table.id, static_cast<std::int64_t>(chunk));
  return session_.loader().load(table, table.chunks[chunk], [&](std::uint64_t rows, std::uint64_t bytes) {
    stop_if_asked();
    phase.moved(rows, bytes);
    on_received(bytes);
  });
}

void LoadLane::wait_to_retry(const LoadTable& table, Message work, std::int64_t chunk, int retry,
                             const Failure& failure) {
  PhaseScope phase(shared_.board, lane_, Phase::kRetry, table.id, chunk);
  shared_.board.add_retry();
  shared_.reporter.log(LogLevel::kWarning,
                       {"retrying",
                        {{"work", std::move(work)},
                         {"retry", retry + 1},
                         {"retries", kMaxRetries},
                         {"reason", failure.message}}},
                       table.id, lane_);
  sleep(backoff(retry, lane_));
  if (is_lost(failure)) reconnect();
}

/// The journal has no entry of a chunk without rows, and is not one with the rows of a table without
/// transactions.
void LoadLane::record_committed(const LoadTable& table, const ChunkFile& chunk, const ChunkReading& reading) {
  if (table.transactional && reading.rows > 0) shared_.committed.add(table, chunk.file);
}

void LoadLane::reconnect() {
  for (int retry = 0;; ++retry) {
    sign_in(ConnectPolicy::kRetry);
    try {
      return expect_commits();
    } catch (const EngineError& error) {
      if (!is_lost(error.failure()) || retry == kMaxRetries) throw;
    }
    sleep(backoff(retry, lane_));
  }
}

void LoadLane::expect_commits() {
  // Before the journal is read, as other lanes go on.
  const std::vector<CommittedChunks::Chunk> committed = shared_.committed.all();
  if (committed.empty()) return;
  const std::unordered_set<std::string> there = session_.loader().journal().keys();
  std::vector<CommittedChunks::Chunk> lost;
  std::copy_if(committed.begin(), committed.end(), std::back_inserter(lost),
               [&](const CommittedChunks::Chunk& chunk) {
                 return there.count(LoadJournal::key_of(*chunk.table, chunk.file)) == 0;
               });
  if (lost.empty()) return;
  named(*lost.front().table, lost.front().file, [&] {
    throw EngineError("commits-lost",
                      {"commitsLost", {{"lost", lost.size()}, {"committed", committed.size()}}});
  });
}

/// A server that restarts, or a network that is away, gets the time that the job allows.
void LoadLane::sign_in(ConnectPolicy policy) {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(shared_.spec.reconnect_ms);
  for (int retry = 0;; ++retry) {
    stop_if_asked();
    try {
      session_.sign_in();
      counts_alone_ = false;
      return;
    } catch (const EngineError& error) {
      const Failure& failure = error.failure();
      if (!is_lost(failure) || std::chrono::steady_clock::now() >= deadline) throw;
      if (policy == ConnectPolicy::kFailFast && is_full(failure) && !shared_.sessions.empty()) throw;
    }
    sleep(backoff(std::min(retry, kMaxRetries), lane_));
  }
}

void LoadLane::sleep(std::chrono::milliseconds time) const {
  const auto until = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < until) {
    stop_if_asked();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void LoadLane::build_indexes(const LoadTable& table, TableMeter& meter, const BuildBudget& budget) {
  PhaseScope phase(shared_.board, lane_, Phase::kIndex, table.id, -1);
  meter.set_state(TableState::kIndexing);
  named(table, "", [&] {
    IndexBuilder builder({.execute = [&](const std::string& statement) { build(table, statement); },
                          .before_statement = [&] { stop_if_asked(); },
                          .before_retry =
                              [&](int retry) {
                                shared_.board.add_retry();
                                sleep(backoff(retry, lane_));
                              },
                          .log =
                              [&](Message message) {
                                shared_.reporter.log(LogLevel::kWarning, std::move(message), table.id, lane_);
                              }});
    if (shared_.spec.tune_index_builds) {
      builder.tune(budget);
      counts_alone_ = false;
    }
    builder.build(batches_to_build(table));
  });
}

void LoadLane::build(const LoadTable& table, const std::string& statement) {
  std::optional<std::string> before;
  for (int retry = 0;; ++retry) {
    try {
      // A change of the definition is done as a whole or not at all, on both vendors.
      const std::string now = definition_of(table);
      if (before && now != *before) return;
      before = now;
      crash_point("before-index");
      session_.session().execute(statement);
      crash_point("after-index");
      return;
    } catch (const EngineError& error) {
      if (!is_lost(error.failure()) || retry == kMaxRetries) throw;
      wait_to_retry(table, "workOnTable", -1, retry, error.failure());
    }
  }
}

std::string LoadLane::definition_of(const LoadTable& table) {
  const auto rows = session_.session().rows("SHOW CREATE TABLE " + quote_identifier(table.schema) + "." +
                                            quote_identifier(table.table));
  return rows.at(0).at(1).value_or("");
}

template <typename Work>
auto LoadLane::with_retry(const LoadTable& table, const Work& work) {
  for (int retry = 0;; ++retry) {
    try {
      return work();
    } catch (const EngineError& error) {
      if (!is_lost(error.failure()) || retry == kMaxRetries) throw;
      wait_to_retry(table, "workOnTable", -1, retry, error.failure());
    }
  }
}

std::uint64_t LoadLane::count_rows(const LoadTable& table, TableMeter& meter, std::uint64_t loaded_rows) {
  return count_together({{&table, &meter, loaded_rows}}).front();
}

std::vector<std::uint64_t> LoadLane::count_together(const std::vector<BatchTable>& tables) {
  const LoadTable& first = *tables.front().table;
  PhaseScope phase(shared_.board, lane_, Phase::kVerify, first.id, -1);
  std::vector<std::uint64_t> counted;
  std::uint64_t most = 0;
  for (const BatchTable& item : tables) {
    item.meter->set_state(TableState::kVerifying);
    counted.push_back(item.rows);
    most = std::max({most, item.rows, item.table->expected_rows.value_or(0)});
  }
  if (sabotaged(Sabotage::kReportEarly)) return counted;
  named(first, "", [&] {
    const auto found = with_retry(first, [&] {
      crash_point("before-count");
      count_alone(most <= kMostRowsCountedAlone);
      return session_.session().rows(count_query(tables));
    });
    for (std::size_t at = 0; at < tables.size(); ++at) {
      counted[at] = std::stoull(found.at(0).at(at).value_or("0"));
    }
  });
  for (std::size_t at = 0; at < tables.size(); ++at) expect_rows(*tables[at].table, counted[at]);
  return counted;
}

/// Tables come in the order of their size: a lane says so once or twice.
void LoadLane::count_alone(bool alone) {
  if (!shared_.spec.tune_index_builds || alone == counts_alone_) return;
  session_.session().execute(std::string("SET SESSION innodb_parallel_read_threads = ") +
                             (alone ? "1" : "DEFAULT"));
  counts_alone_ = alone;
}

void LoadLane::record_moved(const LoadTable& table, std::uint64_t rows, std::uint64_t checksum) {
  named(table, "",
        [&] { with_retry(table, [&] { session_.loader().journal().write_moved(table, rows, checksum); }); });
}

void LoadLane::stop_if_asked() const {
  if (shared_.control.stopping()) throw EngineError("cancelled", "loadStopped");
}

}  // namespace sluice
