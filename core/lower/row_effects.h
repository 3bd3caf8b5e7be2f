// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/program_text.h"
#include "core/machine/circuit_limits.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

// What rows of a program for the inference circuit do to each other, as far as it decides in which order they
// can be.
namespace lw::lower {

// Who carries out a row. Rows of the same unit stay in their order.
enum class RowUnit : std::uint8_t { Matrix, Vector, Transfer };
// What is occupied meanwhile.
enum class RowPort : std::uint8_t { Array, WeightPath, Vector, Transfer, None };

// A half-open stretch of bytes of the unified buffer, rows of accumulators, or the weight path.
struct Touch {
    enum class What : std::uint8_t { Buffer, Accumulators, WeightPath } what = What::Buffer;
    bool writes = false;
    std::int64_t begin = 0, end = 1;

    bool conflictsWith(const Touch& other) const {
        return what == other.what && (writes || other.writes) && begin < other.end && other.begin < end;
    }
};

struct RowEffects {
    std::optional<RowUnit> unit; // nothing: rows before it stay before it, and rows after it after
    RowPort port = RowPort::None;
    std::vector<Touch> touches;
    // Roughly how many clocks its port is taken, and how long what it touches is. They decide what is a
    // good order, not the results.
    std::uint64_t busy = 1, total = 1;
};

using BufferAddresses = std::map<std::string, std::uint64_t, std::less<>>; // of tensors

// Reads the rows of a program one after the other, in their order.
class RowReader {
  public:
    RowReader(const BufferAddresses& addresses, const machine::CircuitLimits& circuit)
        : m_addresses(addresses), m_circuit(circuit) {}

    // Nothing for a row that only sets a pattern.
    std::optional<RowEffects> read(const TextRow& row);
    // The contents of a register, if the operand is one that was set.
    const Loops* patternOf(const std::string& operand) const;

  private:
    struct Strip {
        std::uint64_t pixels = 1, lanes = 1;
        std::uint64_t elements() const { return pixels * lanes; }
    };
    struct Access {
        std::size_t address = 0, pattern = 0; // number of the operand
        bool writes = false;
        std::uint64_t elements = 1, elementBytes = 1;
    };

    Touch bufferTouch(const TextRow& row, const Access& access) const;
    Touch accumulatorTouch(const TextRow& row) const; // of vread
    RowEffects ofMatrix(const TextRow& row);
    RowEffects ofVector(const TextRow& row);
    RowEffects ofTransfer(const TextRow& row) const;
    void setStrip(const TextRow& row);

    const BufferAddresses& m_addresses;
    const machine::CircuitLimits& m_circuit;
    std::map<std::string, Loops, std::less<>> m_patterns;
    std::map<std::string, Strip, std::less<>> m_strips;
    std::uint64_t m_tileColumns = 1;
};

} // namespace lw::lower
