#include "convert_message.h"

#include "convert_basics.h"

namespace sluice::addon {
namespace {

/// Makes the value of a parameter of each kind.
class ValueConverter {
 public:
  explicit ValueConverter(Napi::Env env) : env_(env) {}

  Napi::Value operator()(const std::string& from) const { return Napi::String::New(env_, from); }
  Napi::Value operator()(std::uint64_t from) const { return Napi::Number::New(env_, number(from)); }
  Napi::Value operator()(const Message& from) const { return to_js(env_, from); }
  Napi::Value operator()(const std::vector<Message>& from) const {
    return list(env_, from, [](Napi::Env env, const Message& one) { return to_js(env, one); });
  }

 private:
  Napi::Env env_;
};

}  // namespace

Napi::Value to_js(Napi::Env env, const Message& from) {
  if (from.empty()) return env.Null();
  auto parameters = Napi::Object::New(env);
  for (const Parameter& parameter : from.parameters) {
    parameters.Set(parameter.name, std::visit(ValueConverter(env), parameter.value));
  }
  auto object = Napi::Object::New(env);
  object.Set("key", from.key);
  object.Set("parameters", parameters);
  return object;
}

}  // namespace sluice::addon
