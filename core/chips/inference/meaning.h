// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::inference {

class Circuit;
class Planner;
struct Decoded;
struct Work;

// What the elements of an instruction are.
enum class Element : std::uint8_t { Int8, Word, Float };

// Says what the instruction touches and how long it takes, or reports a fault.
using PlanFunction = void (*)(Planner& plan);
// Does it. Nothing can go wrong any more.
using ActFunction = void (*)(Circuit& circuit, const Decoded& row, const Work& work);
// d[i] = f(x[i], y[i]) for i < count; with `spread` y is one word. d may be x or y.
using LaneFunction = void (*)(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d,
                              std::uint32_t count, bool spread);

// The meaning of a row of the table.
struct Meaning {
    PlanFunction plan = nullptr;
    ActFunction act = nullptr;
    LaneFunction lanes = nullptr; // of the vector unit; for pooling: how a value joins the others
    Element element = Element::Word;
};

} // namespace lw::inference
