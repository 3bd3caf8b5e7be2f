// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/register_files.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace lw::scene::firmware {

using concord::ChainTime;
using concord::Op;
using concord::OpKind;
using concord::OpStream;

namespace {

using FileHatch = LaneKind::Hatch;

// By FileUseKind.
std::vector<LaneKind> fileLaneKinds() {
    return {{"read", isa::UnitGroup::Scalar, "R"},
            {"write", isa::UnitGroup::Vector, "W"},
            {"wait for a write", isa::UnitGroup::Transfer, "V", FileHatch::Wait},
            {"wait for a read", isa::UnitGroup::Transfer, "U", FileHatch::Wait},
            {"held", isa::UnitGroup::Sync, "", FileHatch::None, true}};
}
constexpr std::array<std::string_view, 5> kUseNames{"read", "write", "wait_for_write", "wait_for_read",
                                                    "held"};

bool isWrite(const Op& op) {
    return op.kind == OpKind::Write || op.kind == OpKind::WriteQuantised || op.kind == OpKind::WriteMatrix;
}
bool isOfFile(const Op& op) {
    return !op.memory.empty() && op.memory != concord::kQueue && op.memory != concord::kVectorDram &&
           op.memory != concord::kMatrixDram;
}
bool hasProduct(const concord::Chain& chain) {
    return std::ranges::find(chain.ops, OpKind::Product, &Op::kind) != chain.ops.end();
}

// A location of a file that is used, and when.
struct Touch {
    std::uint64_t location = 0, clock = 0;
};

// What an operation uses in one execution of its chain.
struct OpUse {
    const Op& op;
    const concord::Chain& chain;
    const ChainTime& time;

    std::uint64_t from() const { return time.clock + op.begins; }
    std::uint64_t perTurn() const {
        if (op.kind == OpKind::Product || op.kind == OpKind::WriteMatrix)
            return std::uint64_t{chain.rows} * chain.columns;
        const bool isFirst = op.kind == OpKind::Read || op.kind == OpKind::Window;
        return isFirst && hasProduct(chain) ? chain.columns : chain.rows;
    }
    // Of a product and of matrices: of all iterations at once.
    std::uint32_t turns() const {
        return op.kind == OpKind::Product || op.kind == OpKind::WriteMatrix ? 1 : chain.turns;
    }
    // A product keeps its matrices as long as it has vectors to take or to give.
    std::uint64_t clocks() const {
        if (op.kind != OpKind::Product) return op.clocks;
        return std::max(op.clocks, std::uint64_t{chain.turns} * std::max(chain.rows, chain.columns));
    }

    template <typename Each> void over(const Each& each) const {
        if (op.kind == OpKind::Window) return overWindows(each);
        const std::uint64_t first = concord::firstOf(op, time.turns), count = perTurn();
        const std::uint64_t row = op.kind == OpKind::WriteMatrix ? clocks() / count : 1; // clocks of each
        for (std::uint32_t turn = 0; turn < turns(); ++turn)
            for (std::uint64_t i = 0; i < count; ++i) {
                const std::uint64_t last = (turn * count + i + 1) * row - 1;
                each(Touch{first + std::uint64_t{turn} * op.step + i,
                           from() + (op.kind == OpKind::Product ? clocks() - 1 : last)});
            }
    }

  private:
    template <typename Each> void overWindows(const Each& each) const {
        const concord::WindowRead windows = concord::windowsOf(chain, op, time.turns);
        for (std::uint64_t vector = 0; vector < perTurn() * chain.turns; ++vector)
            if (const auto pixel = windows.vectorOf(vector))
                each(Touch{op.picture + *pixel, from() + vector});
    }
};

// What is known of a location while the run is looked at.
struct LocationTime {
    std::uint64_t landed = 0, lastRead = 0;
    bool isRead = false;
    std::uint32_t writer = 0; // an instruction
};

struct FileTimes {
    RegisterFile file;
    std::map<std::uint64_t, LocationTime> locations;
    std::map<std::uint64_t, std::int64_t> changes; // of how much is held, by clock
    std::array<std::vector<LaneBar>, 4> bars;      // by FileUseKind, but for Held
};

class FileReader {
  public:
    explicit FileReader(const OpStream& stream) : m_stream(stream) {}

