#include "source/range_walk.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "source/row_limit.h"
#include "source/table_named.h"
#include "support/small_table.h"
#include "wire/wire_error.h"

namespace sluice {
namespace {

/// Towards the end of a range queries bring less and less, down to this, so that an idle lane does not wait
/// long for its share.
constexpr double kLeastBytesPerQuery = 1 << 20;
constexpr double kPartPerQuery = 1.0 / 4;

double query_bytes(const WalkLimits& limits, const RangeLease& range) {
  const auto most = static_cast<double>(limits.query_bytes);
  return std::clamp(range.bytes_left() * kPartPerQuery, std::min(kLeastBytesPerQuery, most), most);
}

}  // namespace

void RangeWalk::work_on(SourceWork work) {
  SourceTable& table = *work.table;
  if (!work.range && table.is_small()) return open_small(table);
  with_table_named(table, [&] {
    if (work.range) return walk(table, std::move(*work.range));
    open(table);
  });
}

void RangeWalk::open_small(SourceTable& first) {
  std::vector<SourceTable*> tables{&first};
  for (SourceTable* const more : queue_.take_small(limits_.tables_together - 1)) tables.push_back(more);
  std::vector<RangeLease> ranges;
  std::vector<std::string> queries;
  std::size_t packet_bytes = 0;
  for (SourceTable* const table : tables) {
    ranges.push_back(queue_.share_out(*table));
    const RangeLease& range = ranges.back();
    const std::uint64_t rows = RowLimit(table->row_bytes()).rows(query_bytes(limits_, range));
    std::string query = table->statements().range(range.range(), rows);
    packet_bytes += query.size();
    if (packet_bytes <= kMostSmallBytes) queries.push_back(std::move(query));
  }
  with_table_named(first, [&] { send_ahead(queries); });
  for (std::size_t at = 0; at < tables.size() && !queue_.stopped(); ++at) {
    SourceTable& table = *tables[at];
    with_table_named(table, [&] {
      hold(table);
      begin_table(table);
      walk(table, std::move(ranges[at]));
    });
  }
  // A lane that has to leave did not ask for all of them.
  session_.drop_ahead();
}

void RangeWalk::send_ahead(const std::vector<std::string>& queries) {
  if (queries.size() < 2 || !may_send_ahead_) return;
  try {
    session_.send_ahead(queries);
  } catch (const EngineError& error) {
    // A proxy may refuse several statements in one packet: then each is sent by itself.
    if (!has_spoken(error.failure())) throw;
    may_send_ahead_ = false;
  }
}

void RangeWalk::open(SourceTable& table) {
  hold(table);
  begin_table(table);
  if (table.keyed()) return walk(table, queue_.share_out(table));
  take_stream(table, table.statements().whole(), 0);
  finish_table(table);
}

void RangeWalk::walk(SourceTable& table, RangeLease range) {
  if (read(table, range) == RangeOutcome::kMoreMayFollow) return queue_.give_back(std::move(range));
  if (queue_.finish(table, std::move(range))) finish_table(table);
}

RangeWalk::RangeOutcome RangeWalk::read(SourceTable& table, RangeLease& range) {
  if (range.keyless()) {
    hold(table);
    take_stream(table, table.statements().without_key(), range.id());
    return RangeOutcome::kRangeEnd;
  }
  const RangeOutcome outcome = read_queries(table, range);
  sink_.finish_range();
  return outcome;
}

RangeWalk::RangeOutcome RangeWalk::read_queries(SourceTable& table, RangeLease& range) {
  RowLimit limit(table.row_bytes());
  for (;;) {
    hold(table);
    if (queue_.stopped() || queue_.is_surplus(lane_)) return RangeOutcome::kMoreMayFollow;
    share(table, range);
    const std::uint64_t rows = limit.rows(query_bytes(limits_, range));
    const TakenRows taken =
        sink_.take(table, {table.statements().range(range.range(), rows), range.id(), table.key_fields()});
    if (taken.rows < rows) return RangeOutcome::kRangeEnd;
    range.advance(taken.last, taken.bytes);
    limit.observe(taken.rows, taken.bytes);
  }
}

void RangeWalk::take_stream(SourceTable& table, std::string statement, int range) {
  sink_.take(table, {std::move(statement), range, {}});
  sink_.finish_range();
}

/// Between two queries: leaves parts of the range to lanes that have nothing to do.
void RangeWalk::share(SourceTable& table, RangeLease& range) {
  while (queue_.wants_share(range)) {
    const auto cut = plan_cut(table, range);
    if (!cut) return queue_.keep(range, 0);
    if (!range.worth_cutting(cut->bytes)) return queue_.keep(range, cut->bytes);
    queue_.share(range, cut->at, cut->part_before);
  }
}

}  // namespace sluice
