#include "source/index_dive.h"

#include <algorithm>
#include <string>
#include <utility>

#include "range/midpoint.h"

namespace sluice {
namespace {

constexpr int kMostLooks = 24;
/// Most times that a guess is moved on towards the end that the last ones did not reach.
constexpr int kMostHalvings = 64;
/// Two parts are even enough where neither has more than this many times the other's rows.
constexpr double kMostUneven = 2;
/// So many times the rows that the statistics know of prove them wrong.
constexpr double kProvesWrong = 2;
/// Rows that a part must have where there are no statistics: a fraction of those read, a least and a most.
constexpr std::uint64_t kPartOfRead = 1024;
constexpr std::uint64_t kLeastRowsOfPart = 16;
constexpr std::uint64_t kMostRowsOfPart = 1000;

double smaller_part(const Cut& cut) { return std::min(cut.rows_before, cut.rows_behind); }

bool is_even(const Cut& cut) {
  return std::max(cut.rows_before, cut.rows_behind) <= smaller_part(cut) * kMostUneven;
}

/// Index of `rows` among the columns of EXPLAIN, which differ between MySQL and MariaDB.
std::size_t rows_column(std::size_t columns) {
  constexpr std::size_t kColumnsOfMySql = 12;
  return columns == kColumnsOfMySql ? 9 : 8;
}

TextGuess other(TextGuess guess) {
  return guess == TextGuess::kHalfway ? TextGuess::kGroup : TextGuess::kHalfway;
}

class IndexDive {
 public:
  IndexDive(Session& session, const TableStatements& statements, const KeyParts& parts, const KeyRange& range)
      : session_(session), statements_(statements), parts_(parts), range_(range) {}

  std::optional<Cut> run(std::uint64_t rows_read) {
    rows_of_table_ = rows_of(statements_.plan_of_all());
    if (static_cast<double>(rows_read) > rows_of_table_ * kProvesWrong) {
      wanted_rows_ = std::clamp(rows_read / kPartOfRead, kLeastRowsOfPart, kMostRowsOfPart);
    }
    const std::optional<Key> first = key(statements_.first_key(range_));
    early_ = first;
    if (early_) late_ = last_value({});
    for (int look = 0; look < kMostLooks && early_ && late_; ++look) {
      const std::optional<Key> guess = next_guess();
      if (!guess) break;
      auto at = key(statements_.first_key_behind(*guess, range_));
      if (!at || at == first) {
        miss(*guess, at.has_value());
      } else if (consider(std::move(*at), *guess)) {
        break;
      }
    }
    return std::move(best_);
  }

 private:
  /// The last value that rows of the range which begin with `values` have in the part after them. Not where
  /// the range ends: no row need be near that, and a guess by value would not know. But where parts of both
  /// directions are bounded, or an ENUM or SET by a list, MySQL would sort to find that row.
  std::optional<Key> last_value(const Key& values) {
    const std::size_t next = values.size();
    std::optional<Key> last = range_.before;
    const bool ends_here = last && std::equal(values.begin(), values.end(), last->begin());
    const bool findable = one_direction(next + 1) && parts_[next].kind != KeyKind::kNumbered;
    late_has_rows_ = !ends_here || (findable && next + 1 == last->size());
    if (!ends_here || findable) last = key(statements_.last_key(range_, values));
    if (last) last->resize(next + 1);
    return last;
  }

  /// A guess with no row behind it, or all of them. Where rows are known to have the last value, it was text
  /// in another order than was guessed, and says nothing of where they end.
  void miss(const Key& guess, bool all_behind) {
    if (all_behind) early_ = guess;
    if (!all_behind && !late_has_rows_) late_ = guess;
    went(!all_behind);
    text_guess_ = other(text_guess_);
  }

  bool one_direction(std::size_t first_parts) const {
    const auto end = parts_.begin() + static_cast<std::ptrdiff_t>(first_parts);
    return std::all_of(parts_.begin(), end,
                       [&](const KeyPart& part) { return part.descending == parts_.front().descending; });
  }