    RegisterFiles read(std::span<const ChainTime> chains, std::uint64_t end, bool isFaulted) {
        std::vector<std::uint32_t> times(m_stream.chains.size(), 0);
        for (const ChainTime& time : chains) takeChain(time, times[time.chain]++);
        m_out.lanes.kinds = fileLaneKinds();
        m_out.lanes.end = isFaulted ? end + 1 : end; // so that its clock can be seen
        for (FileTimes& one : m_files) addGroup(one);
        if (isFaulted) m_out.lanes.marks.push_back({end, "fault"});
        m_out.lanes.finish();
        return std::move(m_out);
    }

  private:
    void takeChain(const ChainTime& time, std::uint32_t execution) {
        const concord::Chain& chain = m_stream.chains[time.chain];
        addWait(time, execution);
        for (const Op& op : chain.ops)
            if (isOfFile(op)) takeOp({op, chain, time}, execution);
    }

    void takeOp(const OpUse& use, std::uint32_t execution) {
        FileTimes& at = fileOf(use.op);
        const FileUseKind kind = isWrite(use.op) ? FileUseKind::Write : FileUseKind::Read;
        std::uint64_t touched = 0;
        use.over([&](const Touch& touch) {
            ++touched;
            LocationTime& location = at.locations[touch.location];
            if (kind == FileUseKind::Read) {
                location.lastRead = std::max(location.lastRead, touch.clock);
                location.isRead = true;
                return;
            }
            hold(at, location);
            location = {.landed = touch.clock, .writer = use.op.bundle};
        });
        (kind == FileUseKind::Read ? at.file.reads : at.file.writes) += touched;
        const bool isWindow = use.op.kind == OpKind::Window;
        addBar(at,
               {kind,
                use.op.bundle,
                use.time.chain,
                execution,
                isWindow ? use.op.picture : concord::firstOf(use.op, use.time.turns),
                isWindow ? use.op.window.pictureVectors() : use.perTurn(),
                isWindow ? 0 : use.op.step,
                isWindow ? 1 : use.turns(),
                {}},
               use.from(), use.from() + use.clocks());
    }

    // What a chain waited for, if it was something of a file.
    void addWait(const ChainTime& time, std::uint32_t execution) {
        if (time.waited == 0 || !time.other) return;
        const concord::Chain& chain = m_stream.chains[time.chain];
        const Op* const other = opOf(*time.other);
        if (other == nullptr) return;
        for (const Op& op : chain.ops) {
            const bool isLate = other->kind == OpKind::WriteMatrix ? op.kind == OpKind::Product
                                : other->kind == OpKind::Product   ? op.kind == OpKind::WriteMatrix
                                                                 : readsWhatComes({op, chain, time}, *other);
            if (!isLate) continue;
            FileTimes& at = fileOf(op);
            at.file.waited += time.waited;
            const FileUseKind kind =
                other->kind == OpKind::Product ? FileUseKind::WaitForRead : FileUseKind::WaitForWrite;
            const OpUse use{op, chain, time};
            return addBar(at,
                          {kind, chain.ops.front().bundle, time.chain, execution,
                           concord::firstOf(op, time.turns), use.perTurn(), op.step, use.turns(), time.other},
                          time.clock - time.waited, time.clock);
        }
    }

    // Whether it reads a vector of that instruction in the very clock in which it comes.
    bool readsWhatComes(const OpUse& use, const Op& other) {
        if (isWrite(use.op) || !isOfFile(use.op) || !isWrite(other) || use.op.memory != other.memory)
            return false;
        bool out = false;
        const auto& locations = fileOf(use.op).locations;
        use.over([&](const Touch& touch) {
            const auto found = locations.find(touch.location);
            out |= found != locations.end() && found->second.writer == other.bundle &&
                   found->second.landed == touch.clock;
        });
        return out;
    }

    const Op* opOf(std::uint32_t bundle) const {
        for (const concord::Chain& chain : m_stream.chains)
            for (const Op& op : chain.ops)
                if (op.bundle == bundle) return &op;
        return nullptr;
    }

