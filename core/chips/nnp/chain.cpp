// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/chain.h"

#include <algorithm>
#include <utility>

namespace lw::nnp {

using machine::FaultKind;

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

bool isInside(Step step) {
    return step != Step::Alone && step != Step::Read && step != Step::ReadMatrix && step != Step::WriteMatrix;
}

// Of an index that moves with loops that are not there.
std::optional<Refusal> stepRefusal(const Decoded& row, const Controls& controls) {
    const auto steps = stepsOf(row);
    for (std::uint32_t i = 0; i < kSteps; ++i)
        if (steps[i] != 0 && controls.loops <= i)
            return Refusal{FaultKind::Undefined, row.bundle, machine::kNoBundle,
                           row.name() + (i == 0 ? " has a step, but is not inside a loop"
                                                : " has an outer step, but is not inside two loops"),
                           "leave it out, or write loop before the chain"};
    return {};
}

// Reads a chain row by row, and keeps what later rules need.
class Reader {
  public:
    Reader(std::span<const Decoded> rows, const Controls& controls, const Config& config)
        : m_rows(rows), m_controls(controls), m_config(config) {}

    ChainOrRefusal read() {
        begin();
        for (std::size_t i = 1; !m_refusal && !m_isOver; ++i) {
            if (i == m_rows.size()) {
                refuse(m_rows.back(), FaultKind::Undefined, "the chain does not end",
                       "write end_chain after it");
                break;
            }
            take(m_rows[i]);
            m_chain.length = static_cast<std::uint32_t>(i) + 1;
        }
        if (!m_refusal) checkInPlace();
        return {std::move(m_chain), std::move(m_refusal)};
    }

  private:
    void begin();
    void take(const Decoded& row);
    void takeProduct(const Decoded& row);
    void takeAdd(const Decoded& row);
    void takeTimes(const Decoded& row);
    void takeActivation(const Decoded& row);
    void takeWrite(const Decoded& row);
    void takeEnd(const Decoded& row);
    void checkInPlace();

    void refuse(const Decoded& row, FaultKind kind, std::string text, std::string advice,
                std::uint32_t other = machine::kNoBundle) {
        if (!m_refusal) m_refusal = Refusal{kind, row.bundle, other, std::move(text), std::move(advice)};
    }
    void takeWindows(const Decoded& row);
    void addStage(const Decoded& row, Port port) { m_chain.stages.push_back({port, row.bundle}); }
    // The locations of an instruction, inside of their memory.
    Locations located(const Decoded& row, Memory memory, std::uint32_t count);
    void checkSteps(const Decoded& row) {
        if (!m_refusal) m_refusal = stepRefusal(row, m_controls);
    }

