#include "load/load_schedule.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sluice {

LoadSchedule::LoadSchedule(int lanes) : wanted_lanes_(lanes) {}

std::size_t LoadSchedule::add_table(ScheduledTable plan) {
  const std::size_t number = tables_.size();
  Table& table = tables_.emplace_back();
  table.bytes_before.assign(1, 0);
  for (const std::uint64_t bytes : plan.chunk_bytes) {
    table.bytes_before.push_back(table.bytes_before.back() + bytes);
  }
  table.uncommitted = plan.chunk_bytes.size();
  table.plan = std::move(plan);
  ++unfinished_;
  if (table.uncommitted == 0) {
    rows_done(number);
    return number;
  }
  table.free = spans_of(table.plan);
  offer_if_deserted(number);
  return number;
}

/// Each partition's chunks, or all of them where there are no partitions.
std::vector<LoadSchedule::ChunkSpan> LoadSchedule::spans_of(const ScheduledTable& plan) {
  if (plan.partitions.empty()) return {{0, plan.chunk_bytes.size()}};
  std::vector<ChunkSpan> spans;
  std::size_t from = 0;
  for (const std::size_t chunks : plan.partitions) {
    if (chunks > 0) spans.push_back({from, from + chunks});
    from += chunks;
  }
  return spans;
}

Work LoadSchedule::next(int lane_number) {
  Lane& lane = lanes_.at(static_cast<std::size_t>(lane_number));
  if (lane_number >= wanted_lanes_ || finished()) {
    leave_table(lane);
    lane.idle = true;
    return work::Leave{};
  }
  const Work work = find_work(lane);
  const auto* wait = std::get_if<work::Wait>(&work);
  lane.idle = wait != nullptr && !wait->table;
  return work;
}

Work LoadSchedule::find_work(Lane& lane) {
  if (!lane.span.empty()) return take_chunk(lane);
  leave_table(lane);

  if (!to_count_.empty()) return work::Count{take_first(to_count_, kMostTogether)};
  if (!to_index_.empty()) return begin_indexes(lane);
  if (std::optional<work::Together> together = take_together()) return *std::move(together);
  if (join_whole_table(lane)) return take_chunk(lane);
  const std::optional<std::size_t> awaited = join_shared_table(lane);
  if (!lane.span.empty()) return take_chunk(lane);
  return work::Wait{awaited};
}

/// The first, and with a small one as many of the small ones behind it.
std::vector<std::size_t> LoadSchedule::take_first(std::set<Rank>& from, std::size_t most) const {
  std::vector<std::size_t> taken{from.extract(from.begin()).value().table};
  if (!tables_[taken.front()].plan.small) return taken;
  for (auto next = from.begin(); next != from.end() && taken.size() < most;) {
    const bool small = tables_[next->table].plan.small;
    if (small) taken.push_back(next->table);
    next = small ? from.erase(next) : std::next(next);
  }
  return taken;
}

std::optional<work::Together> LoadSchedule::take_together() {
  const auto lanes = static_cast<std::size_t>(wanted_lanes_);
  if (whole_.size() <= lanes || !tables_[whole_.begin()->table].plan.small) return std::nullopt;
  const std::size_t share = (whole_.size() + lanes - 1) / lanes;
  work::Together together{take_first(whole_, std::min(kMostTogether, share))};
  for (const std::size_t number : together.tables) tables_[number].free.clear();
  return together;
}

/// Lends the build the threads of the lanes that are idle now and serve no other build.
work::Indexes LoadSchedule::begin_indexes(const Lane& lane) {
  const std::size_t number = to_index_.extract(to_index_.begin()).value().table;
  int idle = 0;
  for (int other = 0; other < wanted_lanes_; ++other) {
    const Lane& candidate = lanes_.at(static_cast<std::size_t>(other));
    idle += &candidate != &lane && candidate.idle ? 1 : 0;
  }
  Table& table = tables_[number];
  table.helpers = std::max(0, idle - helpers_);
  helpers_ += table.helpers;
  return {number, 1 + table.helpers, table.bytes()};
}

void LoadSchedule::received(std::size_t table, std::uint64_t bytes) { tables_.at(table).received += bytes; }

void LoadSchedule::committed(int lane_number) {
  Lane& lane = lanes_.at(static_cast<std::size_t>(lane_number));
  const std::size_t number = lane.table.value();
  if (lane.span.empty()) leave_table(lane);
  if (--tables_[number].uncommitted == 0) rows_done(number);
}

void LoadSchedule::loaded_together(const std::vector<std::size_t>& tables) {
  for (const std::size_t number : tables) {
    tables_.at(number).uncommitted = 0;
    rows_done(number);
  }
}

void LoadSchedule::indexed(std::size_t number) {
  Table& table = tables_.at(number);
  helpers_ -= std::exchange(table.helpers, 0);
  to_count_.insert({table.bytes(), number});
}

