#include "disk_task.h"

#include <utility>

#include "convert_batch.h"

namespace sluice::addon {

Napi::Promise DiskTask::start(Napi::Env env, std::function<void()> work) {
  auto* const task = new DiskTask(env, std::move(work));
  const Napi::Promise promise = task->done_.Promise();
  task->Queue();
  return promise;
}

DiskTask::DiskTask(Napi::Env env, std::function<void()> work)
    : Napi::AsyncWorker(env), work_(std::move(work)), done_(Napi::Promise::Deferred::New(env)) {}

void DiskTask::Execute() {
  try {
    work_();
  } catch (const EngineError& error) {
    failure_ = error.failure();
  } catch (const std::exception& error) {
    failure_ = defect(error.what()).failure();
  }
}

void DiskTask::OnOK() {
  const Napi::HandleScope scope(Env());
  done_.Resolve(failure_ ? to_js(Env(), *failure_).As<Napi::Value>() : Env().Null());
}

}  // namespace sluice::addon
