// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/firmware.h"

#include <string>
#include <utility>

namespace lw::nnp {

namespace {

// The rows of a chain that begins with the first: to its end, or to where another one begins.
std::size_t lengthOf(std::span<const Decoded> rows) {
    std::size_t length = 1;
    for (; length < rows.size(); ++length) {
        const Step step = rows[length].meaning().step;
        if (step == Step::End) return length + 1;
        if (step == Step::Read || step == Step::ReadMatrix || rows[length].op == op("halt")) break;
    }
    return length;
}

class Walk {
  public:
    Walk(std::span<const Decoded> rows, const Config& config)
        : m_rows(rows), m_config(config), m_controls(config) {}

    std::vector<Refusal> run() {
        for (std::size_t at = 0; at < m_rows.size() && m_rows[at].op != op("halt");) at += take(at);
        return std::move(m_refusals);
    }

  private:
    // How many instructions that was.
    std::size_t take(std::size_t at) {
        const Decoded& row = m_rows[at];
        const std::span<const Decoded> rest = m_rows.subspan(at);
        switch (row.meaning().step) {
        case Step::Alone:
            if (row.op == op("s_wr")) set(row);
            return 1;
        case Step::Read: keep(chainOf(rest, m_controls, m_config).refusal); return lengthOf(rest);
        case Step::ReadMatrix: keep(matrixRefusal(rest, m_controls, m_config)); return lengthOf(rest);
        default: keep(strayRefusal(row)); return 1;
        }
    }

    void set(const Decoded& row) {
        auto refusal = settingRefusal(row, m_config);
        if (!refusal) m_controls.values[row[0]] = row[1];
        keep(std::move(refusal));
    }

    void keep(std::optional<Refusal> refusal) {
        if (refusal) m_refusals.push_back(*std::move(refusal));
    }

    std::span<const Decoded> m_rows;
    const Config& m_config;
    Controls m_controls;
    std::vector<Refusal> m_refusals;
};

} // namespace

std::optional<Refusal> settingRefusal(const Decoded& row, const Config& config) {
    const bool isMiddle = static_cast<Control>(row[0]) == Control::Middle;
    const std::uint32_t least = isMiddle ? numeric::kFewestMantissaBits : 1;
    const std::uint32_t most = isMiddle ? numeric::kMostMantissaBits : config.chainVectors;
    if (row[1] >= least && row[1] <= most) return {};
    return Refusal{machine::FaultKind::OutOfRange, row.bundle, machine::kNoBundle,
                   std::string(kControlNames[row[0]]) + " is set to " + std::to_string(row[1]) + "; it is " +
                       std::to_string(least) + " to " + std::to_string(most),
                   "set a number that the machine has room for"};
}

Refusal strayRefusal(const Decoded& row) {
    return {machine::FaultKind::Undefined, row.bundle, machine::kNoBundle,
            row.name() + " stands outside of a chain",
            "a chain begins with v_rd or m_rd and ends with end_chain"};
}

std::vector<Refusal> refusalsOf(std::span<const Decoded> rows, const Config& config) {
    return Walk(rows, config).run();
}

} // namespace lw::nnp
