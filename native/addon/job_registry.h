#pragma once

#include <map>
#include <memory>
#include <utility>

namespace sluice::addon {

/// The running jobs of one environment. A job stays here from its start until its last event, whatever
/// JavaScript does with its handle. When the environment ends first (the process exits, a worker is stopped),
/// its clean-up hook ends them all, and no thread of theirs is left. Used on the JavaScript thread only.
class JobRegistry {
 public:
  int next_id() { return next_id_++; }
  void keep(int id, std::shared_ptr<void> job) { jobs_.emplace(id, std::move(job)); }
  /// Ends the job, unless it has ended, and blocks for that long.
  void drop(int id) { jobs_.erase(id); }
  void drop_all() { jobs_.clear(); }

 private:
  std::map<int, std::shared_ptr<void>> jobs_;
  int next_id_ = 0;
};

}  // namespace sluice::addon
