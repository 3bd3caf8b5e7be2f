// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/setting_lints.h"

#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/program/dataflow.h"
#include "core/program/lint_messages.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace lw::training {

namespace {

using program::RegisterSet;

// What an instruction sets for others to use. An instruction that means something of its own without it is
// none of its users: segred without a pattern reduces segments where they are, which nothing else does.
struct Setting {
    std::string_view title, setter;
    std::array<std::string_view, 8> users;
};
constexpr Setting kSettings[] = {
    {"the permute pattern",
     "setperm",
     {"perm", "rotperm", "permred.sum", "permred.max", "permred.min", "redperm.sum", "redperm.max",
      "redperm.min"}},
    {"the rotation", "setrot", {"rot", "rotperm"}},
    {"the segments",
     "setseg",
     {"segred.sum", "segred.max", "segred.min", "redperm.sum", "redperm.max", "redperm.min"}},
    {"the random key", "rng.key", {"rng"}},
};

// Which settings each row of the table sets and uses: sets of indices into kSettings.
struct RowSettings {
    RegisterSet sets, uses;
};
const std::vector<RowSettings>& rowSettings() {
    static const std::vector<RowSettings> kRows = [] {
        std::vector<RowSettings> out(kIsa.insns.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            for (unsigned setting = 0; setting < std::size(kSettings); ++setting) {
                const std::string_view name = kIsa.insns[i].name;
                if (name == kSettings[setting].setter) out[i].sets.add(setting);
                if (std::ranges::find(kSettings[setting].users, name) != kSettings[setting].users.end())
                    out[i].uses.add(setting);
            }
        return out;
    }();
    return kRows;
}

class SettingLinter {
  public:
    SettingLinter(const program::Program& program, std::size_t number)
        : m_program(program), m_number(number) {}

    std::vector<program::LintFinding> run() {
        if (!collect()) return {};
        program::ProgramFacts facts = program::factsOf(m_program, kIsa);
        const program::FlowGraph graph(m_program, facts);
        // Settings take the place of registers.
        for (std::size_t i = 0; i < facts.bundles.size(); ++i) facts.bundles[i].writes = m_bundles[i].sets;
        const std::vector<RegisterSet> before = program::writtenOnSomeWay(graph, facts);
        for (std::uint32_t b = 0; b < graph.blocks().size(); ++b)
            if (graph.blocks()[b].reachable) lookAt(graph.blocks()[b], before[b]);
        std::ranges::stable_sort(m_found, {}, &program::LintFinding::bundle);
        return std::move(m_found);
    }

  private:
    // Whether anything uses a setting; of most programs nothing does.
    bool collect() {
        RegisterSet used;
        m_bundles.resize(m_program.bundles.size());
        isa::Bundle bundle;
        for (std::size_t i = 0; i < m_bundles.size(); ++i) {
            if (isa::decode(kIsa, m_program.bundles[i], bundle)) continue;
            for (const isa::SlotInsn& insn : bundle) {
                m_bundles[i].sets = m_bundles[i].sets | rowSettings()[insn.op].sets;
                m_bundles[i].uses = m_bundles[i].uses | rowSettings()[insn.op].uses;
            }
            used = used | m_bundles[i].uses;
        }
        return !used.empty();
    }

    // A setting is reported once per block: everything after it suffers from the same. A bundle uses what was
    // set before it.
    void lookAt(const program::FlowBlock& block, RegisterSet set) {
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            const RegisterSet missing = m_bundles[i].uses - set;
            missing.each([&](unsigned setting) { report(i, setting); });
            set = set | missing | m_bundles[i].sets;
        }
    }

    void report(std::uint32_t number, unsigned setting) {
        isa::Bundle bundle;
        std::string text;
        if (isa::decode(kIsa, m_program.bundles[number], bundle)) return;
        for (const isa::SlotInsn& insn : bundle)
            if (text.empty() && rowSettings()[insn.op].uses.has(setting)) isa::print(kIsa, insn, text);
        m_found.push_back({&program::messages::kSettingNeverSet,
                           m_number,
                           number,
                           {text, std::string(kSettings[setting].title), std::to_string(number),
                            std::string(kSettings[setting].setter)}});
    }

    const program::Program& m_program;
    std::size_t m_number;
    std::vector<RowSettings> m_bundles;
    std::vector<program::LintFinding> m_found;
};

} // namespace

std::vector<program::LintFinding> lintSettings(std::span<const program::Program* const> programs) {
    std::vector<program::LintFinding> out;
    for (std::size_t i = 0; i < programs.size(); ++i)
        std::ranges::move(SettingLinter(*programs[i], i).run(), std::back_inserter(out));
    return out;
}

} // namespace lw::training
