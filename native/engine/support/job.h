#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace sluice {

/// Work on threads of its own: the interface that dump, load, migrate, verify, export and checksum jobs
/// share.
///
///     LoadJob job(std::move(spec), [](Batch batch) { show(std::move(batch)); });  // starts at once
///     job.add_tables(std::move(tables));
///     job.seal();
///     // event::Finished is the last event that the handler gets.
///
/// Threads: one thread owns the job, makes all calls and destroys it. Calls return at once and may come after
/// the job has ended, when they do nothing. The handler runs on a thread of the job, for one batch at a time;
/// it must not destroy the job. `event::Finished` comes once every lane has ended. The destructor cancels
/// what still runs and blocks until it has ended.
///
/// Errors: failures are events. Only the constructor throws, std::bad_alloc or std::system_error where the
/// system has no memory or no thread for the job, and `add_tables` std::bad_alloc.
class Job {
 public:
  Job() = default;
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Declares that no more tables will come: the job finishes when the last one has.
  virtual void seal() = 0;
  /// Holds the lanes at their next boundary (a query, a chunk, an index, a block of a file) until `resume`.
  virtual void pause() = 0;
  virtual void resume() = 0;
  /// Ends the job, and the statements that run, as cancelled.
  virtual void cancel() = 0;
  /// Sets how many lanes work, clamped to 1 and the most that the job began with. A lane too many ends at its
  /// next boundary and leaves its work to others.
  virtual void set_lanes(int lanes) = 0;
  /// Has all sessions take their snapshot: called once, between `event::SessionsOpen` and
  /// `event::SnapshotsTaken`. Does nothing in a job that posts neither.
  virtual void take_snapshots() {}
};

/// Job over tables of one kind.
template <class Table>
class TableJob : public Job {
 public:
  /// Adds tables, at any time before `seal`.
  virtual void add_tables(std::vector<Table> tables) = 0;
};

/// Job whose implementation its header does not show: passes all calls on to it.
template <class Table>
class HiddenJob : public TableJob<Table> {
 public:
  void add_tables(std::vector<Table> tables) final { job_->add_tables(std::move(tables)); }
  void seal() final { job_->seal(); }
  void pause() final { job_->pause(); }
  void resume() final { job_->resume(); }
  void cancel() final { job_->cancel(); }
  void set_lanes(int lanes) final { job_->set_lanes(lanes); }
  void take_snapshots() final { job_->take_snapshots(); }

 protected:
  explicit HiddenJob(std::unique_ptr<TableJob<Table>> job) : job_(std::move(job)) {}

 private:
  const std::unique_ptr<TableJob<Table>> job_;
};

}  // namespace sluice