    std::span<const Decoded> m_rows;
    const Controls& m_controls;
    const Config& m_config;
    Chain m_chain;
    std::optional<Refusal> m_refusal;
    std::uint32_t m_each = 0; // vectors of an iteration
    bool m_isOver = false, m_hasProduct = false, m_hasMultiplied = false;
    bool m_inSecond = false;         // the second MFU has begun
    bool m_adds[2] = {false, false}; // that each MFU has added
    bool m_activates[2] = {false, false};
};

Locations Reader::located(const Decoded& row, Memory memory, std::uint32_t count) {
    const Address at = addressOf(row, m_controls);
    Locations out{memory, at.first, count, at.inc, m_controls.iterations(), row.bundle};
    checkSteps(row);
    if (memory == Memory::NetQ) {
        out.first = 0;
        out.step = count;
        return out;
    }
    if (out.end() > m_config.vectorsOf(memory))
        refuse(row, FaultKind::OutOfRange,
               row.name() + " reaches vector " + number(out.end() - 1) + " of " +
                   std::string(nameOf(memory)) + ", which has " + number(m_config.vectorsOf(memory)),
               "use fewer rows, columns or iterations, a smaller index, or a machine with more vectors");
    return out;
}

void Reader::begin() {
    const Decoded& row = m_rows.front();
    for (std::size_t i = 1; i < m_rows.size() && m_rows[i].meaning().step != Step::End; ++i)
        m_hasProduct = m_hasProduct || m_rows[i].meaning().step == Step::Product;
    m_each = m_hasProduct ? m_controls.columns() : m_controls.rows();
    const std::uint64_t taken = std::uint64_t{m_each} * m_controls.iterations();
    const std::uint64_t given = std::uint64_t{m_controls.rows()} * m_controls.iterations();
    if (std::max(taken, given) > m_config.chainVectors)
        return refuse(row, FaultKind::OutOfRange,
                      "the chain has " + number(std::max(taken, given)) + " vectors, and " +
                          number(m_config.chainVectors) + " can be under way",
                      "set fewer rows, cols or iterations");
    m_chain.taken = static_cast<std::uint32_t>(taken);
    m_chain.given = static_cast<std::uint32_t>(given);
    addStage(row, Port::Read);
    if (row.readsWindows())
        takeWindows(row);
    else
        m_chain.reads.push_back(located(row, memoryOf(row), m_each));
    m_hasProduct = false;
}

// A picture is read as a whole: what a window takes of it is nobody's business outside.
void Reader::takeWindows(const Decoded& row) {
    checkSteps(row);
    const concord::WindowRead read{windowOf(m_controls), addressOf(row, m_controls).first, row[2], m_each};
    const std::uint64_t first = m_controls[Control::Picture], has = m_config.vectorsOf(memoryOf(row));
    const concord::Window& window = read.window;
    const bool isTooLarge = std::uint64_t{window.width} * window.height > has ||
                            first + window.pictureVectors() > has; // the first for products beyond 64 bits
    if (isTooLarge)
        return refuse(row, FaultKind::OutOfRange,
                      "the picture of " + number(window.height) + " x " + number(window.width) + " x " +
                          number(window.depth) + " vectors from vector " + number(first) +
                          " on goes beyond " + std::string(nameOf(memoryOf(row))) + ", which has " +
                          number(has),
                      "look at picture, picture_width, picture_height and picture_depth");
    const std::uint64_t ofWindow = window.windowVectors();
    if (std::uint64_t{window.windowWidth} * window.windowHeight > kMostSetting ||
        std::uint64_t{read.skip} + read.count > ofWindow)
        return refuse(
            row, FaultKind::OutOfRange,
            "v_rd.w reads vectors " + number(read.skip) + " to " +
                number(std::uint64_t{read.skip} + read.count - 1) + " of a window, which has " +
                number(ofWindow),
            "set fewer cols (without mv_mul: rows), or look at skip, window_width and window_height");
    if (read.skip % window.depth != 0 || read.count % window.depth != 0)
        return refuse(
            row, FaultKind::Undefined,
            "v_rd.w reads " + number(read.count) + " vectors after the first " + number(read.skip) +
                ", and a pixel has " + number(window.depth),
            "of windows whole pixels are read: set cols (without mv_mul: rows) and skip to multiples of "
            "picture_depth");
    for (std::uint32_t i = 0; i < m_controls.iterations(); ++i)
        if (!window.isInside(read.first + i))
            return refuse(row, FaultKind::OutOfRange,
                          "window " + number(read.first + i) + " lies outside of its picture",
                          "read fewer windows, or look at windows_across, strides and pads");
    m_chain.reads.push_back(
        {memoryOf(row), first, static_cast<std::uint32_t>(window.pictureVectors()), 0, 1, row.bundle});
    m_chain.windows = read;
}

void Reader::take(const Decoded& row) {
    const Step step = row.meaning().step;
    if (!isInside(step))
        return refuse(row, FaultKind::Undefined, row.name() + " is inside a chain",
                      "write end_chain before it, or put it before the v_rd");
    if (!m_chain.writes.empty() && step != Step::Write && step != Step::End)
        return refuse(
            row, FaultKind::Undefined, row.name() + " comes after a v_wr of its chain",
            "what changes a vector comes before it is written; end the chain and begin another one");
    switch (step) {
    case Step::Product: return takeProduct(row);
    case Step::Add: return takeAdd(row);
    case Step::Times: return takeTimes(row);
    case Step::Activate: return takeActivation(row);
    case Step::Write: return takeWrite(row);
    case Step::End: return takeEnd(row);
    default: break;
    }
}

void Reader::takeProduct(const Decoded& row) {
    if (row.bundle != m_rows.front().bundle + 1)
        return refuse(
            row, FaultKind::Undefined, "mv_mul does not directly follow the v_rd of its chain",
            "the matrix vector multiplier comes first, and once; begin another chain for another product");
    checkSteps(row);
    const std::uint64_t tiles = std::uint64_t{m_controls.rows()} * m_controls.columns();
    const std::uint64_t first = addressOf(row, m_controls).first;
    if (first + tiles > m_config.matrices)
        return refuse(row, FaultKind::OutOfRange,
                      "mv_mul reaches matrix " + number(first + tiles - 1) + " of MatrixRf, which has " +
                          number(m_config.matrices),
                      "use fewer rows or columns, or a smaller index");
    m_each = m_controls.rows();
    addStage(row, Port::Multiplier);
    m_chain.product = Locations{Memory::MatrixRf, first, static_cast<std::uint32_t>(tiles), 0, 1, row.bundle};
}

void Reader::takeAdd(const Decoded& row) {
    const Memory file = memoryOf(row);
    const std::size_t unit = file == Memory::AddSubVrf1 ? 1 : 0;
    if (unit == 0 && m_inSecond)
        return refuse(row, FaultKind::Undefined,
                      "AddSubVrf0 belongs to the first MFU, and the second has begun",
                      "put it before what the second MFU does, or use AddSubVrf1");
    if (m_adds[unit])
        return refuse(row, FaultKind::Undefined,
                      std::string("the ") + (unit == 0 ? "first" : "second") + " MFU adds twice in the chain",
                      unit == 0 ? "use AddSubVrf1 for the second time"
                                : "end the chain and begin another one");
    m_adds[unit] = true;
    m_inSecond = m_inSecond || unit == 1;
    addStage(row, unit == 1 ? Port::SecondAdd : Port::FirstAdd);
    m_chain.reads.push_back(located(row, file, m_each));
}

void Reader::takeTimes(const Decoded& row) {
    if (m_inSecond || m_hasMultiplied)
        return refuse(row, FaultKind::Undefined,
                      m_hasMultiplied ? "the chain multiplies twice"
                                      : "only the first MFU multiplies, and the second has begun",
                      "end the chain and begin another one");
    m_hasMultiplied = true;
    addStage(row, Port::FirstTimes);
    m_chain.reads.push_back(located(row, Memory::MultiplyVrf, m_each));
}

void Reader::takeActivation(const Decoded& row) {
    const std::uint64_t elements = std::uint64_t{m_each} * m_config.nativeDimension;
    const bool isSoftmax = row.meaning().kind == concord::OpKind::Softmax;
    if (isSoftmax && m_controls[Control::Length] > elements)
        return refuse(row, FaultKind::OutOfRange,
                      "v_softmax is of " + number(m_controls[Control::Length]) +
                          " elements, and the vectors of an "
                          "iteration have " +
                          number(elements),
                      "set a smaller length, 0 for all, or more rows");
    if (!m_inSecond && !m_activates[0]) {
        m_activates[0] = true;
        addStage(row, Port::FirstActivate);
        m_chain.stages.back().needsAll = isSoftmax;
        return;
    }
    if (m_activates[1])
        return refuse(row, FaultKind::Undefined, "both MFUs have an activation in the chain already",
                      "end the chain and begin another one");
    m_activates[1] = m_inSecond = true;
    addStage(row, Port::SecondActivate);
    m_chain.stages.back().needsAll = isSoftmax;
}

void Reader::takeWrite(const Decoded& row) {
    addStage(row, Port::Write);
    m_chain.writes.push_back(located(row, memoryOf(row), m_each));
}

void Reader::takeEnd(const Decoded& row) {
    m_isOver = true;
    if (m_chain.writes.empty())
        refuse(row, FaultKind::Undefined, "the chain writes nothing", "write v_wr before end_chain");
}

// A chain is under way everywhere at once: what it writes must not be what it reads.
void Reader::checkInPlace() {
    for (const Locations& to : m_chain.writes)
        for (const Locations& from : m_chain.reads) {
            if (to.memory != from.memory || to.memory == Memory::NetQ) continue;
            if (to.end() <= from.first || from.end() <= to.first) continue; // nearly always
            for (std::uint32_t turn = 0; turn < from.turns; ++turn)
                for (std::uint32_t i = 0; i < from.count; ++i)
                    if (const std::uint64_t at = from.first + std::uint64_t{turn} * from.step + i; to.has(at))
                        return refuse(m_rows[to.bundle - m_rows.front().bundle], FaultKind::Hazard,
                                      "the chain writes " + std::string(nameOf(to.memory)) + " " +
                                          number(at) + ", which it reads",
                                      "write to another location, and let the next chain read that",
                                      from.bundle);
        }
}

} // namespace

