#include "input_handle.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answer_task.h"
#include "argument.h"
#include "convert_basics.h"
#include "convert_rows.h"
#include "convert_script.h"
#include "input/script_input.h"

namespace sluice::addon {
namespace {

using Call = Napi::CallbackInfo;
using Items = std::optional<std::vector<ScriptItem>>;

/// Gone after `close`.
struct Input {
  std::shared_ptr<ScriptInput> script;
};

std::shared_ptr<ScriptInput> open(const Call& call, const std::shared_ptr<Input>& input) {
  if (!input->script) throw Napi::Error::New(call.Env(), "The input was closed.");
  return input->script;
}

Napi::Value items_to_js(Napi::Env env, const Items& items) {
  if (!items) return env.Null();
  return list(env, *items, [](Napi::Env to, const ScriptItem& item) { return to_js(to, item); });
}

Napi::Value copied_to_js(Napi::Env env, const CopiedInput& copied) {
  auto object = Napi::Object::New(env);
  object.Set("bytes", number(copied.bytes));
  object.Set("storedBytes", number(copied.stored_bytes));
  object.Set("sha256", copied.sha256);
  object.Set("memory",
             copied.memory < 0 ? env.Null() : Napi::Number::New(env, copied.memory).As<Napi::Value>());
  return object;
}

}  // namespace

Napi::Value open_input(const Call& call) {
  const auto input = std::make_shared<Input>();
  input->script = std::make_shared<ScriptInput>(Argument(call[0], "input").get("descriptor").small());
  auto handle = Napi::Object::New(call.Env());
  const auto add = [&](const char* name, auto method) {
    handle.Set(name, Napi::Function::New(call.Env(), std::move(method), name));
  };
  add("head", [input](const Call& asked) -> Napi::Value {
    return AnswerTask<std::string>::start(
        asked.Env(),
        [script = open(asked, input), most = Argument(asked[0], "mostBytes").whole()] {
          return script->head(static_cast<std::size_t>(most));
        },
        [](Napi::Env env, const std::string& text) {
          return Napi::Buffer<char>::Copy(env, text.data(), text.size());
        });
  });
  add("copy", [input](const Call& asked) -> Napi::Value {
    return AnswerTask<Items>::start(
        asked.Env(),
        [script = open(asked, input), spec = input_spec({asked[0], "spec"})] {
          script->begin(spec);
          return Items(std::vector<ScriptItem>());
        },
        items_to_js);
  });
  add("next", [input](const Call& asked) -> Napi::Value {
    return AnswerTask<Items>::start(
        asked.Env(), [script = open(asked, input)] { return script->next(); }, items_to_js);
  });
  add("finish", [input](const Call& asked) -> Napi::Value {
    return AnswerTask<CopiedInput>::start(
        asked.Env(), [script = open(asked, input)] { return script->finish(); }, copied_to_js);
  });
  add("storedBytes", [input](const Call& asked) -> Napi::Value {
    return Napi::Number::New(asked.Env(), number(open(asked, input)->stored_bytes()));
  });
  add("cancel", [input](const Call&) {
    if (input->script) input->script->cancel();
  });
  add("close", [input](const Call&) { input->script.reset(); });
  return handle;
}

}  // namespace sluice::addon
