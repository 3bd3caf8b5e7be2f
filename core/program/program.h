// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/place.h"
#include "core/isa/bundle.h"
#include "core/program/target.h"
#include "core/tensor/dtype.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lw::program {

// How a tensor lies in memory. Row: row-major, elements packed into words (two bf16 to a word, even element
// low); in a space of rows every tensor begins on a row, and each slice along the last dimension does too
// when it does not exceed a row. Tile: [.., M, N] in tiles of tileRows rows of tileColumns words (tileColumns
// elements of 32 bits, or twice as many bf16), zero-padded, tiles row-major, each tile as tileRows
// consecutive rows, in every space. See layout.h.
enum class Layout : std::uint8_t { Row, Tile };

struct NamedTensor {
    std::string name;
    tensor::DType dtype = tensor::DType::F32;
    std::vector<std::uint64_t> shape;
    isa::SpaceId space{};
    Layout layout = Layout::Row;
    std::uint64_t address = 0; // in units of the space
    std::uint64_t units = 0;   // length in units of the space, padding included
    Place place;
};

enum class SymbolKind : std::uint8_t { Label, Constant, Tensor, Data };

// A name that others may use: local labels and constants that change (.set) are not listed, names of the
// machine neither. Every tensor has a symbol of its name.
struct Symbol {
    std::string name;
    SymbolKind kind = SymbolKind::Label;
    isa::SpaceId space{};   // of Tensor and Data
    std::int64_t value = 0; // bundle number, constant, or address in units of the space
    Place place;
};

// Initial contents of memory, written before the first clock. `bytes` begins at byte `offset` of the space;
// both are multiples of 4, and no byte is given twice.
struct Data {
    isa::SpaceId space{};
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
};

struct SourceName {
    std::string path;       // as the program's text or the command line named it
    std::uint64_t hash = 0; // of the file's bytes
};

// A line that called a macro, and the bundles it became. Of macros in macros each has its own.
struct Expansion {
    Place call;
    std::uint32_t first = 0, count = 0; // bundles
};

// What the text calls a result (.result): a tensor, or one of its elements.
struct ResultName {
    std::string tensor;
    std::vector<std::uint64_t> index; // of the element; empty: all of it
    std::string words;                // for people; may be empty
    Place place;
};

// What the text calls a stream that it traces (.stream).
struct StreamName {
    std::uint32_t number = 0;
    std::string words; // for people
    Place place;
};

// A hint as it is written (hints.h), and the bundle that it precedes.
struct HintLine {
    std::string text;
    std::uint32_t bundle = 0;
    Place place;
};

// An assembled program: bundles, where each came from, names, and the initial contents of memories.
struct Program {
    std::string chip;    // "training"
    std::string machine; // name of the configuration it was assembled for
    std::uint64_t machineHash = 0;
    std::vector<isa::Bits> bundles;
    std::vector<Place> places;   // one per bundle; Place::file is an index into `sources`
    std::vector<Symbol> symbols; // sorted by name
    std::vector<NamedTensor> tensors;
    std::vector<Data> data;
    std::vector<SourceName> sources;
    std::vector<Expansion> expansions; // in the order they began; a program file does not have them
    std::vector<ResultName> results;   // in the text's order; a program file does not have them
    std::vector<StreamName> streams;   // in the text's order; a program file does not have them
    std::vector<HintLine> hints;       // in the text's order
};

const Symbol* findSymbol(const Program& program, std::string_view name);
const NamedTensor* findTensor(const Program& program, std::string_view name);
// The pieces by memory and offset.
std::vector<const Data*> inOrder(const std::vector<Data>& data);
// Of what the program is and does: not of places and sources, nor of how its data is cut into pieces.
std::uint64_t hashOf(const Program& program);

} // namespace lw::program
