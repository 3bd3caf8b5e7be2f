// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/link_lints.h"

#include "core/chips/inference/coming.h"
#include "core/chips/inference/decoded.h"
#include "core/chips/inference/links.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/program/lint_messages.h"

#include <algorithm>
#include <array>
#include <string>

namespace lw::inference {

namespace {

using machine::CoreId;
using program::LintFinding;
using Rows = std::vector<Decoded>;

constexpr std::size_t kMostNames = 3;

class LinkLinter {
  public:
    LinkLinter(std::span<const program::Program* const> programs, std::vector<Rows> rows,
               std::span<const std::size_t> programOf, const Config& config)
        : m_programs(programs), m_rows(std::move(rows)), m_programOf(programOf), m_config(config) {
        // Rows after a halt never issue.
        for (Rows& one : m_rows) {
            const auto halt = std::find_if(one.begin(), one.end(), [](const Decoded& row) {
                return row.row().insn.flow == isa::Flow::Halt;
            });
            one.erase(halt, one.end());
        }
    }

    std::vector<LintFinding> run() {
        if (!m_programOf.empty()) countSignals();
        for (std::size_t p = 0; p < m_rows.size(); ++p) {
            const std::vector<CoreId> circuits = circuitsOf(p);
            for (const Decoded& row : m_rows[p]) {
                if (isSend(row.op)) send(p, row, circuits);
                if (row.op == op("wait") && !m_programOf.empty()) wait(p, row, circuits);
            }
        }
        return std::move(m_found);
    }

  private:
    using Counts = std::array<std::uint64_t, kSignals>;

    // Those that run it, or may run it.
    std::vector<CoreId> circuitsOf(std::size_t program) const {
        std::vector<CoreId> out;
        for (std::uint16_t i = 0; i < m_config.cores.count; ++i)
            if (m_programOf.empty() || m_programOf[i] == program) out.push_back({i});
        return out;
    }

    void countSignals() {
        std::vector<Rows> ofCircuits;
        for (const std::size_t program : m_programOf) ofCircuits.push_back(m_rows[program]);
        for (const auto& coming : comingTo(ofCircuits, m_config)) {
            m_sent.emplace_back();
            for (const Coming& one : coming) ++m_sent.back()[one.signal];
        }
    }

    void send(std::size_t program, const Decoded& row, const std::vector<CoreId>& circuits) {
        std::vector<CoreId> without;
        for (const CoreId circuit : circuits)
            if (!neighbourOf(circuit, directionOf(row.op), m_config.cores)) without.push_back(circuit);
        if (without.empty() || (m_programOf.empty() && without.size() != circuits.size())) return;
        m_found.push_back({&program::messages::kNoNeighbour,
                           program,
                           row.bundle,
                           {textOf(program, row), namesOf(without), std::to_string(row.bundle)}});
    }

    // Circuits to which the signal comes equally often are reported together.
    void wait(std::size_t program, const Decoded& row, const std::vector<CoreId>& circuits) {
        std::vector<std::uint64_t> times;
        const auto sentTo = [&](CoreId circuit) { return m_sent[circuit.index][row[0]]; };
        for (const CoreId circuit : circuits)
            if (sentTo(circuit) < row[1]) times.push_back(sentTo(circuit));
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        for (const std::uint64_t count : times) {
            std::vector<CoreId> these;
            std::copy_if(circuits.begin(), circuits.end(), std::back_inserter(these),
                         [&](CoreId circuit) { return sentTo(circuit) == count; });
            m_found.push_back(
                {&program::messages::kSignalTooRare,
                 program,
                 row.bundle,
                 {textOf(program, row), namesOf(these), std::to_string(count), std::to_string(row.bundle)}});
        }
    }

    std::string namesOf(const std::vector<CoreId>& circuits) const {
        std::string out;
        for (std::size_t i = 0; i < circuits.size() && i < kMostNames; ++i)
            out += (i == 0 ? "" : ", ") + m_config.cores.titleOf(circuits[i]);
        if (circuits.size() > kMostNames)
            out += " and " + std::to_string(circuits.size() - kMostNames) + " more";
        return out;
    }

    std::string textOf(std::size_t program, const Decoded& row) const {
        isa::Bundle bundle;
        std::string out;
        if (!isa::decode(kIsa, m_programs[program]->bundles[row.bundle], bundle))
            isa::print(kIsa, bundle.insns[0], out);
        return out;
    }

    std::span<const program::Program* const> m_programs;
    std::vector<Rows> m_rows;
    std::span<const std::size_t> m_programOf;
    const Config& m_config;
    std::vector<Counts> m_sent; // to each circuit
    std::vector<LintFinding> m_found;
};

} // namespace

std::vector<LintFinding> lintLinks(std::span<const program::Program* const> programs,
                                   std::span<const std::size_t> programOf, const Config& config) {
    if (!config.isArray() || !config.way) return {};
    std::vector<Rows> rows;
    for (const program::Program* const program : programs) {
        auto decoded = decodeRows(*program);
        if (!decoded) return {}; // loading it reports that
        rows.push_back(*std::move(decoded));
    }
    return LinkLinter(programs, std::move(rows), programOf, config).run();
}

} // namespace lw::inference
