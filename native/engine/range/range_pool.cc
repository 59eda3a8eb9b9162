#include "range/range_pool.h"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

/// Estimate of what is left of a range that went on behind its expected end, as a part of what was read.
constexpr double kPartOfOverrun = 1.0 / 8;
/// Factor by which what was read must have grown before a cut is looked for again.
constexpr double kUntilNextLook = 2;

}  // namespace

RangePool::RangePool(KeylessRows keyless, std::uint64_t expected_bytes, std::uint64_t least_bytes)
    : least_bytes_(static_cast<double>(least_bytes)) {
  if (keyless == KeylessRows::kFirst) add(slots_.end()).keyless = true;
  add(slots_.end()).expected_bytes = static_cast<double>(expected_bytes);
  if (keyless == KeylessRows::kLast) add(slots_.end()).keyless = true;
}

std::optional<RangeLease> RangePool::take() {
  const std::lock_guard lock(mutex_);
  auto largest = slots_.end();
  for (auto slot = slots_.begin(); slot != slots_.end(); ++slot) {
    if (slot->leased || slot->done) continue;
    if (largest == slots_.end() || bytes_left(*slot) > bytes_left(*largest)) largest = slot;
  }
  return lease(largest);
}

std::optional<RangeLease> RangePool::take_first() {
  const std::lock_guard lock(mutex_);
  return lease(std::find_if(slots_.begin(), slots_.end(),
                            [](const Slot& slot) { return !slot.leased && !slot.done; }));
}

int RangePool::free_ranges() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(std::count_if(slots_.begin(), slots_.end(),
                                        [](const Slot& slot) { return !slot.leased && !slot.done; }));
}

double RangePool::free_bytes() const {
  const std::lock_guard lock(mutex_);
  double most = 0;
  for (const Slot& slot : slots_) {
    // A free range counts for something even where it seems empty: somebody must read it.
    if (!slot.leased && !slot.done) most = std::max({most, bytes_left(slot), 1.0});
  }
  return most;
}

double RangePool::held_bytes() const {
  const std::lock_guard lock(mutex_);
  double most = 0;
  for (const Slot& slot : slots_) {
    if (slot.leased && cuttable(slot)) most = std::max(most, bytes_left(slot));
  }
  return most;
}

bool RangePool::exhausted() const {
  const std::lock_guard lock(mutex_);
  return std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.done; });
}

std::vector<int> RangePool::order() const {
  const std::lock_guard lock(mutex_);
  std::vector<int> ids;
  for (const Slot& slot : slots_) ids.push_back(slot.id);
  return ids;
}

bool RangePool::was_cut() const {
  const std::lock_guard lock(mutex_);
  return was_cut_;
}

double RangePool::bytes_left(const Slot& slot) {
  if (slot.expected_bytes > slot.read_bytes) return slot.expected_bytes - slot.read_bytes;
  return slot.read_bytes * kPartOfOverrun;
}

bool RangePool::cuttable(const Slot& slot) const {
  return !slot.done && !slot.keyless && slot.read_bytes >= slot.whole_until &&
         bytes_left(slot) >= least_bytes_;
}

std::optional<RangeLease> RangePool::lease(Slots::iterator slot) {
  if (slot == slots_.end()) return std::nullopt;
  slot->leased = true;
  return RangeLease(*this, slot);
}

RangePool::Slot& RangePool::add(Slots::iterator before) {
  Slot& slot = *slots_.insert(before, Slot());
  slot.id = next_id_++;
  return slot;
}

RangeLease::RangeLease(RangeLease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)), slot_(other.slot_) {}

RangeLease::~RangeLease() {
  if (pool_ == nullptr) return;
  const std::lock_guard lock(pool_->mutex_);
  slot_->leased = false;
}

KeyRange RangeLease::range() const {
  const std::lock_guard lock(pool_->mutex_);
  return slot_->range;
}

double RangeLease::bytes_left() const {
  const std::lock_guard lock(pool_->mutex_);
  return RangePool::bytes_left(*slot_);
}

bool RangeLease::cuttable() const {
  const std::lock_guard lock(pool_->mutex_);
  return pool_->cuttable(*slot_);
}

bool RangeLease::worth_cutting(double bytes) const {
  const std::lock_guard lock(pool_->mutex_);
  return bytes >= pool_->least_bytes_ || slot_->read_bytes >= slot_->expected_bytes;
}

void RangeLease::advance(const Key& last, std::uint64_t bytes) {
  const std::lock_guard lock(pool_->mutex_);
  slot_->range.start = {last, Edge::kBehind};
  slot_->read_bytes += static_cast<double>(bytes);
}

void RangeLease::cut(const Key& at, double share) {
  const std::lock_guard lock(pool_->mutex_);
  const double left = RangePool::bytes_left(*slot_);
  RangePool::Slot& upper = pool_->add(std::next(slot_));
  upper.range = {RangeStart{at, Edge::kAt}, std::exchange(slot_->range.before, at)};
  upper.expected_bytes = left * (1 - share);
  slot_->expected_bytes = left * share;
  slot_->read_bytes = 0;
  slot_->whole_until = 0;
  pool_->was_cut_ = true;
}

void RangeLease::keep_whole(double bytes) {
  const std::lock_guard lock(pool_->mutex_);
  slot_->expected_bytes = slot_->read_bytes + bytes;
  slot_->whole_until = slot_->read_bytes * kUntilNextLook + pool_->least_bytes_;
}

void RangeLease::finish() {
  const std::lock_guard lock(pool_->mutex_);
  slot_->done = true;
}

}  // namespace sluice
