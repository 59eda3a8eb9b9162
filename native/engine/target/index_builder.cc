#include "target/index_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "target/retry.h"

namespace sluice {
namespace {

/// ER_DISK_FULL, ER_RECORD_FILE_FULL, ER_TEMP_FILE_WRITE_FAILURE, and ER_ERROR_ON_WRITE, which is what a full
/// tmpdir gives for files of the server itself.
constexpr std::array<unsigned, 4> kOutOfSpace{1021, 1114, 1878, 3};
/// ER_INNODB_FT_LIMIT and the two ways to say that an ALTER can't be done in place.
constexpr std::array<unsigned, 3> kNotTogether{1795, 1845, 1846};

template <std::size_t count>
bool is_one_of(const std::array<unsigned, count>& numbers, unsigned errnum) {
  return std::find(numbers.begin(), numbers.end(), errnum) != numbers.end();
}

bool may_succeed_singly(unsigned errnum) {
  return is_retryable(errnum) || is_one_of(kOutOfSpace, errnum) || is_one_of(kNotTogether, errnum);
}

[[noreturn]] void rethrow_with_hint(const EngineError& error) {
  Failure failure = error.failure();
  if (is_one_of(kOutOfSpace, failure.errnum)) {
    failure.hint = "makeRoomForIndexes";
  }
  throw EngineError(std::move(failure));
}

}  // namespace

std::uint64_t sort_buffer_of(int threads, std::uint64_t table_bytes, std::uint64_t most_bytes) {
  constexpr std::uint64_t kInCaches = 2ULL << 20;
  constexpr std::uint64_t kMostRuns = 512;
  const std::uint64_t wanted =
      std::max(kInCaches * static_cast<std::uint64_t>(threads), table_bytes / kMostRuns);
  return std::min(wanted, most_bytes);
}

IndexBuilder::IndexBuilder(Hooks hooks) : hooks_(std::move(hooks)) {}

void IndexBuilder::tune(const BuildBudget& budget) {
  // The limits of the variables (sql/sys_vars of MySQL 8.0.27 and later).
  constexpr std::uint64_t kLeastBuffer = 1ULL << 20;
  constexpr std::uint64_t kMostBuffer = 4'294'967'295ULL;
  const std::string threads = std::to_string(std::clamp(budget.threads, 1, 64));
  const std::string buffer = std::to_string(std::clamp(budget.buffer_bytes, kLeastBuffer, kMostBuffer));
  hooks_.execute("SET SESSION innodb_ddl_threads = " + threads +
                 ", innodb_parallel_read_threads = " + threads + ", innodb_ddl_buffer_size = " + buffer);
}

void IndexBuilder::build(const std::vector<IndexBatch>& batches) {
  for (const IndexBatch& batch : batches) build_batch(batch);
}

void IndexBuilder::build_batch(const IndexBatch& batch) {
  hooks_.before_statement();
  if (batch.singly.size() > 1) {
    try {
      hooks_.execute(batch.statement);
      return;
    } catch (const EngineError& error) {
      if (!may_succeed_singly(error.failure().errnum)) throw;
      hooks_.log(
          {"indexesOneByOne", {{"indexes", batch.singly.size()}, {"reason", error.failure().message}}});
    }
  }
  for (const std::string& statement : batch.singly) build_patiently(statement);
}

/// A deadlock or a lock wait is tried again; nothing else is helped by trying the same.
void IndexBuilder::build_patiently(const std::string& statement) {
  for (int retry = 0;; ++retry) {
    hooks_.before_statement();
    try {
      hooks_.execute(statement);
      return;
    } catch (const EngineError& error) {
      if (!is_retryable(error.failure().errnum) || retry == kMaxRetries) rethrow_with_hint(error);
      hooks_.log({"retryingIndex",
                  {{"retry", retry + 1}, {"retries", kMaxRetries}, {"reason", error.failure().message}}});
      hooks_.before_retry(retry);
    }
  }
}

}  // namespace sluice
