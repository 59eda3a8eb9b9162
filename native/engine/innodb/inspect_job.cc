#include "innodb/inspect_job.h"

#include <chrono>
#include <memory>
#include <utility>

namespace sluice {
namespace {

constexpr int kTheFile = 0;

event::Finished ended_with(const Failure& failure) {
  if (failure.code == "cancelled") return {JobState::kCancelled, {}};
  return {JobState::kFailed, {failure}};
}

}  // namespace

InspectJob::InspectJob(InspectSpec spec, BatchHandler handler)
    : spec_(std::move(spec)), reporter_(board_, std::move(handler)), thread_([this] { run(); }) {}

InspectJob::~InspectJob() {
  cancel();
  thread_.join();
}

void InspectJob::run() noexcept {
  try {
    inspect();
    reporter_.finish({JobState::kDone, {}});
  } catch (const EngineError& error) {
    reporter_.finish(ended_with(error.failure()));
  } catch (const std::exception& error) {
    reporter_.finish(ended_with(defect(error.what()).failure()));
  }
}

void InspectJob::inspect() {
  const auto begin = std::chrono::steady_clock::now();
  TableMeter& meter = board_.add_table(kTheFile);
  meter.set_state(TableState::kRunning);
  const Scan scan = scan_file(
      spec_.path, spec_.scan, [&](std::uint64_t pages, std::uint64_t bytes) { meter.add(pages, bytes); },
      stop_);
  auto report = std::make_shared<FileReport>(report_on(scan, spec_.report));
  report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  meter.set_state(TableState::kDone);
  reporter_.post(event::FileInspected{std::move(report)});
}

}  // namespace sluice
