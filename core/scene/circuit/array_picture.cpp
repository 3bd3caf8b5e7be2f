// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/circuit/array_picture.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/scene/circuit/circuit_arithmetic.h"

#include <algorithm>
#include <optional>

namespace lw::scene::circuit {

namespace {

void put(CellPicture& picture, std::size_t cell, std::uint32_t bits) {
    picture.bits[cell] = picture.type == tensor::DType::I8 ? bits & 0xff : bits;
    picture.flags[cell] |= kWritten;
}

// One pass at one clock.
class PassAt {
  public:
    PassAt(const machine::ArrayWork& work, std::uint64_t clock) : m_work(work), m_clock(clock - work.first) {}

    std::uint64_t clock() const { return m_clock; }
    // The vector whose element k is in column n, if it is one of those known.
    std::optional<std::uint32_t> vectorIn(std::uint32_t k, std::uint32_t n) const {
        if (m_clock < std::uint64_t{k} + n) return std::nullopt;
        const std::uint64_t m = m_clock - k - n;
        const std::uint64_t told = m_work.elements.size() / m_work.inner;
        if (m >= m_work.vectors || m < m_work.firstVector || m - m_work.firstVector >= told)
            return std::nullopt;
        return static_cast<std::uint32_t>(m);
    }
    std::uint32_t element(std::uint32_t m, std::uint32_t k) const {
        return m_work.elements[std::size_t{m - m_work.firstVector} * m_work.inner + k];
    }
    std::uint32_t weight(std::uint32_t k, std::uint32_t n) const {
        return m_work.weights[std::size_t{k} * m_work.columns + n];
    }
    // `sum` and one product more.
    std::uint32_t withProduct(std::uint32_t m, std::uint32_t k, std::uint32_t n, std::uint32_t sum) const {
        return multiplyAdd(m_work.type == tensor::DType::F32, wordOf(m_work.type, element(m, k)),
                           wordOf(m_work.type, weight(k, n)), sum);
    }
    // Of the first `count` products of a vector and a column.
    std::uint32_t sumOf(std::uint32_t m, std::uint32_t count, std::uint32_t n) const {
        std::uint32_t sum = 0;
        for (std::uint32_t k = 0; k < count; ++k) sum = withProduct(m, k, n, sum);
        return sum;
    }

  private:
    const machine::ArrayWork& m_work;
    std::uint64_t m_clock;
};

class Filler {
  public:
    Filler(const machine::ArrayWork& work, std::uint64_t clock, ArrayPicture& out)
        : m_work(work), m_pass(work, clock), m_unused(work.rows - work.inner), m_out(out) {}

    void fill() {
        for (std::uint32_t r = 0; r < m_work.rows; ++r)
            for (std::uint32_t n = 0; n < m_work.columns; ++n) fillCell(r, n);
        for (std::uint32_t n = 0; n < m_work.columns; ++n)
            if (const auto m = m_pass.vectorIn(m_work.inner - 1, n))
                put(m_out.leaving, n, m_pass.sumOf(*m, m_work.inner, n));
    }

  private:
    void fillCell(std::uint32_t r, std::uint32_t n) {
        const std::size_t cell = std::size_t{r} * m_work.columns + n;
        if (!m_work.path.empty()) put(m_out.path, cell, m_work.path[cell]);
        // The wave takes the weights over; before it passes, the cell has those of the previous pass. Rows
        // above the vectors switch together with the first one.
        const std::uint32_t k = std::max(r, m_unused) - m_unused;
        if (m_pass.clock() < std::uint64_t{k} + n) return;
        if (r < m_unused) {
            m_out.weights.flags[cell] = 0;
            return;
        }
        put(m_out.weights, cell, m_pass.weight(k, n));
        const auto m = m_pass.vectorIn(k, n);
        if (!m) return;
        put(m_out.activations, cell, m_pass.element(*m, k));
        if (*m == 0) m_out.activations.flags[cell] |= kChanged;
        put(m_out.sums, cell, m_pass.sumOf(*m, k, n));
        put(m_out.numbers, cell, *m);
        put(m_out.passes, cell, m_work.bundle);
    }

