#include "convert_script.h"

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "convert_basics.h"

namespace sluice::addon {
namespace {

constexpr std::array<const char*, 3> kVerbs{"insert", "insert-ignore", "replace"};
constexpr std::array<const char*, 3> kWithin{"statement", "text", "comment"};

/// Makes the object of an item of each kind.
class ItemConverter {
 public:
  explicit ItemConverter(Napi::Env env) : env_(env) {}

  Napi::Object operator()(const ScriptStatement& from) const { return text("statement", from); }
  Napi::Object operator()(const ScriptComment& from) const { return text("comment", from); }
  Napi::Object operator()(const ScriptNoise& from) const { return text("noise", from); }

  Napi::Object operator()(const ScriptRows& from) const {
    auto object = of_kind("rows");
    object.Set("verb", name_of(from.head.verb, kVerbs));
    const auto name = from.has_byte_names ? bytes : string;
    object.Set("schema", from.head.schema.empty() ? env_.Null() : name(env_, from.head.schema));
    object.Set("table", name(env_, from.head.table));
    object.Set("columns",
               from.head.columns ? list(env_, *from.head.columns, name).As<Napi::Value>() : env_.Null());
    object.Set("hasByteNames", from.has_byte_names);
    object.Set("offset", number(from.offset));
    object.Set("length", number(from.length));
    object.Set("rows", number(from.rows));
    object.Set("line", number(from.line));
    object.Set("isComputed", from.is_computed);
    object.Set("nulls", number(from.nulls));
    object.Set("zeros", number(from.zeros));
    object.Set("numbers", columns(from.numbers));
    object.Set("notYears", columns(from.not_years));
    object.Set("notOwnTexts", columns(from.not_own_texts));
    object.Set("backward", number(from.backward));
    object.Set("plain", number(from.plain));
    object.Set("notUtf8", number(from.not_utf8));
    object.Set("charset", from.charset);
    object.Set("backslashesEscape", from.lexing.backslashes);
    object.Set("ansiQuotes", from.lexing.ansi_quotes);
    object.Set("charsets", list(env_, from.charsets, string));
    object.Set("lines", number(from.lines));
    return object;
  }

  Napi::Object operator()(const ScriptEnd& from) const {
    auto object = of_kind("end");
    object.Set("bytes", number(from.bytes));
    object.Set("lines", number(from.lines));
    object.Set("cut", from.cut ? cut(*from.cut).As<Napi::Value>() : env_.Null());
    return object;
  }

 private:
  Napi::Array columns(const ColumnBits& bits) const {
    auto found = Napi::Array::New(env_);
    for (std::size_t column = 0; column < ColumnBits::kColumns; ++column) {
      if (bits.has(column)) found.Set(found.Length(), number(column));
    }
    return found;
  }

  static Napi::Value string(Napi::Env env, const std::string& text) { return Napi::String::New(env, text); }

  /// A character for each byte.
  static Napi::Value bytes(Napi::Env env, const std::string& text) {
    napi_value value = nullptr;
    NAPI_THROW_IF_FAILED(env, napi_create_string_latin1(env, text.data(), text.size(), &value),
                         Napi::Value());
    return {env, value};
  }

  Napi::Object of_kind(const char* kind) const {
    auto object = Napi::Object::New(env_);
    object.Set("kind", kind);
    return object;
  }

  template <class Item>
  Napi::Object text(const char* kind, const Item& from) const {
    auto object = of_kind(kind);
    object.Set("text", Napi::Buffer<char>::Copy(env_, from.text.data(), from.text.size()));
    object.Set("offset", number(from.offset));
    object.Set("line", number(from.line));
    return object;
  }

  Napi::Object cut(const ScriptCut& from) const {
    auto object = Napi::Object::New(env_);
    object.Set("line", number(from.line));
    object.Set("lastLine", number(from.last_line));
    object.Set("within", name_of(from.within, kWithin));
    object.Set("isDelivered", from.is_delivered);
    return object;
  }

  Napi::Env env_;
};

}  // namespace

Napi::Object to_js(Napi::Env env, const ScriptItem& item) { return std::visit(ItemConverter(env), item); }

}  // namespace sluice::addon
