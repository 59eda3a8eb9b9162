#include "load/load_lane.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "load/retry.h"
#include "support/identifier.h"
#include "support/sabotage.h"

namespace sluice {
namespace {

/// ER_CLIENT_LOCAL_FILES_DISABLED of MySQL 8, ER_NOT_ALLOWED_COMMAND before it, and MariaDB's
/// ER_LOAD_INFILE_CAPABILITY_DISABLED.
constexpr bool local_infile_is_off(unsigned errnum) {
  return errnum == 3948 || errnum == 1148 || errnum == 4166;
}

/// Runs `work` so that its failure names the table, and the chunk unless that is empty.
template <typename Work>
auto named(const LoadTable& table, const std::string& chunk, const Work& work) {
  try {
    return work();
  } catch (const EngineError& error) {
    Failure failure = error.failure();
    failure.table = table.schema + "." + table.table;
    if (failure.chunk.empty()) failure.chunk = chunk;
    if (local_infile_is_off(failure.errnum)) failure.code = "local-infile-off";
    throw EngineError(std::move(failure));
  }
}

/// Without the last ones that the dump has, where the saboteur asks for it.
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

LoadLane::LoadLane(const LoadShared& shared, int lane)
    : shared_(shared),
      lane_(lane),
      session_(shared.spec.connection, shared.spec.session),
      entry_(shared.sessions, session_),
      loader_(session_, shared.spec.directory, shared.board, bytes_per_lane(shared.spec)) {}

std::uint64_t LoadLane::load_chunk(const LoadTable& table, std::size_t chunk, TableMeter& meter,
                                   const OnReceived& on_received) {
  meter.set_state(TableState::kRunning);
  if (is_reported_early(table, chunk)) return table.chunks[chunk].rows.value_or(0);
  const std::string& file = table.chunks.at(chunk).file;
  return named(table, file, [&] {
    for (int retry = 0;; ++retry) {
      try {
        const ChunkReading reading = try_chunk(table, chunk, on_received);
        // Only now: rows that were sent but not committed are nothing to show.
        meter.add(reading.rows, reading.bytes);
        return reading.rows;
      } catch (const EngineError& error) {
        if (!is_retryable(error.failure().errnum) || retry == kMaxRetries) throw;
        wait_to_retry(table, chunk, retry, error.failure());
      }
    }
  });
}

ChunkReading LoadLane::try_chunk(const LoadTable& table, std::size_t chunk, const OnReceived& on_received) {
  PhaseScope phase(shared_.board, lane_, Phase::kLoad, table.id, static_cast<std::int64_t>(chunk));
  return loader_.load(table, table.chunks[chunk], [&](std::uint64_t rows, std::uint64_t bytes) {
    stop_if_asked();
    phase.moved(rows, bytes);
    on_received(bytes);
  });
}

void LoadLane::wait_to_retry(const LoadTable& table, std::size_t chunk, int retry, const Failure& failure) {
  PhaseScope phase(shared_.board, lane_, Phase::kRetry, table.id, static_cast<std::int64_t>(chunk));
  shared_.reporter.log(LogLevel::kWarning,
                       table.chunks[chunk].file + " was rolled back and is tried again (" +
                           std::to_string(retry + 1) + " of " + std::to_string(kMaxRetries) +
                           "): " + failure.message,
                       table.id, lane_);
  wait_before_retry(retry);
}

void LoadLane::wait_before_retry(int retry) const {
  const auto until = std::chrono::steady_clock::now() + backoff(retry, lane_);
  while (std::chrono::steady_clock::now() < until) {
    stop_if_asked();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void LoadLane::build_indexes(const LoadTable& table, TableMeter& meter, const BuildBudget& budget) {
  PhaseScope phase(shared_.board, lane_, Phase::kIndex, table.id, -1);
  meter.set_state(TableState::kIndexing);
  named(table, "", [&] {
    IndexBuilder builder(session_, {.before_statement = [&] { stop_if_asked(); },
                                    .before_retry = [&](int retry) { wait_before_retry(retry); },
                                    .log =
                                        [&](const std::string& text) {
                                          shared_.reporter.log(LogLevel::kWarning, text, table.id, lane_);
                                        }});
    if (shared_.spec.tune_index_builds) builder.tune(budget);
    builder.build(batches_to_build(table));
  });
}

std::uint64_t LoadLane::count_rows(const LoadTable& table, TableMeter& meter, std::uint64_t loaded_rows) {
  PhaseScope phase(shared_.board, lane_, Phase::kVerify, table.id, -1);
  meter.set_state(TableState::kVerifying);
  if (sabotaged(Sabotage::kReportEarly)) return loaded_rows;
  return named(table, "", [&] {
    const std::string query =
        "SELECT COUNT(*) FROM " + quote_identifier(table.schema) + "." + quote_identifier(table.table);
    const std::uint64_t counted = std::stoull(session_.scalar(query).value_or("0"));
    if (table.expected_rows && counted != *table.expected_rows) {
      throw EngineError("rows-differ", "The target holds " + std::to_string(counted) + " rows instead of " +
                                           std::to_string(*table.expected_rows) + ".");
    }
    return counted;
  });
}

void LoadLane::stop_if_asked() const {
  if (shared_.control.stopping()) throw EngineError("cancelled", "The load was stopped.");
}

}  // namespace sluice
