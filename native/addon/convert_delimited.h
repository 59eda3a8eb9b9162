#pragma once

#include <napi.h>

#include "delimited/delimited_scan.h"
#include "fields/fields_scan.h"
#include "json/json_scan.h"
#include "sort/key_bounds.h"
#include "xml/xml_scan.h"

namespace sluice::addon {

/// `EngineDelimitedContent` of app/engine/scan/scans.ts.
Napi::Object to_js(Napi::Env env, const DelimitedContent& content);
/// `EngineFieldsContent`.
Napi::Object to_js(Napi::Env env, const FieldsContent& content);
/// `EngineJsonContent`.
Napi::Object to_js(Napi::Env env, const JsonContent& content);
/// `EngineKeyBounds`.
Napi::Object to_js(Napi::Env env, const KeyBounds& found);
/// `EngineXmlContent`.
Napi::Object to_js(Napi::Env env, const XmlContent& content);

}  // namespace sluice::addon