void LoadSchedule::counted(std::size_t) { --unfinished_; }

void LoadSchedule::rows_done(std::size_t number) {
  const Table& table = tables_[number];
  (table.plan.has_indexes ? to_index_ : to_count_).insert({table.bytes(), number});
}

/// Takes the lane out of its table; chunks that it had left become free.
void LoadSchedule::leave_table(Lane& lane) {
  if (!lane.table) return;
  const std::size_t number = *lane.table;
  Table& table = tables_[number];
  if (!lane.span.empty()) table.free.push_back(lane.span);
  lane.table.reset();
  lane.span = {};
  --table.lanes;
  offer_if_deserted(number);
}

void LoadSchedule::offer_if_deserted(std::size_t number) {
  const Table& table = tables_[number];
  if (table.lanes > 0 || table.free.empty()) return;
  std::uint64_t bytes = 0;
  for (const ChunkSpan& span : table.free) bytes += table.bytes_of(span);
  whole_.insert({bytes, number});
}

Work LoadSchedule::take_chunk(Lane& lane) { return work::Chunk{lane.table.value(), lane.span.next++}; }

void LoadSchedule::join(Lane& lane, std::size_t table, ChunkSpan span) {
  lane.table = table;
  lane.span = span;
  ++tables_[table].lanes;
}

bool LoadSchedule::join_whole_table(Lane& lane) {
  if (whole_.empty()) return false;
  const std::size_t number = whole_.extract(whole_.begin()).value().table;
  std::vector<ChunkSpan>& free = tables_[number].free;
  const auto lowest =
      std::min_element(free.begin(), free.end(),
                       [](const ChunkSpan& left, const ChunkSpan& right) { return left.next < right.next; });
  const ChunkSpan span = *lowest;
  free.erase(lowest);
  join(lane, number, span);
  return true;
}

std::optional<std::size_t> LoadSchedule::join_shared_table(Lane& lane) {
  std::optional<Offer> best;
  std::optional<Offer> best_later;
  for (const Lane& other : lanes_) {
    if (!other.table) continue;
    const std::optional<Offer> offer = best_offer(*other.table);
    if (!offer) continue;
    std::optional<Offer>& rival = staggered(tables_[offer->table]) ? best : best_later;
    if (!rival || offer->span_bytes > rival->span_bytes) rival = offer;
  }
  if (!best) return best_later ? std::optional(best_later->table) : std::nullopt;

  const ChunkSpan taken{best->from, best->span->end};
  best->span->end = best->from;
  std::vector<ChunkSpan>& free = tables_[best->table].free;
  free.erase(std::remove_if(free.begin(), free.end(), [](const ChunkSpan& span) { return span.empty(); }),
             free.end());
  join(lane, best->table, taken);
  return std::nullopt;
}

/// The longest span of a shared table: one in nobody's hands whole, else the upper half of a lane's.
std::optional<LoadSchedule::Offer> LoadSchedule::best_offer(std::size_t number) {
  Table& table = tables_[number];
  const bool big_enough = table.plan.may_share && table.bytes() >= kSmallestSharedBytes;
  if (!table.partitioned() && !big_enough) return std::nullopt;
  std::optional<Offer> best;
  const auto consider = [&](ChunkSpan& span, std::size_t from) {
    const std::uint64_t bytes = table.bytes_of(span);
    if (!best || bytes > best->span_bytes) best = Offer{number, &span, from, bytes};
  };
  for (ChunkSpan& span : table.free) consider(span, span.next);
  if (best || table.partitioned()) return best;
  for (Lane& lane : lanes_) {
    if (lane.table != number || lane.span.empty()) continue;
    const std::size_t from = upper_half(table, lane.span);
    if (table.bytes_of({from, lane.span.end}) >= kSmallestSpanBytes) consider(lane.span, from);
  }
  return best;
}

bool LoadSchedule::staggered(const Table& table) const {
  if (table.partitioned()) return true;
  return table.received >= kStaggerBytes * (static_cast<std::uint64_t>(table.lanes) + 1);
}

/// Returns the first chunk of the upper half: the smallest one with at least half of the bytes, because the
/// span's lane has a chunk in hand besides. All of it where it is one chunk.
std::size_t LoadSchedule::upper_half(const Table& table, const ChunkSpan& span) {
  const std::uint64_t half = (table.bytes_of(span) + 1) / 2;
  const auto first = table.bytes_before.begin() + static_cast<std::ptrdiff_t>(span.next);
  const auto last = table.bytes_before.begin() + static_cast<std::ptrdiff_t>(span.end);
  const auto beyond = std::upper_bound(first, last, table.bytes_before[span.end] - half);
  return static_cast<std::size_t>(std::distance(table.bytes_before.begin(), beyond)) - 1;
}

}  // namespace sluice
