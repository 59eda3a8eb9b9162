#pragma once

#include <napi.h>

#include <functional>
#include <memory>

#include "support/reporter.h"

namespace sluice::addon {

/// The way of a job's batches from its own thread to the sink on the JavaScript thread. While it is open it
/// keeps the process alive; it closes itself behind `event::Finished`.
///
/// `post` is called from the job's reporter thread, everything else on the JavaScript thread. The thread-safe
/// function owns the channel. It may only be posted to until the environment's clean-up hooks have run (Node
/// frees it then), which JobRegistry sees to by ending all jobs in one.
class EventChannel {
 public:
  /// `on_finished` is called on the JavaScript thread before the sink sees the last batch.
  static std::shared_ptr<EventChannel> open(Napi::Env env, const Napi::Function& sink,
                                            std::function<void()> on_finished);

  void post(Batch batch);

 private:
  explicit EventChannel(std::function<void()> on_finished) : on_finished_(std::move(on_finished)) {}
  static void deliver(Napi::Env env, Napi::Function sink, EventChannel* channel, Batch* batch);

  using Function = Napi::TypedThreadSafeFunction<EventChannel, Batch, deliver>;

  std::function<void()> on_finished_;
  Function function_;
};

}  // namespace sluice::addon
