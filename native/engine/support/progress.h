#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace sluice {

/// Activity of a lane; the order is that of `LanePhase` in app/contract/runs/run.ts.
enum class Phase : std::uint8_t { kIdle, kRead, kLoad, kIndex, kVerify, kWait, kRetry };

/// The order is that of `TableState` in app/contract/runs/run.ts.
enum class TableState : std::uint8_t { kPending, kRunning, kIndexing, kVerifying, kDone, kFailed };

/// The most lanes a job may have (`MOST_THREADS` in app/contract/runs/threads.ts).
inline constexpr int kMaxLanes = 256;

struct LaneSample {
  int lane = 0;
  Phase phase = Phase::kIdle;
  int table = -1;
  std::int64_t chunk = -1;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  /// Connection id of its session with the server that it writes to; 0 where it has none.
  std::uint64_t session = 0;
  double since_ms = 0;  ///< Since when it does this, on the clock of `ProgressSample::elapsed_ms`.
};

struct TableSample {
  int id = -1;
  TableState state = TableState::kPending;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Finished interval of one lane's time, in milliseconds since the job began.
struct Segment {
  int lane = 0;
  Phase phase = Phase::kIdle;
  int table = -1;
  std::int64_t chunk = -1;
  double start_ms = 0;
  double end_ms = 0;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

struct ProgressSample {
  double elapsed_ms = 0;
  std::vector<LaneSample> lanes;
  std::vector<TableSample> tables;  ///< Only those that changed since the last sample.
  std::vector<Segment> segments;    ///< Finished since the last sample, bounded.
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t memory_peak_bytes = 0;
  std::uint64_t retries = 0;
  /// Time of the first row, on the clock of `elapsed_ms`; none before that.
  std::optional<double> first_row_ms;
};

class TableMeter;

/// Tables whose counters changed since they were last sampled, each once. Lanes push, the sampler takes all;
/// nobody waits.
class ChangedTables {
 public:
  void push(TableMeter& meter);
  /// Returns the first of all of them, which the list forgets; nullptr where nothing changed.
  TableMeter* take_all() { return first_.exchange(nullptr, std::memory_order_acquire); }

 private:
  std::atomic<TableMeter*> first_{nullptr};
};

/// The counters of one table. Any lane adds; only the sampler takes changes. The counters are for people to
/// look at, never for decisions, and are relaxed but for this: a change is in the sample that takes it, or
/// the table is in the list again.
class TableMeter {
 public:
  TableMeter(int id, ChangedTables& changed) : id_(id), changed_(changed) { mark(); }

  int id() const { return id_; }
  void set_state(TableState state) {
    state_.store(state, std::memory_order_relaxed);
    mark();
  }
  void add(std::uint64_t rows, std::uint64_t bytes) {
    rows_.fetch_add(rows, std::memory_order_relaxed);
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    mark();
  }
  TableSample sample() const;

 private:
  friend class ChangedTables;
  friend class ProgressBoard;

  /// The exchange releases the change to the sampler's own exchange, whichever of the two comes first.
  void mark() {
    if (!is_listed_.exchange(true, std::memory_order_acq_rel)) changed_.push(*this);
  }

  const int id_;
  ChangedTables& changed_;
  std::atomic<TableState> state_{TableState::kPending};
  std::atomic<std::uint64_t> rows_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> is_listed_{false};
  TableMeter* next_ = nullptr;  ///< In the list; written by who lists the table, read by the sampler.
  TableSample last_;  ///< Only the sampler looks at it; no table has this id before its first sample.
};

class PhaseScope;

/// The counters of one lane, written by the lane's own thread, read by the sampler.
class LaneMeter {
 public:
  /// Says what the lane does from `now_ms` on.
  void enter(Phase phase, int table, std::int64_t chunk, double now_ms);
  /// Gives the chunk in hand a number, once there is one.
  void number_chunk(std::int64_t chunk) { chunk_.store(chunk, std::memory_order_relaxed); }
  /// Makes a scope the innermost one of the lane; returns the one that was. For PhaseScope, on the lane's
  /// thread.
  PhaseScope* nest(PhaseScope* scope) { return std::exchange(innermost_, scope); }
  void add(std::uint64_t rows, std::uint64_t bytes);
  void set_session(std::uint64_t session) { session_.store(session, std::memory_order_relaxed); }
  LaneSample sample(int lane) const;

 private:
  std::atomic<Phase> phase_{Phase::kIdle};
  std::atomic<int> table_{-1};
  std::atomic<std::int64_t> chunk_{-1};
  std::atomic<std::uint64_t> rows_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> session_{0};
  std::atomic<double> since_ms_{0};
  PhaseScope* innermost_ = nullptr;  ///< Only the lane's own thread looks at it.
};

/// All counters of a job. Lanes write through their meters without a lock; `add_table` and `add_segment` take
/// a short one; `sample` is called by the reporter thread alone and takes time for the tables that changed,
/// not for all of them. Lives as long as its job.
class ProgressBoard {
 public:
  ProgressBoard();
  ProgressBoard(const ProgressBoard&) = delete;
  ProgressBoard& operator=(const ProgressBoard&) = delete;

  double elapsed_ms() const;

  LaneMeter& lane(int lane) { return lanes_.at(static_cast<std::size_t>(lane)); }
  /// Sets how many lanes a sample shows.
  void show_lanes(int lanes) { shown_lanes_.store(lanes, std::memory_order_relaxed); }
  TableMeter& add_table(int id);
  void add_segment(const Segment& segment);
  /// A row has come. The first call is what counts; any lane may make it.
  void note_row();
  void add_stored(std::uint64_t bytes) { stored_bytes_.fetch_add(bytes, std::memory_order_relaxed); }
  /// Work that the server could not do was rolled back and is done again.
  void add_retry() { retries_.fetch_add(1, std::memory_order_relaxed); }
  /// Buffers account for themselves: positive when acquired, negative when given back.
  void add_memory(std::int64_t bytes);

  ProgressSample sample();

 private:
  const std::chrono::steady_clock::time_point start_;
  std::array<LaneMeter, kMaxLanes> lanes_;
  std::atomic<int> shown_lanes_{0};
  std::atomic<std::uint64_t> stored_bytes_{0};
  std::atomic<std::uint64_t> retries_{0};
  static constexpr double kNoRow = -1;
  std::atomic<double> first_row_ms_{kNoRow};
  std::atomic<std::int64_t> memory_bytes_{0};
  std::atomic<std::int64_t> memory_peak_bytes_{0};
  std::uint64_t rows_ = 0;   ///< Of all tables, at the last sample; the reporter's own.
  std::uint64_t bytes_ = 0;  ///< The same.
  ChangedTables changed_;
  std::mutex mutex_;
  std::deque<TableMeter> tables_;  ///< Guarded by mutex_; a deque, so that meters never move.
  std::vector<Segment> segments_;  ///< Guarded by mutex_.
};

}  // namespace sluice
