#include "support/progress.h"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

/// The most segments kept between two samples; past it the shortest go, which nobody could see anyway.
constexpr std::size_t kMaxSegments = 2048;

bool same(const TableSample& a, const TableSample& b) {
  return a.id == b.id && a.state == b.state && a.rows == b.rows && a.bytes == b.bytes;
}

void drop_shortest_half(std::vector<Segment>& segments) {
  const auto longer = [](const Segment& a, const Segment& b) {
    return a.end_ms - a.start_ms > b.end_ms - b.start_ms;
  };
  const auto half = static_cast<std::ptrdiff_t>(segments.size() / 2);
  std::nth_element(segments.begin(), segments.begin() + half, segments.end(), longer);
  segments.erase(segments.begin() + half, segments.end());
}

}  // namespace

void ChangedTables::push(TableMeter& meter) {
  meter.next_ = first_.load(std::memory_order_relaxed);
  while (!first_.compare_exchange_weak(meter.next_, &meter, std::memory_order_release,
                                       std::memory_order_relaxed)) {
  }
}

TableSample TableMeter::sample() const {
  return {id_, state_.load(std::memory_order_relaxed), rows_.load(std::memory_order_relaxed),
          bytes_.load(std::memory_order_relaxed)};
}

void LaneMeter::enter(Phase phase, int table, std::int64_t chunk, double now_ms) {
  phase_.store(phase, std::memory_order_relaxed);
  since_ms_.store(now_ms, std::memory_order_relaxed);
  table_.store(table, std::memory_order_relaxed);
  chunk_.store(chunk, std::memory_order_relaxed);
}

void LaneMeter::add(std::uint64_t rows, std::uint64_t bytes) {
  rows_.fetch_add(rows, std::memory_order_relaxed);
  bytes_.fetch_add(bytes, std::memory_order_relaxed);
}

LaneSample LaneMeter::sample(int lane) const {
  return {lane,
          phase_.load(std::memory_order_relaxed),
          table_.load(std::memory_order_relaxed),
          chunk_.load(std::memory_order_relaxed),
          rows_.load(std::memory_order_relaxed),
          bytes_.load(std::memory_order_relaxed),
          session_.load(std::memory_order_relaxed),
          since_ms_.load(std::memory_order_relaxed)};
}

ProgressBoard::ProgressBoard() : start_(std::chrono::steady_clock::now()) {}

double ProgressBoard::elapsed_ms() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

TableMeter& ProgressBoard::add_table(int id) {
  const std::lock_guard lock(mutex_);
  return tables_.emplace_back(id, changed_);
}

void ProgressBoard::add_segment(const Segment& segment) {
  const std::lock_guard lock(mutex_);
  if (segments_.size() >= kMaxSegments) drop_shortest_half(segments_);
  segments_.push_back(segment);
}

void ProgressBoard::note_row() {
  double none = kNoRow;
  if (first_row_ms_.load(std::memory_order_relaxed) != none) return;
  first_row_ms_.compare_exchange_strong(none, elapsed_ms(), std::memory_order_relaxed);
}

void ProgressBoard::add_memory(std::int64_t bytes) {
  const std::int64_t now = memory_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t peak = memory_peak_bytes_.load(std::memory_order_relaxed);
  while (now > peak && !memory_peak_bytes_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

ProgressSample ProgressBoard::sample() {
  ProgressSample sample;
  sample.elapsed_ms = elapsed_ms();
  const int lanes = std::clamp(shown_lanes_.load(std::memory_order_relaxed), 0, kMaxLanes);
  for (int lane = 0; lane < lanes; ++lane) {
    sample.lanes.push_back(lanes_[static_cast<std::size_t>(lane)].sample(lane));
  }
  sample.stored_bytes = stored_bytes_.load(std::memory_order_relaxed);
  sample.retries = retries_.load(std::memory_order_relaxed);
  const double first_row_ms = first_row_ms_.load(std::memory_order_relaxed);
  if (first_row_ms != kNoRow) sample.first_row_ms = first_row_ms;
  sample.memory_bytes =
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, memory_bytes_.load(std::memory_order_relaxed)));
  sample.memory_peak_bytes = static_cast<std::uint64_t>(memory_peak_bytes_.load(std::memory_order_relaxed));

  for (TableMeter* meter = changed_.take_all(); meter != nullptr;) {
    // From the exchange on the table may be listed again, and its link is another.
    TableMeter* const next = meter->next_;
    meter->is_listed_.exchange(false, std::memory_order_acq_rel);
    const TableSample now = meter->sample();
    const TableSample last = std::exchange(meter->last_, now);
    rows_ += now.rows - last.rows;
    bytes_ += now.bytes - last.bytes;
    if (!same(now, last)) sample.tables.push_back(now);
    meter = next;
  }
  sample.rows = rows_;
  sample.bytes = bytes_;

  const std::lock_guard lock(mutex_);
  sample.segments.swap(segments_);
  return sample;
}

}  // namespace sluice
