#include "source/snapshot_job.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "support/event.h"
#include "support/or_fail.h"

namespace sluice {
namespace {

/// Writers wait meanwhile, for what takes a server milliseconds.
constexpr std::chrono::seconds kMostLocked{30};

/// Makes the last event of a job whose lanes have ended: takes the failures.
event::Finished ending_of(JobControl& control, bool all_done) {
  event::Finished finished;
  finished.failures = control.take_failures();
  const JobState failed_or_done = finished.failures.empty() ? JobState::kDone : JobState::kFailed;
  // A cancel that came when the last lane had done its work cancelled nothing.
  const bool cut_short = control.cancelled() && !all_done;
  finished.state = cut_short ? JobState::kCancelled : failed_or_done;
  return finished;
}

}  // namespace

SnapshotJob::SnapshotJob(SnapshotJobSpec spec, BatchHandler handler, SnapshotWork& work)
    : work_(work),
      moment_(spec.moment),
      most_lanes_(spec.most_lanes),
      wanted_lanes_(spec.lanes),
      reporter_(board_, std::move(handler)),
      sessions_(std::move(spec.connection), std::move(spec.session), spec.most_lanes, control_.stop_signal()),
      queue_(spec.lanes, spec.least_split_bytes, spec.order),
      shown_lanes_(spec.lanes),
      crew_(*this, spec.lanes) {
  board_.show_lanes(shown_lanes_);
}

SnapshotJob::~SnapshotJob() {
  cancel();
  crew_.join();
}

void SnapshotJob::start() { crew_.start(LaneCrew::Beginning::kPreparation); }

void SnapshotJob::take_snapshots() {
  const std::lock_guard lock(mutex_);
  snapshots_wanted_ = true;
  changed_.notify_one();
}

void SnapshotJob::add(DumpTable table, TableMeter& meter) {
  try {
    queue_.add(std::make_unique<SourceTable>(std::move(table), meter));
  } catch (const EngineError& error) {
    fail(error.failure());
  }
}

void SnapshotJob::seal() { queue_.seal(); }
void SnapshotJob::pause() { control_.pause(); }
void SnapshotJob::resume() { control_.resume(); }

void SnapshotJob::cancel() {
  control_.cancel();
  stop();
}

void SnapshotJob::set_lanes(int lanes) {
  // Read again at the end: the sessions may turn out to be fewer meanwhile.
  for (int most = most_lanes_;;) {
    const int wanted = std::clamp(lanes, 1, most);
    wanted_lanes_ = wanted;
    shown_lanes_ = std::max(shown_lanes_.load(), wanted);
    board_.show_lanes(shown_lanes_);
    queue_.set_lanes(wanted);
    crew_.want(wanted);
    const int now = most_lanes_;
    if (now >= most) return;
    most = now;
  }
}

void SnapshotJob::fail(Failure failure) {
  control_.fail(std::move(failure));
  stop();
}

void SnapshotJob::stop() {
  queue_.stop();
  crew_.stop();
  const std::lock_guard lock(mutex_);
  changed_.notify_one();
}

void SnapshotJob::prepare() noexcept {
  or_fail([&] { open_sessions(); }, [this](Failure failure) { fail(std::move(failure)); });
}

void SnapshotJob::open_sessions() {
  sessions_.open();
  if (control_.stopping()) return;
  if (sessions_.refused()) limit_lanes(*sessions_.refused());
  if (moment_ == SnapshotMoment::kOnCommand) return take_on_command();
  sessions_.take(kMostLocked);
}

void SnapshotJob::limit_lanes(const Failure& refused) {
  const int most = sessions_.count();
  most_lanes_ = most;
  const int lanes = std::min(wanted_lanes_.load(), most);
  shown_lanes_ = lanes;
  board_.show_lanes(lanes);
  queue_.set_lanes(lanes);
  crew_.want(lanes);
  reporter_.post(event::LanesRefused{most, refused.message});
}

void SnapshotJob::take_on_command() {
  reporter_.post(event::SessionsOpen{});
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return snapshots_wanted_ || control_.stopping(); });
  }
  if (control_.stopping()) return;
  const double begin = board_.elapsed_ms();
  sessions_.take(kMostLocked);
  if (control_.stopping()) return;
  reporter_.post(event::SnapshotsTaken{board_.elapsed_ms() - begin});
}

void SnapshotJob::run_lane(int lane) noexcept {
  // Not every session is there where the sign-ins were ended, or the server had no room.
  if (control_.stopping() || lane >= sessions_.count()) return;
  const WireThread wire;
  or_fail([&] { work_.run_lane(lane, sessions_.session(lane)); },
          [this](Failure failure) { fail(std::move(failure)); });
}

bool SnapshotJob::finished() const noexcept { return queue_.exhausted(); }

void SnapshotJob::interrupt_lanes() noexcept {
  sessions_.interrupt_all();
  work_.interrupt_others();
}

void SnapshotJob::lacks_threads(int running) noexcept {
  if (running == 0) return fail(threads_refused());
  reporter_.log(LogLevel::kWarning, lack_of_threads(running));
}

void SnapshotJob::ended() noexcept {
  work_.lanes_ended();
  reporter_.finish(ending_of(control_, work_.is_whole() && queue_.exhausted()));
}

}  // namespace sluice