    const machine::ArrayWork& m_work;
    PassAt m_pass;
    std::uint32_t m_unused;
    ArrayPicture& m_out;
};

void check(const machine::ArrayWork& work) {
    LW_REQUIRE(work.inner > 0 && work.inner <= work.rows && work.tileColumns > 0 &&
                   work.tileColumns <= work.columns,
               "a pass has a tile");
    LW_REQUIRE(work.weights.size() == std::size_t{work.inner} * work.columns, "a tile has all its weights");
    LW_REQUIRE(work.path.empty() || work.path.size() == std::size_t{work.rows} * work.columns,
               "a weight path has all its cells");
}

} // namespace

ArrayPicture arrayPicture(const machine::ArrayWork& work, std::uint64_t clock) {
    return arrayPicture({&work, 1}, 0, clock);
}

ArrayPicture arrayPicture(std::span<const machine::ArrayWork> passes, std::size_t shown,
                          std::uint64_t clock) {
    const machine::ArrayWork& work = passes[shown];
    const tensor::DType sum = work.type == tensor::DType::F32 ? tensor::DType::F32 : tensor::DType::I32;
    const auto plane = [&](std::string_view name, tensor::DType type) {
        return emptyPicture(name, type, work.rows, work.columns);
    };
    ArrayPicture out;
    out.clocks = std::uint64_t{work.vectors} + work.inner + work.tileColumns - 2;
    out.inner = work.inner;
    out.vectors = work.vectors;
    out.activations = plane("activation", work.type);
    out.sums = plane("sum in", sum);
    out.weights = plane("weight", work.type);
    out.path = plane("weight path", work.type);
    out.numbers = plane("vector", tensor::DType::I32);
    out.passes = plane("pass", tensor::DType::I32);
    out.leaving = emptyPicture("leaving", sum, 1, work.columns);
    if (clock >= work.first) out.clock = clock - work.first;
    for (const machine::ArrayWork& pass : passes) {
        check(pass);
        LW_REQUIRE(pass.rows == work.rows && pass.columns == work.columns, "passes go through one array");
        if (clock >= pass.first && pass.type == work.type) Filler(pass, clock, out).fill();
    }
    return out;
}

std::optional<ArrayCell> arrayCell(std::span<const machine::ArrayWork> passes, std::uint64_t clock,
                                   std::uint32_t row, std::uint32_t column) {
    for (std::size_t i = passes.size(); i-- > 0;) {
        const machine::ArrayWork& work = passes[i];
        const std::uint32_t unused = work.rows - work.inner;
        if (clock < work.first || row < unused || row >= work.rows || column >= work.columns) continue;
        const PassAt pass(work, clock);
        const std::uint32_t last = row - unused;
        const auto m = pass.vectorIn(last, column);
        if (!m) continue;
        ArrayCell out{static_cast<std::uint32_t>(i),
                      *m,
                      last,
                      pass.clock(),
                      std::uint64_t{*m} + work.inner - 1 + column,
                      {}};
        std::uint32_t sum = 0;
        for (std::uint32_t k = 0; k <= last; ++k) {
            sum = pass.withProduct(*m, k, column, sum);
            out.terms.push_back(
                {std::uint64_t{*m} + k + column, pass.element(*m, k), pass.weight(k, column), sum});
        }
        return out;
    }
    return std::nullopt;
}

Json jsonOf(const ArrayPicture& picture) {
    return {{"clock", picture.clock},
            {"clocks", picture.clocks},
            {"inner", picture.inner},
            {"vectors", picture.vectors},
            {"activations", jsonOf(picture.activations)},
            {"sums", jsonOf(picture.sums)},
            {"weights", jsonOf(picture.weights)},
            {"path", jsonOf(picture.path)},
            {"numbers", jsonOf(picture.numbers)},
            {"passes", jsonOf(picture.passes)},
            {"leaving", jsonOf(picture.leaving)}};
}

} // namespace lw::scene::circuit
