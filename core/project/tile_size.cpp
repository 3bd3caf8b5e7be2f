// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_size.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/curve.h"
#include "core/project/messages.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace lw::project {

using lower::tiling::AxisPlan;
using lower::tiling::Fill;
using lower::tiling::Overlap;
using lower::tiling::Size;
using lower::tiling::TilingPlan;

namespace {

struct Candidate {
    TilingPlan plan;
    std::uint64_t least = 0; // clocks that it takes at least
};

// Sizes in one direction: of those that make as many tiles in the same way the smallest.
class Steps {
  public:
    Steps(std::int64_t align, std::int64_t least, std::int64_t most) : m_align(align), m_most(up(most)) {
        m_least = std::min(least, m_most);
    }
    std::int64_t align() const { return m_align; }
    std::int64_t most() const { return m_most; }
    // No tile is larger than what one tile has of the picture.
    std::int64_t clipped(std::int64_t fixed) const { return std::clamp(fixed, m_least, m_most); }
    // That of a plan. Of those that make as many tiles it is called with the smallest first.
    std::int64_t add(const AxisPlan& plan) {
        const auto [at, isNew] = m_known.try_emplace({plan.tiles.size(), plan.fill}, plan.fixed);
        if (isNew) m_sizes.push_back(plan.fixed);
        return at->second;
    }
    // The largest one up to this size.
    std::optional<std::int64_t> upTo(std::int64_t size) const {
        const auto after = std::ranges::upper_bound(m_sizes, size);
        return after == m_sizes.begin() ? std::nullopt : std::optional(*std::prev(after));
    }
    std::optional<std::int64_t> beside(std::int64_t from, std::ptrdiff_t far) const {
        const std::ptrdiff_t at = std::ranges::lower_bound(m_sizes, from) - m_sizes.begin() + far;
        if (at < 0 || at >= std::ssize(m_sizes)) return std::nullopt;
        return m_sizes[static_cast<std::size_t>(at)];
    }

  private:
    std::int64_t up(std::int64_t size) const { return (size + m_align - 1) / m_align * m_align; }

    std::int64_t m_align, m_least = 0, m_most;
    std::map<std::pair<std::size_t, Fill>, std::int64_t> m_known;
    std::vector<std::int64_t> m_sizes; // rising
};

class Chooser {
  public:
    Chooser(const network::Network& picture, const TileKind& kind, const TileTarget& target,
            const TileSizeWork& work)
        : m_picture(picture), m_kind(kind), m_target(target), m_work(work) {
        m_size = {static_cast<std::int64_t>(picture.input.shape[0]),
                  static_cast<std::int64_t>(picture.input.shape[1])};
    }

    Result<std::optional<TileSize>> run() {
        LW_TRY(Steps rows, stepsOf(network::Direction::Rows));
        LW_TRY(Steps columns, stepsOf(network::Direction::Columns));
        std::vector<Candidate> squares = squaresOf(sidesOf(rows, columns), rows, columns);
        if (isKept(network::Direction::Rows)) addFlatter(squares, rows, network::Direction::Rows);
        if (isKept(network::Direction::Columns)) addFlatter(squares, columns, network::Direction::Columns);
        if (!squares.empty()) {
            LW_TRY([[maybe_unused]] const Done tried, tryAll(std::move(squares)));
        }
        if (m_best && m_best->model.clocks) goAround(rows, columns);
        if (isStopped()) return std::optional<TileSize>();
        if (!m_best && m_last) return std::move(m_last->why);
        if (!m_best) return Problem{&messages::kNoTileSize, {}, {}, {}, {}};
        m_best->modelled = std::move(m_modelled);
        if (m_refused && (!m_best->model.clocks || m_refused->least < *m_best->model.clocks)) {
            m_best->better = m_refused->fixed;
            m_best->refused = std::move(m_refused->why);
        }
        return std::move(m_best);
    }

  private:
    bool isStopped() const { return m_work.stop != nullptr && *m_work.stop; }

    bool isKept(network::Direction direction) const {
        return m_kind.overlap == Overlap::Both ||
               (m_kind.overlap == Overlap::Columns && direction == network::Direction::Columns);
    }

    std::optional<Candidate> candidate(const Size& fixed) {
        auto plan = planTiles(m_picture, m_size, fixed, m_kind.fill, m_target.array.grid(), m_kind.overlap);
        if (!plan) {
            note(fixed, plan.problem());
            return std::nullopt;
        }
        if (const Problem* const why = notMasked(*plan)) {
            note(fixed, *why);
            return std::nullopt;
        }
        shareAmong(*plan, m_target.array.circuits());
        const std::uint64_t least = leastClocks(plan->cost, m_target);
        return Candidate{*std::move(plan), least};
    }

