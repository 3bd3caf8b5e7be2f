// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/machine/state_tree.h"

#include <cstdint>
#include <string>
#include <vector>

// The block diagram of a machine as plain data: what a chip offers so that pictures of it need not know it.
// Expressions are those of expression.h.
namespace lw::machine {

// Holds while `when` is true; with `rows`, while it is true for any # from 0 to rows - 1.
struct DiagramTest {
    std::string when{}; // "\"dma/list\"[#][6] != 0"
    std::string rows{}; // "\"dma/transfers\"", or empty
};

// Something worth saying about a part.
struct DiagramValue {
    std::string label{}; // "results waiting"
    std::string expression{};
    bool onlyIfNotZero = false;
};

// Lengths are units of the drawing.
struct DiagramBox {
    std::string id{};    // "vmem"
    std::string title{}; // "Vector memory"
    std::string size{};  // "128 x 8"
    isa::UnitGroup group = isa::UnitGroup::Scalar;
    std::int32_t x = 0, y = 0, width = 0, height = 0;
    std::int32_t columns = 0, rows = 0; // of a texture that suggests an array; 0 = none
    std::vector<isa::UnitId> units{};   // stalls and counters of these are this box's
    std::vector<isa::OpId> ops{};       // instructions that make it work
    std::string onlyIf{};               // ... while this is true, # being its number; empty: always
    std::vector<std::uint32_t> names{}; // ... of those that begin with a memory: of these; empty: of any
    std::vector<DiagramTest> busy{};    // older work goes on in it
    std::string level{};                // how many of `capacity` places are taken
    std::uint64_t capacity = 0;         // 0 = it does not fill
    std::vector<DiagramValue> values{};
    Role shows = Role::None; // the cells that tell more
    std::string opens{};     // the level of the machine on which it is seen by itself; empty: none
    std::string note{};      // a sentence that is always shown for it
};

struct DiagramPoint {
    std::int32_t x = 0, y = 0;
    bool operator==(const DiagramPoint&) const = default;
};

// Goes from one box to another in horizontal and vertical pieces; the arrow is at the end.
struct DiagramWire {
    std::string id{}, from{}, to{}; // "load", and ids of boxes
    std::string carries{};          // "a register"
    std::vector<DiagramPoint> points{};
    std::uint8_t thickness = 1;         // 1 = a word, 2 = a bundle or a granule, 3 = a register or a row
    std::vector<isa::OpId> ops{};       // instructions that send something over it
    bool forwards = false;              // ... and those with a forwarded scalar operand
    std::vector<DiagramTest> busy{};    // older work uses it
    std::string onlyIf{};               // `ops` count while this is true; empty: always
    std::vector<std::uint32_t> names{}; // ... and name one of these memories, as of a box
};

struct Diagram {
    std::int32_t width = 0, height = 0;
    std::vector<DiagramBox> boxes{};
    std::vector<DiagramWire> wires{};
};

// What the machine is a part of, as its sources describe it: a chip with more cores, a board with more chips.
struct DiagramLevel {
    std::string id;     // "board"
    std::string title;  // "Board"
    std::string source; // where the structure is from, and which part of it runs programs
    Diagram diagram;
};

} // namespace lw::machine