// The last turn that does not begin after it has it, or none.
bool Locations::has(std::uint64_t location) const {
    if (location < first) return false;
    const std::uint64_t turn = step == 0 ? 0 : std::min<std::uint64_t>((location - first) / step, turns - 1);
    return location < first + turn * step + count;
}

numeric::BlockRounding roundingOf(const Controls& controls, std::uint64_t executed) {
    return {static_cast<numeric::Rounding>(controls[Control::Rounding]),
            {controls[Control::Seed], executed, 0, 0}};
}

concord::Window windowOf(const Controls& controls) {
    return {controls[Control::PictureWidth],
            controls[Control::PictureHeight],
            controls[Control::PictureDepth],
            controls[Control::WindowWidth],
            controls[Control::WindowHeight],
            controls[Control::StrideX],
            controls[Control::StrideY],
            controls[Control::PadLeft],
            controls[Control::PadTop],
            controls[Control::Across],
            static_cast<std::uint16_t>(controls[Control::Padding])};
}

std::array<std::uint32_t, kSteps> stepsOf(const Decoded& row) {
    switch (row.meaning().step) {
    case Step::Product: return {row[1], row[2]};
    case Step::Times:
    case Step::ReadMatrix:
    case Step::WriteMatrix: return {row[2], row[3]};
    case Step::Read:
    case Step::Write:
    case Step::Add: return {row[3], row[4]};
    default: return {};
    }
}

