#include "event_channel.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "convert_batch.h"

namespace sluice::addon {
namespace {

bool is_last(const Batch& batch) {
  return std::any_of(batch.events.begin(), batch.events.end(),
                     [](const Event& event) { return std::holds_alternative<event::Finished>(event); });
}

}  // namespace

std::shared_ptr<EventChannel> EventChannel::open(Napi::Env env, const Napi::Function& sink,
                                                 std::function<void()> on_finished) {
  const std::shared_ptr<EventChannel> channel(new EventChannel(std::move(on_finished)));
  constexpr std::size_t kUnlimitedQueue = 0;
  constexpr std::size_t kOneThread = 1;
  channel->function_ = Function::New(
      env, sink, "sluice", kUnlimitedQueue, kOneThread, channel.get(),
      [channel](Napi::Env, void*, EventChannel*) {}, static_cast<void*>(nullptr));
  return channel;
}

void EventChannel::post(Batch batch) {
  auto message = std::make_unique<Batch>(std::move(batch));
  if (function_.NonBlockingCall(message.get()) == napi_ok) static_cast<void>(message.release());
}

void EventChannel::deliver(Napi::Env env, Napi::Function sink, EventChannel* channel, Batch* batch) {
  const std::unique_ptr<Batch> owned(batch);
  // Without an environment the queue is only being emptied.
  if (env == nullptr) return;
  const bool last = is_last(*batch);
  if (last) {
    std::exchange(channel->on_finished_, nullptr)();
    channel->function_.Release();
  }
  sink.Call({to_js(env, *batch)});
}

}  // namespace sluice::addon
