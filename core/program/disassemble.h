// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/isa/print.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::program {

// Prints bundles of one program with its labels as branch targets, and with its tensors as addresses that are
// numbers: [weights+8].
// The program must outlive it and stay as it is.
class Disassembler {
  public:
    Disassembler(const Program& program, const isa::Spec& spec);
    Disassembler(const Disassembler&) = delete;
    Disassembler& operator=(const Disassembler&) = delete;

    // The labels of a bundle, sorted; the number of bundles itself is a bundle too: the end.
    std::span<const std::string_view> labelsAt(std::uint32_t bundle) const;
    // Appends the bundle as one line of assembly without a line end. E410 when its bits are not a bundle.
    Outcome append(std::uint32_t bundle, std::string& out) const;
    // The memories that its indices are of, as far as a text of it does not name them: "  # MultiplyVrf".
    std::string remark(std::uint32_t bundle, std::string_view text) const;

  private:
    bool nameTarget(std::uint32_t bundle, std::string& out) const;
    bool nameAddress(const isa::Insn& insn, std::uint32_t address, std::string& out) const;

    const Program& m_program;
    const isa::Spec& m_spec;
    std::vector<std::uint32_t> m_firstLabel;   // by bundle, one more than there are bundles + 1
    std::vector<std::string_view> m_labels;    // by bundle, then by name
    std::vector<const NamedTensor*> m_tensors; // by space and address
    isa::NameNumber m_names;
};

// The whole program as assembly source: chip, constants, tensors, labels, bundles, data. Assembling it for
// the same target gives the same program again (equal hashOf).
Result<std::string> disassemble(const Program& program, const Target& target);

} // namespace lw::program