Address addressOf(const Decoded& row, const Controls& controls) {
    const Step step = row.meaning().step;
    const bool isFirst = step == Step::Product || step == Step::Times; // others name a memory before it
    Address out{row[isFirst ? 0 : 1], row.readsWindows() ? 1u : 0u};
    if (step == Step::Times) out.inc = row[1];
    if ((step == Step::Read && !row.readsWindows()) || step == Step::Write || step == Step::Add)
        out.inc = row[2];
    const auto steps = stepsOf(row);
    for (std::uint32_t i = 0; i < std::min(kSteps, controls.loops); ++i)
        out.first += std::uint64_t{steps[i]} * controls.turns[controls.loops - 1 - i];
    return out;
}

ChainOrRefusal chainOf(std::span<const Decoded> rows, const Controls& controls, const Config& config) {
    return Reader(rows, controls, config).read();
}

Locations matricesOf(const Decoded& row, const Controls& controls) {
    const std::uint64_t tiles = std::uint64_t{controls.rows()} * controls.columns();
    return {memoryOf(row),
            memoryOf(row) == Memory::NetQ ? 0 : addressOf(row, controls).first,
            static_cast<std::uint32_t>(std::min<std::uint64_t>(tiles, UINT32_MAX)), // more than any has
            0,
            1,
            row.bundle};
}

std::optional<Refusal> matrixRefusal(std::span<const Decoded> rows, const Controls& controls,
                                     const Config& config) {
    if (rows.size() < 3 || rows[1].meaning().step != Step::WriteMatrix || rows[2].meaning().step != Step::End)
        return Refusal{FaultKind::Undefined, rows.front().bundle, machine::kNoBundle,
                       "m_rd is not followed by m_wr and end_chain",
                       "a chain of matrices is m_rd, m_wr, end_chain"};
    for (const Decoded& row : rows.first(2))
        if (auto refusal = stepRefusal(row, controls)) return refusal;
    for (const Decoded& row : rows.first(2)) {
        const Locations at = matricesOf(row, controls);
        if (at.memory == Memory::NetQ || at.end() <= config.matricesOf(at.memory)) continue;
        return Refusal{FaultKind::OutOfRange, row.bundle, machine::kNoBundle,
                       row.name() + " reaches matrix " + number(at.end() - 1) + " of " +
                           (at.memory == Memory::Dram ? "the matrix DRAM" : "MatrixRf") + ", which has " +
                           number(config.matricesOf(at.memory)),
                       "set fewer rows or cols, or use a smaller index"};
    }
    const Locations from = matricesOf(rows[0], controls), to = matricesOf(rows[1], controls);
    if (from.memory != to.memory || from.end() <= to.first || to.end() <= from.first) return {};
    return Refusal{FaultKind::Hazard, to.bundle, from.bundle,
                   "the chain writes matrix " + number(std::max(from.first, to.first)) +
                       " of the matrix DRAM, which it reads",
                   "write to another location, and let the next chain read that"};
}

} // namespace lw::nnp