    FileTimes& fileOf(const Op& op) {
        const auto found =
            std::ranges::find_if(m_files, [&](const FileTimes& one) { return one.file.name == op.memory; });
        if (found != m_files.end()) return *found;
        FileTimes& made = m_files.emplace_back();
        made.file.name = op.memory;
        made.file.areMatrices = op.kind == OpKind::Product || op.kind == OpKind::WriteMatrix;
        return made;
    }

    void addBar(FileTimes& at, FileUse use, std::uint64_t from, std::uint64_t until) {
        const auto kind = static_cast<std::size_t>(use.kind);
        at.bars[kind].push_back(
            {from, until, static_cast<std::uint32_t>(m_out.uses.size()), static_cast<std::uint32_t>(kind)});
        m_out.uses.push_back(std::move(use));
    }

    // From when it was there up to when it is read for the last time.
    static void hold(FileTimes& at, const LocationTime& location) {
        if (!location.isRead) return;
        ++at.changes[location.landed];
        --at.changes[location.lastRead + 1];
    }

    std::vector<LaneBar> heldBars(FileTimes& at) {
        for (const auto& [number, location] : at.locations) hold(at, location);
        std::vector<LaneBar> out;
        std::int64_t held = 0;
        for (auto change = at.changes.begin(); change != at.changes.end(); ++change) {
            held += change->second;
            at.file.most = std::max(at.file.most, static_cast<std::uint64_t>(held));
            const auto after = std::next(change);
            if (held == 0 || after == at.changes.end()) continue;
            const auto number = static_cast<std::uint32_t>(held);
            if (!out.empty() && out.back().until == change->first && out.back().number == number)
                out.back().until = after->first; // what ends and what begins is as much
            else
                out.push_back(
                    {change->first, after->first, number, static_cast<std::uint32_t>(FileUseKind::Held)});
        }
        return out;
    }

    void addGroup(FileTimes& at) {
        Lanes& lanes = m_out.lanes;
        const auto first = static_cast<std::uint32_t>(lanes.lanes.size());
        lanes.lanes.push_back({"held", heldBars(at)});
        const auto add = [&](std::string_view name, std::vector<LaneBar> bars) {
            for (std::vector<LaneBar>& lane : sideBySide(std::move(bars)))
                lanes.lanes.push_back({std::string(name), std::move(lane)});
        };
        add("reads", std::move(at.bars[0]));
        add("writes", std::move(at.bars[1]));
        std::vector<LaneBar> waits = std::move(at.bars[2]);
        waits.insert(waits.end(), at.bars[3].begin(), at.bars[3].end());
        add("waits", std::move(waits));
        lanes.groups.push_back({at.file.name, first, static_cast<std::uint32_t>(lanes.lanes.size()) - first});
        for (std::uint32_t i = first; i < lanes.lanes.size(); ++i)
            for (const LaneBar& bar : lanes.lanes[i].bars) lanes.end = std::max(lanes.end, bar.until);
        m_out.files.push_back(std::move(at.file));
    }

    const OpStream& m_stream;
    std::vector<FileTimes> m_files;
    RegisterFiles m_out;
};

} // namespace

RegisterFiles registerFiles(const OpStream& stream, std::span<const ChainTime> chains, std::uint64_t end,
                            bool isFaulted) {
    return FileReader(stream).read(chains, end, isFaulted);
}

Json jsonOf(const RegisterFiles& files) {
    Json all = Json::list(), uses = Json::list();
    for (const RegisterFile& file : files.files)
        all.push_back({{"name", file.name},
                       {"matrices", file.areMatrices},
                       {"reads", file.reads},
                       {"writes", file.writes},
                       {"most_held", file.most},
                       {"waited", file.waited}});
    for (const FileUse& use : files.uses) {
        Json one{{"kind", kUseNames[static_cast<std::size_t>(use.kind)]},
                 {"bundle", use.bundle},
                 {"chain", use.chain},
                 {"time", use.time},
                 {"first", use.first},
                 {"count", use.count},
                 {"step", use.step},
                 {"turns", use.turns}};
        if (use.other) one["other"] = *use.other;
        uses.push_back(std::move(one));
    }
    return {{"files", std::move(all)}, {"uses", std::move(uses)}, {"lanes", jsonOf(files.lanes)}};
}

} // namespace lw::scene::firmware
