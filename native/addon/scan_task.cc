#include "scan_task.h"

#include <utility>

#include "convert_basics.h"
#include "convert_batch.h"
#include "convert_script.h"
#include "support/or_fail.h"

namespace sluice::addon {

Napi::Promise ScanTask::start(Napi::Env env, const std::shared_ptr<Scan>& scan) {
  if (scan->is_busy) throw Napi::Error::New(env, "The scan has not answered the call before this one.");
  auto* const task = new ScanTask(env, scan);
  const Napi::Promise promise = task->done_.Promise();
  task->Queue();
  scan->is_busy = true;
  return promise;
}

ScanTask::ScanTask(Napi::Env env, std::shared_ptr<Scan> scan)
    : Napi::AsyncWorker(env), scan_(std::move(scan)), done_(Napi::Promise::Deferred::New(env)) {}

void ScanTask::Execute() {
  or_fail([this] { items_ = scan_->script.next(); },
          [this](Failure failure) { failure_ = std::move(failure); });
}

void ScanTask::OnOK() {
  const Napi::HandleScope scope(Env());
  scan_->is_busy = false;
  done_.Resolve(answer());
}

Napi::Value ScanTask::answer() {
  if (failure_) return to_js(Env(), *failure_);
  if (!items_) return Env().Null();
  return list(Env(), *items_, [](Napi::Env env, const ScriptItem& item) { return to_js(env, item); });
}

}  // namespace sluice::addon
