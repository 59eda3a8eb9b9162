// Two functions of Node-API 8 for runtimes that end at an earlier version, such as Electron 9: zstd-napi
// links against them, and does not load without. Loaded with RTLD_GLOBAL before it
// (build/vite/zstd-binding.mjs), and never where the runtime has its own. A tag is kept as a hidden property;
// that is enough to tell one class's objects from another's, which is all that zstd-napi asks.
#include <node_api.h>

#include <cinttypes>
#include <cstdio>
#include <string>

namespace {

constexpr const char* kProperty = "napi8_shim:type_tag";

std::string text_of(const napi_type_tag& tag) {
  char text[33];
  std::snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, tag.upper, tag.lower);
  return text;
}

}  // namespace

extern "C" {

NAPI_EXTERN napi_status NAPI_CDECL napi_type_tag_object(napi_env env, napi_value value,
                                                        const napi_type_tag* type_tag) {
  bool tagged = false;
  if (const napi_status status = napi_has_named_property(env, value, kProperty, &tagged); status != napi_ok)
    return status;
  if (tagged) return napi_invalid_arg;
  napi_property_descriptor property{};
  property.utf8name = kProperty;
  property.attributes = napi_default;
  const std::string text = text_of(*type_tag);
  const napi_status status = napi_create_string_utf8(env, text.c_str(), text.size(), &property.value);
  return status == napi_ok ? napi_define_properties(env, value, 1, &property) : status;
}

NAPI_EXTERN napi_status NAPI_CDECL napi_check_object_type_tag(napi_env env, napi_value value,
                                                              const napi_type_tag* type_tag, bool* result) {
  *result = false;
  bool tagged = false;
  if (const napi_status status = napi_has_named_property(env, value, kProperty, &tagged); status != napi_ok)
    return status;
  if (!tagged) return napi_ok;
  napi_value found = nullptr;
  if (const napi_status status = napi_get_named_property(env, value, kProperty, &found); status != napi_ok)
    return status;
  char text[33] = "";
  std::size_t length = 0;
  const napi_status status = napi_get_value_string_utf8(env, found, text, sizeof text, &length);
  *result = status == napi_ok && text_of(*type_tag) == text;
  return status;
}

/// Without it `process.dlopen` would not call this a module.
NAPI_MODULE_EXPORT napi_value NAPI_CDECL napi_register_module_v1(napi_env, napi_value exports) {
  return exports;
}
}
