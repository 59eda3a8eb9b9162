#include "folder_sync_worker.h"

#include <utility>

#include "codec/folder_sync.h"
#include "convert_batch.h"

namespace sluice::addon {

Napi::Promise FolderSyncWorker::start(Napi::Env env, std::string folder) {
  auto* const worker = new FolderSyncWorker(env, std::move(folder));
  const Napi::Promise promise = worker->done_.Promise();
  worker->Queue();
  return promise;
}

FolderSyncWorker::FolderSyncWorker(Napi::Env env, std::string folder)
    : Napi::AsyncWorker(env), folder_(std::move(folder)), done_(Napi::Promise::Deferred::New(env)) {}

void FolderSyncWorker::Execute() {
  try {
    sync_folder(folder_);
  } catch (const EngineError& error) {
    failure_ = error.failure();
  } catch (const std::exception& error) {
    failure_.emplace();
    failure_->code = "internal";
    failure_->message = error.what();
  }
}

void FolderSyncWorker::OnOK() {
  const Napi::HandleScope scope(Env());
  done_.Resolve(failure_ ? to_js(Env(), *failure_).As<Napi::Value>() : Env().Null());
}

}  // namespace sluice::addon