    // Why the plan's masks cannot be had, if that is so: it does not depend on the size of tiles.
    const Problem* notMasked(const TilingPlan& plan) {
        if (plan.rows.fill != Fill::Masked && plan.columns.fill != Fill::Masked) return nullptr;
        if (!m_masks) {
            const auto tile = tileNetwork(m_picture, plan);
            const bool isWhy = !tile && tile.problem().message == &lower::messages::kNotMasked;
            m_masks = isWhy ? Outcome(tile.problem()) : Outcome(Done{});
        }
        return *m_masks ? nullptr : &m_masks->problem();
    }

    Result<Steps> stepsOf(network::Direction direction) const {
        LW_TRY(const network::Line line, network::lineOf(m_picture, direction));
        LW_TRY(const lower::tiling::Alignment alignment, lower::tiling::alignmentOf(line));
        const std::int64_t size = direction == network::Direction::Rows ? m_size.rows : m_size.columns;
        if (!isKept(direction)) {
            const std::int64_t least = lower::tiling::leastFixed(line, alignment, size + alignment.align);
            const std::int64_t circuits = direction == network::Direction::Rows
                                              ? m_target.array.sharing().rows
                                              : m_target.array.sharing().columns;
            const std::int64_t shared = circuits > 1 ? leastShared(line, alignment, size) : 0;
            return Steps(alignment.align, std::max(least == 0 ? size : least, shared),
                         std::max(size, shared));
        }
        // With what lags behind the picture.
        LW_TRY(const AxisPlan plan, lower::tiling::planKeptAxis(line, size, alignment.align));
        std::int64_t most = size;
        for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
            const lower::tiling::AxisOutput& output = plan.outputs[i];
            most = std::max(most,
                            network::ceilOf((output.full + plan.lags[line.outputs[i]]) * output.scale.under,
                                            output.scale.over));
        }
        return Steps(alignment.align, alignment.align, most);
    }
    // The smallest tile whose neighbour has all that it needs of it; 0: there is none.
    static std::int64_t leastShared(const network::Line& line, const lower::tiling::Alignment& alignment,
                                    std::int64_t size) {
        constexpr std::int64_t kBeyond = 4096; // the picture
        // Times the least tile: what is shared does not grow, so that twice as large would do.
        constexpr std::int64_t kEnough = 3;
        const std::int64_t least = lower::tiling::leastFixed(line, alignment, size + kBeyond);
        if (least == 0) return 0;
        for (std::int64_t fixed = least; fixed <= kEnough * least; fixed += alignment.align) {
            const auto plan = planAxis(line, size, fixed, Fill::Masked, lower::tiling::Grid::Steps);
            if (plan && haloOf(*plan).isWithin(plan->step)) return fixed;
        }
        return 0;
    }
    // Of squares, which candidates are cut from: of a long picture they are none, and need no masks where the
    // square would.
    static std::vector<std::int64_t> sidesOf(const Steps& rows, const Steps& columns) {
        const std::int64_t align = std::lcm(rows.align(), columns.align()),
                           most = (std::max(rows.most(), columns.most()) + align - 1) / align * align,
                           steps =
                               most / align / static_cast<std::int64_t>(lower::tiling::kMostCurvePoints) + 1;
        std::vector<std::int64_t> out;
        for (std::int64_t side = align; side < most; side += steps * align) out.push_back(side);
        out.push_back(most);
        return out;
    }

    // Squares, cut to what the picture has, and of each direction the smallest size of those that make as
    // many tiles: of a long picture these are not squares.
    std::vector<Candidate> squaresOf(const std::vector<std::int64_t>& sides, Steps& rows, Steps& columns) {
        std::set<std::pair<std::int64_t, std::int64_t>> known;
        std::vector<Candidate> out;
        for (const std::int64_t side : sides) {
            auto square = candidate({rows.clipped(side), columns.clipped(side)});
            if (!square) continue;
            const Size fixed{rows.add(square->plan.rows), columns.add(square->plan.columns)};
            if (!known.emplace(fixed.rows, fixed.columns).second) continue;
            if (fixed != square->plan.fixed) square = candidate(fixed);
            if (square) out.push_back(*std::move(square));
        }
        return out;
    }

    // Along a direction in which what is shared is kept a tile computes nothing twice, however small it is:
    // what it has no room for there it may have along the other one.
    void addFlatter(std::vector<Candidate>& squares, const Steps& steps, network::Direction direction) {
        for (std::size_t i = 0, count = squares.size(); i < count; ++i)
            for (const std::int64_t by : {2, 4, 8}) {
                Size fixed = squares[i].plan.fixed;
                std::int64_t& side = direction == network::Direction::Rows ? fixed.rows : fixed.columns;
                const auto smaller = steps.upTo(side / by);
                if (!smaller) break;
                side = *smaller;
                if (auto one = candidate(fixed)) squares.push_back(*std::move(one));
            }
    }

