#pragma once

#include <napi.h>

#include <functional>
#include <optional>
#include <utility>

#include "convert_batch.h"
#include "support/failure.h"
#include "support/or_fail.h"

namespace sluice::addon {

/// One question that is answered from the disk, on a thread of Node's pool. Deletes itself when its promise
/// is settled.
template <class Answer>
class AnswerTask final : public Napi::AsyncWorker {
 public:
  using Work = std::function<Answer()>;
  using Convert = std::function<Napi::Value(Napi::Env, const Answer&)>;

  /// Begins, and gives the promise: of what `convert` makes of the answer, or of the failure that `work`
  /// threw. `work` touches nothing of JavaScript.
  static Napi::Promise start(Napi::Env env, Work work, Convert convert) {
    auto* const task = new AnswerTask(env, std::move(work), std::move(convert));
    const Napi::Promise promise = task->done_.Promise();
    task->Queue();
    return promise;
  }

 private:
  AnswerTask(Napi::Env env, Work work, Convert convert)
      : Napi::AsyncWorker(env),
        work_(std::move(work)),
        convert_(std::move(convert)),
        done_(Napi::Promise::Deferred::New(env)) {}

  void Execute() override {
    or_fail([this] { answer_.emplace(work_()); }, [this](Failure failure) { failure_ = std::move(failure); });
  }

  void OnOK() override {
    const Napi::HandleScope scope(Env());
    if (failure_) {
      done_.Resolve(to_js(Env(), *failure_));
    } else {
      done_.Resolve(convert_(Env(), *answer_));
    }
  }

  const Work work_;
  const Convert convert_;
  const Napi::Promise::Deferred done_;
  std::optional<Answer> answer_;
  std::optional<Failure> failure_;
};

}  // namespace sluice::addon
