#include "target/run_insert.h"

#include <utility>

#include "support/failure.h"

namespace sluice {

Outcome run_insert(Session& session, std::string_view statement, const std::string& head) {
  try {
    return session.execute(statement);
  } catch (const EngineError& error) {
    Failure failure = error.failure();
    failure.statement = head + "(…)";
    throw EngineError(std::move(failure));
  }
}

}  // namespace sluice
