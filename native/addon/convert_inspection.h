#pragma once

#include <napi.h>

#include "argument.h"
#include "innodb/inspect_spec.h"

namespace sluice::addon {

// The shapes of app/engine/tablespace.ts.
InspectSpec inspect_spec(const Argument& spec);
Napi::Object file_report(Napi::Env env, const FileReport& report);

}  // namespace sluice::addon