    // Without clocks the first one that fits in the order of multiply-adds.
    Outcome tryAll(std::vector<Candidate> squares) {
        LW_TRY(const TileNetwork tile, tileNetwork(m_picture, squares.front().plan));
        LW_TRY([[maybe_unused]] const Done kept,
               checkOverlap(m_kind.overlap, tile.toLower(), m_target.circuit, m_target.array));
        const bool hasClocks = isOneProgram(tile.toLower(), m_target.circuit);
        if (!hasClocks && m_target.array.count() > 1) return Problem{&messages::kNotForArray, {}, {}, {}, {}};
        std::ranges::sort(squares, {}, [&](const Candidate& one) {
            return std::tuple(hasClocks ? one.least : 0, one.plan.cost.macs, one.plan.cost.bytesIn,
                              one.plan.fixed.rows);
        });
        for (const Candidate& one : squares) {
            if (isStopped() || m_modelled.size() == kMostSquaresModelled) break;
            if (m_best && (!hasClocks || one.least >= *m_best->model.clocks)) break;
            tryOne(one);
        }
        return Done{};
    }

    // Whether it is better than what there was.
    bool tryOne(const Candidate& one) {
        const Size& fixed = one.plan.fixed;
        const auto isLarger = [&](const Size& other) {
            return fixed.rows >= other.rows && fixed.columns >= other.columns;
        };
        if (std::ranges::any_of(m_tooLarge, isLarger)) return false;
        if (!m_tried.emplace(fixed.rows, fixed.columns).second) return false;
        const auto model = modelTiles(m_picture, one.plan, m_target, m_work.stop);
        if (!model) {
            note(fixed, model.problem());
            if (model.problem().message == &lower::messages::kBufferTooSmall) m_tooLarge.push_back(fixed);
            if (!m_refused || one.least < m_refused->least)
                m_refused = Refused{fixed, one.least, model.problem()};
            return false;
        }
        if (!*model) return false;
        m_modelled.push_back({fixed, **model});
        if (m_work.hasModelled) m_work.hasModelled(m_modelled.size());
        const auto order = [](const TileModel& of, const Size& size) {
            return std::tuple(of.clocks.value_or(0), size.rows * size.columns);
        };
        if (m_best && order(**model, fixed) >= order(m_best->model, m_best->plan.fixed)) return false;
        m_best = TileSize{one.plan, **model, {}, {}, {}};
        return true;
    }

    // Sizes beside the best one, in one direction at a time, as long as they are better.
    void goAround(const Steps& rows, const Steps& columns) {
        constexpr std::ptrdiff_t kFar = 2;
        for (bool isBetter = true; isBetter;) {
            isBetter = false;
            const Size from = m_best->plan.fixed;
            for (const bool isRows : {true, false})
                for (std::ptrdiff_t far = -kFar; far <= kFar; ++far) {
                    if (isStopped() || m_modelled.size() == kMostSizesModelled) return;
                    const auto there =
                        isRows ? rows.beside(from.rows, far) : columns.beside(from.columns, far);
                    if (!there) continue;
                    const auto one = candidate(isRows ? Size{*there, from.columns} : Size{from.rows, *there});
                    if (one && one->least < *m_best->model.clocks) isBetter |= tryOne(*one);
                }
        }
    }

    // Why a size will not do: kept of the smallest one.
    void note(const Size& fixed, Problem why) {
        if (!m_last || fixed.rows * fixed.columns < m_last->fixed.rows * m_last->fixed.columns)
            m_last = Refused{fixed, 0, std::move(why)};
    }

    struct Refused {
        Size fixed;
        std::uint64_t least = 0; // clocks
        Problem why;
    };

    const network::Network& m_picture;
    const TileKind& m_kind;
    const TileTarget& m_target;
    const TileSizeWork& m_work;
    Size m_size;
    std::optional<Outcome> m_masks; // whether the network can be masked, once somebody asked
    std::optional<TileSize> m_best;
    std::optional<Refused> m_refused; // that could take the fewest
    std::optional<Refused> m_last;    // the smallest
    std::vector<Size> m_tooLarge;     // none that is as large in both directions fits
    std::set<std::pair<std::int64_t, std::int64_t>> m_tried;
    std::vector<TileSize::Modelled> m_modelled;
};

} // namespace

Result<std::optional<TileSize>> chooseTileSize(const network::Network& picture, const TileKind& kind,
                                               const TileTarget& target, const TileSizeWork& work) {
    return Chooser(picture, kind, target, work).run();
}

} // namespace lw::project
