// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/number.h"
#include "core/base/place.h"
#include "core/isa/ids.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace lw::assembler {

using SymbolId = std::uint32_t;
using NodeId = std::uint32_t; // of an expression
inline constexpr std::uint32_t kNone = 0xffffffff;

// A name of the program. It exists from its first use on.
struct Symbol {
    enum class Kind : std::uint8_t { Undefined, Label, Constant, Variable, Tensor, Data };
    // Of a constant whose expression is computed when asked for.
    enum class State : std::uint8_t { Waiting, Computing, Known };

    std::string_view name;
    Kind kind = Kind::Undefined;
    State state = State::Known;
    bool fromMachine = false;  // a constant of the configuration
    bool local = false;        // a label that only its neighbourhood or expansion can name
    isa::SpaceId space{};      // of Tensor and Data
    std::uint32_t uses = 0;    // before it was defined
    std::uint32_t detail = 0;  // Tensor: index into the program's tensors; Data: length in words
    NodeId expression = kNone; // of a Constant
    Number value;
    Place place;                   // of the definition; of the first use while undefined
    std::uint32_t context = kNone; // expansion of that place
};

// All names, in one open-addressing table. Names are views: into source texts, or into a store of this class
// for those that macros made.
class Symbols {
  public:
    Symbols();
    // The symbol of that name, made if there is none. `lasting`: the bytes of the name stay where they are.
    SymbolId use(std::string_view name, bool lasting);
    SymbolId find(std::string_view name) const; // kNone if there is none
    Symbol& operator[](SymbolId id) { return m_symbols[id]; }
    const Symbol& operator[](SymbolId id) const { return m_symbols[id]; }
    std::size_t size() const { return m_symbols.size(); }
    std::size_t bytes() const; // of memory

  private:
    struct Cell {
        std::uint32_t hash = 0;
        SymbolId id = kNone;
    };
    std::size_t cellOf(std::string_view name, std::uint32_t hash) const;
    void grow();

    std::vector<Symbol> m_symbols;
    std::vector<Cell> m_cells; // a power of two, at most half full
    std::deque<std::string> m_names;
};

} // namespace lw::assembler
