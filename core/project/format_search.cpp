// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/format_search.h"

#include "core/network/reference.h"
#include "core/project/format_run.h"
#include "core/project/messages.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lw::project {

namespace {

// Nothing where a value is NaN: then none is the largest, and the answer is wrong.
std::optional<std::uint64_t> largestIn(const tensor::Tensor& values) {
    std::uint64_t out = 0;
    for (std::uint64_t i = 0; i < values.count(); ++i) {
        if (std::isnan(tensor::valueAt(values, i))) return std::nullopt;
        if (tensor::valueAt(values, i) > tensor::valueAt(values, out)) out = i;
    }
    return out;
}

std::uint64_t rightInFloat64(const network::Network& network, const FormatTask& task) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < task.exactInputs.size(); ++i) {
        const auto values =
            network::computeAll(network, task.exactInputs[i], {.arithmetic = network::Arithmetic::F64});
        out += largestIn(values[network.outputs.front()]) == task.classes[i] ? 1 : 0;
    }
    return out;
}

class Search {
  public:
    Search(const FormatTask& task, FormatRun& run, FormatSearch& out)
        : m_task(task), m_run(run), m_out(out), m_isDone(out.layers.size()) {}

    Outcome begin() {
        m_out.widest = m_task.widths.back();
        m_out.bits.assign(m_out.layers.size(), m_out.widest);
        m_out.right = m_out.rightAtFirst = rightWith(m_out.bits);
        m_out.bytes = m_out.bytesAtFirst = bytesWith(m_out.bits);
        if (m_out.right >= m_out.fewestRight) return Done{};
        const auto share = [&](std::uint64_t right) {
            return std::to_string(right) + " of " + std::to_string(m_out.items);
        };
        return Problem{&messages::kTooFewBits,
                       {std::to_string(m_out.widest), share(m_out.right), share(m_out.rightInFloat64),
                        std::to_string(m_out.fewestRight)},
                       {},
                       {},
                       {}};
    }
    // False: no layer can be narrower.
    bool step() {
        std::optional<std::size_t> best; // of those tried
        for (std::size_t layer = 0; layer < m_out.layers.size(); ++layer) {
            const auto narrower = narrowerThan(m_out.bits[layer]);
            if (m_isDone[layer] || !narrower) continue;
            std::vector<std::uint32_t> bits = m_out.bits;
            bits[layer] = *narrower;
            const TriedFormat tried{layer, *narrower, rightWith(bits), bytesWith(bits)};
            m_out.tried.push_back(tried);
            m_isDone[layer] = tried.right < m_out.fewestRight;
            if (!m_isDone[layer] && (!best || isBetter(tried, m_out.tried[*best])))
                best = m_out.tried.size() - 1;
        }
        if (!best) return false;
        TriedFormat& taken = m_out.tried[*best];
        taken.isTaken = true;
        m_out.bits[taken.layer] = taken.bits;
        m_out.right = taken.right;
        m_out.bytes = taken.bytes;
        return true;
    }

  private:
    static bool isBetter(const TriedFormat& one, const TriedFormat& other) {
        return one.right != other.right ? one.right > other.right : one.bytes < other.bytes;
    }
    std::optional<std::uint32_t> narrowerThan(std::uint32_t bits) const {
        const auto at = std::ranges::find(m_task.widths, bits);
        return at == m_task.widths.begin() ? std::nullopt : std::optional(*(at - 1));
    }
    std::uint64_t rightWith(const std::vector<std::uint32_t>& bits) {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < m_task.inputs.size(); ++i)
            out += largestIn(m_run.outputOf(m_task.inputs[i], bits)) == m_task.classes[i] ? 1 : 0;
        return out;
    }
    std::uint64_t bytesWith(const std::vector<std::uint32_t>& bits) const {
        std::uint64_t out = 0;
        for (std::size_t layer = 0; layer < bits.size(); ++layer) out += m_run.bytesOf(layer, bits[layer]);
        return out;
    }

    const FormatTask& m_task;
    FormatRun& m_run;
    FormatSearch& m_out;
    std::vector<bool> m_isDone; // its next width leaves too few right
};

} // namespace

Result<FormatSearch> searchFormats(const network::Network& network, const FormatTask& task) {
    LW_TRY(const ProcessorLowered lowered, lowerForProcessor(network, task.machine, &task.inputs.front()));
    LW_TRY(FormatRun run, FormatRun::of(lowered));
    FormatSearch out;
    out.network = network.name;
    out.machine = lowered.machine;
    out.layers = run.layers();
    if (out.layers.empty()) return Problem{&messages::kNothingMultiplied, {network.name}, {}, {}, {}};
    out.items = task.inputs.size();
    out.clocks = run.clocks();
    out.rightInFloat64 = rightInFloat64(network, task);
    out.fewestRight = out.rightInFloat64 - std::min(out.rightInFloat64, task.mostLost);
    Search search(task, run, out);
    LW_TRY([[maybe_unused]] const Done begun, search.begin());
    while (search.step()) {
    }
    return out;
}

Json jsonOf(const FormatSearch& search) {
    Json tried = Json::list(), chosen = Json::list();
    for (const TriedFormat& one : search.tried)
        tried.push_back({{"layer", search.layers[one.layer]},
                         {"bits", one.bits},
                         {"right", one.right},
                         {"bytes", one.bytes},
                         {"taken", one.isTaken}});
    for (std::size_t i = 0; i < search.layers.size(); ++i)
        chosen.push_back({{"layer", search.layers[i]}, {"bits", search.bits[i]}});
    return {
        {"network", search.network},
        {"machine", search.machine},
        {"items", search.items},
        {"rightInFloat64", search.rightInFloat64},
        {"fewestRight", search.fewestRight},
        {"first", {{"bits", search.widest}, {"right", search.rightAtFirst}, {"bytes", search.bytesAtFirst}}},
        {"tried", std::move(tried)},
        {"chosen", std::move(chosen)},
        {"right", search.right},
        {"bytes", search.bytes},
        {"clocks", search.clocks ? Json(*search.clocks) : Json()}};
}

} // namespace lw::project
