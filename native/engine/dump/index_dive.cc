#include "dump/index_dive.h"

#include <algorithm>
#include <string>
#include <utility>

#include "range/midpoint.h"

namespace sluice {
namespace {

constexpr int kMostLooks = 24;
/// How often at most a guess is moved on towards the end that the last ones did not reach.
constexpr int kMostHalvings = 64;
/// Two parts are even enough where neither has more than this many times the other's rows.
constexpr double kMostUneven = 2;

double smaller_part(const Cut& cut) { return std::min(cut.rows_before, cut.rows_behind); }

bool is_even(const Cut& cut) {
  return std::max(cut.rows_before, cut.rows_behind) <= smaller_part(cut) * kMostUneven;
}

/// Where the plan of EXPLAIN has its `rows`: MySQL and MariaDB have different columns.
std::size_t rows_column(std::size_t columns) {
  constexpr std::size_t kColumnsOfMySql = 12;
  return columns == kColumnsOfMySql ? 9 : 8;
}

class IndexDive {
 public:
  IndexDive(Session& session, const TableStatements& statements, const KeyParts& parts, const KeyRange& range)
      : session_(session), statements_(statements), parts_(parts), range_(range) {}

  std::optional<Cut> run() {
    const std::optional<Key> first = key(statements_.first_key(range_));
    early_ = first;
    late_ = range_.before ? range_.before : key(statements_.last_key({}));
    for (int look = 0; look < kMostLooks && early_ && late_; ++look) {
      const std::optional<Key> guess = next_guess();
      if (!guess) break;
      auto at = key(statements_.first_key_behind(*guess, range_));
      if (!at || at == first) {
        (at ? early_ : late_) = guess;
        went(!at);
      } else if (consider(std::move(*at), *guess)) {
        break;
      }
    }
    return std::move(best_);
  }

 private:
  /// Half way between the two keys in the first part in which they differ. Nothing where that is what was
  /// guessed before.
  std::optional<Key> next_guess() {
    std::size_t part = agreeing_parts();
    if (part == late_->size() && part < parts_.size()) {
      // All that is left begins with the same values: on to the next part.
      late_ = key(statements_.last_key(*late_));
      if (!late_) return std::nullopt;
      part = agreeing_parts();
    }
    if (part == std::min(early_->size(), late_->size())) return std::nullopt;
    auto middle = skewed_midpoint(parts_[part], (*early_)[part], (*late_)[part]);
    if (!middle) return std::nullopt;
    Key guess(early_->begin(), early_->begin() + static_cast<std::ptrdiff_t>(part));
    guess.push_back(std::move(*middle));
    return last_guess_ == guess ? std::nullopt : last_guess_ = std::move(guess);
  }

  /// Half way at first; where look after look leads to the same side, a quarter, a sixteenth and so on of the
  /// way from there: a few rows far away from all others must not take sixty looks.
  std::optional<std::string> skewed_midpoint(const KeyPart& part, std::string early, std::string late) const {
    std::optional<std::string> middle;
    for (int halving = 0; halving < halvings_; ++halving) {
      auto next = midpoint(part, early, late);
      if (!next || next == middle) break;
      (towards_early_ ? late : early) = *next;
      middle = std::move(next);
    }
    return middle;
  }

  void went(bool towards_early) {
    halvings_ = towards_early == towards_early_ ? std::min(halvings_ * 2, kMostHalvings) : 1;
    towards_early_ = towards_early;
  }

  std::size_t agreeing_parts() const {
    const std::size_t most = std::min(early_->size(), late_->size());
    std::size_t part = 0;
    while (part < most && (*early_)[part] == (*late_)[part]) ++part;
    return part;
  }

  /// Keeps the cut if it is the best so far; true where no better one is wanted. The next look is into the
  /// larger part.
  bool consider(Key at, const Key& guess) {
    Cut cut;
    cut.rows_before = rows({range_.start, at});
    cut.rows_behind = rows({RangeStart{at, Edge::kAt}, range_.before});
    cut.at = std::move(at);
    if (cut.rows_before > cut.rows_behind) {
      late_ = guess;
    } else {
      early_ = cut.at;
    }
    went(cut.rows_before > cut.rows_behind);
    const bool even = is_even(cut);
    if (!best_ || smaller_part(cut) > smaller_part(*best_)) best_ = std::move(cut);
    return even;
  }

  std::optional<Key> key(const std::string& query) {
    const auto rows = session_.rows(query);
    if (rows.empty()) return std::nullopt;
    Key key;
    for (const auto& value : rows.front()) {
      if (!value) return std::nullopt;
      key.push_back(*value);
    }
    return key;
  }

  double rows(const KeyRange& range) {
    const auto plan = session_.rows(statements_.plan(range));
    if (plan.empty()) return 0;
    const auto& rows = plan.front().at(rows_column(plan.front().size()));
    return rows ? std::stod(*rows) : 0;
  }

  Session& session_;
  const TableStatements& statements_;
  const KeyParts& parts_;
  const KeyRange& range_;
  /// Between these the next guess is made.
  std::optional<Key> early_;
  std::optional<Key> late_;
  std::optional<Key> last_guess_;
  bool towards_early_ = true;
  int halvings_ = 1;
  std::optional<Cut> best_;
};

}  // namespace

std::optional<Cut> find_cut(Session& session, const TableStatements& statements, const KeyParts& parts,
                            const KeyRange& range) {
  return IndexDive(session, statements, parts, range).run();
}

}  // namespace sluice