  /// Half way between the two keys in the first part in which they differ. Nothing where that is what was
  /// guessed before.
  std::optional<Key> next_guess() {
    std::size_t part = agreeing_parts();
    while (part == late_->size() && part < parts_.size()) {
      // All that is left begins with the same values: on to the next part.
      late_ = last_value(*late_);
      if (!late_) return std::nullopt;
      part = agreeing_parts();
    }
    if (part == std::min(early_->size(), late_->size())) return std::nullopt;
    if (auto guess = new_guess(part)) return guess;
    text_guess_ = other(text_guess_);
    return new_guess(part);
  }

  std::optional<Key> new_guess(std::size_t part) {
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
      auto next = midpoint(part, early, late, text_guess_);
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

  /// Keeps the cut if it is the best so far; true where no better one is wanted.
  bool consider(Key at, const Key& guess) {
    return wanted_rows_ ? probe(std::move(at), guess) : estimate(std::move(at), guess);
  }

  /// By statistics. The next look is into the larger part.
  bool estimate(Key at, const Key& guess) {
    const double before = rows_of(statements_.plan({range_.start, at}));
    const double behind = rows_of(statements_.plan({RangeStart{at, Edge::kAt}, range_.before}));
    Cut cut{std::move(at), most_beside(before, behind), most_beside(behind, before)};
    go_on(cut.at, guess, cut.rows_before > cut.rows_behind);
    const bool even = is_even(cut);
    if (!best_ || smaller_part(cut) > smaller_part(*best_)) best_ = std::move(cut);
    return even;
  }

  /// By looking. The next look is away from the part that is too small.
  bool probe(Key at, const Key& guess) {
    const bool enough_behind = has_rows({RangeStart{at, Edge::kAt}, range_.before});
    const bool enough = enough_behind && has_rows({range_.start, at});
    go_on(at, guess, !enough_behind);
    best_ = Cut{std::move(at), 0, 0};
    return enough;
  }

  bool has_rows(const KeyRange& range) {
    return key(statements_.key_after(range, *wanted_rows_ - 1)).has_value();
  }

  void go_on(const Key& at, const Key& guess, bool towards_early) {
    if (towards_early) {
      late_ = guess;
      late_has_rows_ = true;
    } else {
      early_ = at;
    }
    went(towards_early);
  }

  std::optional<Key> key(const std::string& query) {
    const auto rows = session_.rows(query);
    if (rows.empty()) return std::nullopt;
    Key key;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const auto& value = rows.front().at(part);
      if (!value) return std::nullopt;
      key.push_back(*value);
    }
    return key;
  }

  /// The rows of a part; where the server's number only means half of the table or more, the most that the
  /// other part leaves.
  double most_beside(double rows, double other) const {
    return rows * 2 < rows_of_table_ - 1 ? rows : std::max(rows, rows_of_table_ - other);
  }

  double rows_of(const std::string& plan) {
    const auto lines = session_.rows(plan);
    if (lines.empty()) return 0;
    const auto& rows = lines.front().at(rows_column(lines.front().size()));
    return rows ? std::stod(*rows) : 0;
  }

  Session& session_;
  const TableStatements& statements_;
  const KeyParts& parts_;
  const KeyRange& range_;
  /// Between these the next guess is made.
  std::optional<Key> early_;
  std::optional<Key> late_;
  /// True if rows of the range are known to have the late one's value, or to lie behind it.
  bool late_has_rows_ = false;
  std::optional<Key> last_guess_;
  TextGuess text_guess_ = TextGuess::kHalfway;
  bool towards_early_ = true;
  int halvings_ = 1;
  /// By the statistics.
  double rows_of_table_ = 0;
  /// Rows that are enough for a part, where the statistics are wrong.
  std::optional<std::uint64_t> wanted_rows_;
  std::optional<Cut> best_;
};

}  // namespace

std::optional<Cut> find_cut(Session& session, const TableStatements& statements, const KeyParts& parts,
                            const KeyRange& range, std::uint64_t rows_read) {
  return IndexDive(session, statements, parts, range).run(rows_read);
}

}  // namespace sluice
