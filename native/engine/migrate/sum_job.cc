#include "migrate/sum_job.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

#include "migrate/migrate_book.h"
#include "migrate/range_walk.h"
#include "migrate/row_feed.h"
#include "snapshot/snapshot_sessions.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"
#include "support/phase_scope.h"

namespace sluice {
namespace {

SumSpec with_valid_lanes(SumSpec spec) {
  spec.lanes = std::clamp(spec.lanes, 1, kMaxLanes);
  return spec;
}

}  // namespace

class SumJob::Impl final : public LaneWork {
 public:
  Impl(SumSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        reporter_(board_, std::move(handler)),
        sessions_(spec_.connection, spec_.session, spec_.lanes),
        queue_(spec_.lanes, kLeastSplitBytes),
        crew_(*this, spec_.lanes) {
    board_.show_lanes(spec_.lanes);
  }

  void start() {
    opener_ = std::thread([this] { open_sessions(); });
  }

  void end() {
    cancel();
    opener_.join();
    crew_.join();
  }

  void add_tables(std::vector<DumpTable> tables) {
    for (DumpTable& table : tables) {
      TableMeter& meter = board_.add_table(table.id);
      book_.add_part(table.id, nullptr);
      try {
        queue_.add(std::make_unique<TableDump>(std::move(table), meter));
      } catch (const EngineError& error) {
        fail(error.failure());
      }
    }
  }

  void seal() { queue_.seal(); }
  void pause() { control_.pause(); }
  void resume() { control_.resume(); }

  void cancel() {
    control_.cancel();
    stop();
  }

  void set_lanes(int lanes) {
    const int wanted = std::clamp(lanes, 1, spec_.lanes);
    queue_.set_lanes(wanted);
    crew_.want(wanted);
  }

 private:
  class Lane final : public RowTaker {
   public:
    Lane(Impl& job, int lane) : job_(job), lane_(lane), session_(job.sessions_.session(lane)) {}

    void run() {
      RangeWalk(job_.queue_, job_.control_, lane_, session_, *this, room_.rows.large_row_bytes).run();
    }

   private:
    TakenRows take(TableDump& table, const std::string& statement,
                   std::span<const std::size_t> key_fields) override {
      PhaseScope phase(job_.board_, lane_, Phase::kVerify, table.table().id, -1);
      RowStream rows = session_.stream(statement);
      RowFeed feed(session_, rows, table, key_fields, room_, [&](std::uint64_t more, std::uint64_t bytes) {
        if (job_.control_.stopping()) throw EngineError("cancelled", "The comparison was stopped.");
        phase.moved(more, bytes);
      });
      if (feed.begin_chunk(std::numeric_limits<std::uint64_t>::max())) feed.skip();
      const ChunkReading& read = feed.reading();
      job_.book_.part(table.table().id).add(read.rows, read.bytes, feed.sum());
      table.meter().add(read.rows, read.bytes);
      return {read.rows, read.bytes, feed.last_key()};
    }

    void end(TableDump& table) override {
      const MovedPart& part = job_.book_.part(table.table().id);
      table.meter().set_state(TableState::kDone);
      job_.reporter_.post(event::TableSummed{table.table().id, part.rows, part.bytes, part.sum});
    }

    Impl& job_;
    const int lane_;
    Session& session_;
    const RowFeed::Room room_{row_room(job_.spec_.memory_limit_bytes, job_.spec_.lanes), job_.large_rows_,
                              job_.board_};
  };

  void fail(Failure failure) {
    control_.fail(std::move(failure));
    stop();
  }

  void stop() {
    queue_.stop();
    crew_.stop();
  }

  void open_sessions() {
    or_fail(
        [&] {
          sessions_.open();
          if (!control_.stopping()) sessions_.take();
        },
        [this](Failure failure) { fail(std::move(failure)); });
    crew_.start();
  }

  void run_lane(int lane) noexcept override {
    const WireThread wire;
    or_fail([&] { Lane(*this, lane).run(); }, [this](Failure failure) { fail(std::move(failure)); });
  }

  bool finished() const noexcept override { return queue_.exhausted(); }
  void interrupt_lanes() noexcept override { sessions_.interrupt_all(); }

  void ended() noexcept override { reporter_.finish(ending_of(control_, queue_)); }

  const SumSpec spec_;
  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  SnapshotSessions sessions_;
  DumpQueue queue_;
  MigrateBook book_;
  std::mutex large_rows_;
  LaneCrew crew_;
  std::thread opener_;
};

SumJob::SumJob(SumSpec spec, BatchHandler handler)
    : impl_(std::make_unique<Impl>(std::move(spec), std::move(handler))) {
  impl_->start();
}

SumJob::~SumJob() { impl_->end(); }

void SumJob::add_tables(std::vector<DumpTable> tables) { impl_->add_tables(std::move(tables)); }
void SumJob::seal() { impl_->seal(); }
void SumJob::pause() { impl_->pause(); }
void SumJob::resume() { impl_->resume(); }
void SumJob::cancel() { impl_->cancel(); }
void SumJob::set_lanes(int lanes) { impl_->set_lanes(lanes); }

}  // namespace sluice
