#include "text_task.h"

#include <utility>

#include "convert_batch.h"
#include "support/or_fail.h"

namespace sluice::addon {

Napi::Promise TextTask::start(Napi::Env env, std::function<std::string()> read) {
  auto* const task = new TextTask(env, std::move(read));
  const Napi::Promise promise = task->done_.Promise();
  task->Queue();
  return promise;
}

TextTask::TextTask(Napi::Env env, std::function<std::string()> read)
    : Napi::AsyncWorker(env), read_(std::move(read)), done_(Napi::Promise::Deferred::New(env)) {}

void TextTask::Execute() {
  or_fail([this] { text_ = read_(); }, [this](Failure failure) { failure_ = std::move(failure); });
}

void TextTask::OnOK() {
  const Napi::HandleScope scope(Env());
  if (failure_) {
    done_.Resolve(to_js(Env(), *failure_));
  } else {
    done_.Resolve(Napi::Buffer<char>::Copy(Env(), text_.data(), text_.size()));
  }
}

}  // namespace sluice::addon
