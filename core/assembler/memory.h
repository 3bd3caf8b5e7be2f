// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/expression.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lw::assembler {

// How a value of a data directive becomes bytes.
enum class DataKind : std::uint8_t { Word, Float, Bf16 };

// The initial contents of the memories: data sections and tensors, where they lie,
// and that they do not overlap.
class Memory {
  public:
    Memory(program::Program& program, Reports& reports, Expressions& expressions, std::uint64_t maximumBytes)
        : m_program(program), m_reports(reports), m_expressions(expressions), m_maximumBytes(maximumBytes) {}

    void setTarget(const program::Target& target);

    // A data section: continues after everything in the space, or at an address in its units.
    bool begin(isa::SpaceId space, std::optional<std::uint64_t> address, const Spot& spot);
    isa::SpaceId space() const { return m_space; }
    std::uint64_t address() const { return m_at / unitBytes(m_space); } // of the next byte, in units
    std::uint64_t wordsSoFar() const { return m_at / 4; }

    // Moves to the next unit, to a multiple of `units`, or forward to an address.
    // What is passed stays never-written.
    void alignUnit() { m_at = (m_at + unitBytes(m_space) - 1) / unitBytes(m_space) * unitBytes(m_space); }
    bool align(std::uint64_t units, const Spot& spot);
    bool moveTo(std::uint64_t address, const Spot& spot);
    // Words that are reserved, or all have one value.
    bool space(std::uint64_t words, std::optional<std::uint32_t> fill, const Spot& spot);
    // An element; a value that is not known yet is computed and put in when fill() is called. Bf16: `half` 0
    // opens a word, 1 fills it.
    bool element(DataKind kind, NodeId node, std::optional<Number> value, int half);

    // Room for a tensor of `units`: after everything in the space, or at an address.
    // Its address, or nothing after a report.
    std::optional<std::uint64_t> place(isa::SpaceId space, std::uint64_t units,
                                       std::optional<std::uint64_t> address, const std::string& name,
                                       bool hasContents, const Spot& spot);
    // Whether that many bytes of contents may be added; reports if not.
    bool mayAdd(std::uint64_t bytes, const Spot& spot);
    void contents(isa::SpaceId space, std::uint64_t address, std::vector<std::byte> bytes);

    // When all names are known: the values that were waiting, and overlaps.
    void fill();
    void checkOverlaps();
    std::size_t bytes() const {
        return m_waiting.capacity() * sizeof(Waiting) + m_extents.capacity() * sizeof(Extent);
    }

  private:
    struct Waiting {
        std::uint32_t data = 0;   // index into Program::data
        std::uint64_t offset = 0; // into its bytes
        NodeId value = kNone;
        DataKind kind = DataKind::Word;
    };
    struct Extent {
        isa::SpaceId space{};
        std::uint64_t from = 0, to = 0; // bytes
        std::string name;
        Spot spot;
        // A tensor without contents: a data section that names its address may lie in it.
        bool mayContain = false;
        bool mayLieIn = false; // such a section
    };

    std::uint64_t unitBytes(isa::SpaceId space) const { return m_target->spaces[index(space)].unitBytes; }
    std::uint64_t sizeOf(isa::SpaceId space) const {
        return m_target->spaces[index(space)].unitBytes * m_target->spaces[index(space)].units;
    }
    bool fits(std::uint64_t bytes, const Spot& spot);
    bool isWhole(std::uint64_t byte, const Spot& spot);
    std::byte* append(std::size_t bytes, const Spot& spot);
    void checkPair(const Extent& a, const Extent& b);
    void claim(std::uint64_t bytes, const Spot& spot);
    bool store(std::byte* to, DataKind kind, Number value, const Spot& spot);
    Problem& beyond(isa::SpaceId space, std::uint64_t address, const Spot& spot);

    program::Program& m_program;
    Reports& m_reports;
    Expressions& m_expressions;
    std::uint64_t m_maximumBytes;
    const program::Target* m_target = nullptr;
    isa::SpaceId m_space{};
    std::uint64_t m_at = 0;              // bytes
    std::vector<std::uint64_t> m_behind; // first byte after everything, per space
    std::uint64_t m_bytes = 0;           // of contents
    std::vector<Waiting> m_waiting;
    std::vector<Extent> m_extents;
    bool m_addressed = false; // the running section names its address
    bool m_continues = false; // the last extent is that of the running section
};

} // namespace lw::assembler
