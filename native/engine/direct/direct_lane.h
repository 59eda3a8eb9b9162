#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "direct/direct_spec.h"
#include "direct/ordered_output.h"
#include "export/row_print.h"
#include "source/ordered_walk.h"
#include "source/row_reader.h"
#include "source/snapshot_job.h"
#include "support/phase_scope.h"
#include "wire/session.h"

namespace sluice {

/// Context that the lanes of a direct export share. All of it outlives them.
struct DirectContext : SharedByLanes {
  const DirectExportSpec& spec;
  OrderedOutput& output;
};

/// One lane: takes parts of tables from the queue until there are none, and hands their rows over in the
/// export's format. Made, used and destroyed on the lane's thread, which alone uses the session meanwhile.
class DirectLane final : private PartSink {
 public:
  DirectLane(const DirectContext& context, int lane, Session& session);

  /// Returns when the queue has nothing more for this lane. Throws EngineError, with the table named.
  void run();

 private:
  void begin_part(SourceTable& table, const PartPlace& place) override;
  TakenRows take(SourceTable& table, const WalkQuery& query) override;
  /// Ends the part.
  void finish_range() override;
  void finish_table(SourceTable& table) override;

  void take_block(RowBlockPtr block);
  void wait_for_turn();

  const DirectContext context_;
  const int lane_;
  Session& session_;
  const LaneMemory memory_;
  RowReader reader_;
  const RowText::Calls calls_;

  // All below belongs to the part in hand.
  SourceTable* table_ = nullptr;
  std::uint64_t part_ = 0;
  bool has_turn_ = false;
  OrderedOutput::Totals read_;
  std::unique_ptr<RowPrint> rows_;
  std::optional<PhaseScope> phase_;
};

}  // namespace sluice
