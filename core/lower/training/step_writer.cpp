// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/step_writer.h"

#include "core/lower/training/beside_kernels.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lw::lower::training {

Walk Walk::merged(std::int64_t groupRows) const {
    Walk out = *this;
    const auto dropColumns = [&] {
        out.columns = out.rows;
        out.fromColumn = out.fromRow;
        out.toColumn = out.toRow;
        out.rows = 1;
    };
    for (int loop = 0; loop < 2; ++loop) {
        const std::int64_t run = out.groups * groupRows;
        const bool isBehind = out.fromColumn == run && out.toColumn == run;
        if (out.columns != 1 && !isBehind) break;
        out.groups *= out.columns;
        dropColumns();
    }
    return out;
}

namespace {

// Passes that may go beside transposing, with the bundles of a group of four registers.
struct Shareable {
    std::string_view name;
    std::uint32_t bundles;
};
constexpr std::array<Shareable, 8> kShareable{{{"norm_apply", 17},
                                               {"norm_reduce", 15},
                                               {"norm", 13},
                                               {"leaky_gradient", 12},
                                               {"relu_gradient", 11},
                                               {"add", 11},
                                               {"leaky", 10},
                                               {"relu", 7}}};
std::uint32_t bundlesOf(std::string_view pass) {
    const auto at = std::ranges::find(kShareable, pass, &Shareable::name);
    return at == kShareable.end() ? 0 : at->bundles;
}

} // namespace

void StepWriter::set(std::uint32_t number, std::int64_t value) {
    if (m_isDeferring) {
        m_deferredRegisters[number] = value;
        return;
    }
    if (m_known[number] == value) return;
    m_known[number] = value;
    m_to("s: mov r", number, ", ", value);
}

void StepWriter::call(std::string_view name) {
    if (m_isDeferring) {
        m_deferred.push_back({std::string(name), std::exchange(m_deferredRegisters, {}), bundlesOf(name)});
        return;
    }
    m_called.emplace(name);
    m_to("s: call r31, ", name);
    const bool keepsParameters = name == "product" || name.starts_with(kBesideProduct) ||
                                 name == "load_weights" || name == "transpose_run" ||
                                 name.starts_with("walk_");
    const std::array<std::optional<std::int64_t>, 32> known = m_known;
    m_known = {};
    if (name.starts_with(kBesideTransposes)) return;
    constexpr std::array<std::uint32_t, 10> kLoops{3, 4, 5, 6, 7, 8, 9, 11, 12, 13};
    for (const std::uint32_t kept : kLoops)
        if (keepsParameters) m_known[kept] = known[kept];
    constexpr std::array<std::uint32_t, 8> kConstants{5, 6, 7, 8, 9, 10, 12, 13};
    for (const std::uint32_t kept : kConstants)
        if (!keepsParameters && name != "softmax_loss" && name != "squares_loss" && name != "weight_gradient")
            m_known[kept] = known[kept];
}

void StepWriter::pass(std::string_view name, std::uint64_t rows, std::optional<std::int64_t> r1,
                      std::optional<std::int64_t> r2, std::optional<std::int64_t> r3) {
    if (r1) set(1, *r1);
    if (r2) set(2, *r2);
    if (r3) set(3, *r3);
    set(4, groups(rows));
    call(name);
}

void StepWriter::fill(std::int64_t to, std::uint64_t rows) { pass("fill", rows, {}, {}, to); }

void StepWriter::setWalk(const Walk& walk) {
    const Walk by = walk.merged(groupRows());
    const std::int64_t run = by.groups * groupRows();
    set(3, by.groups);
    set(4, by.columns);
    set(5, by.rows);
    set(6, by.columns > 1 ? by.fromColumn - run : -run);
    set(7, by.columns > 1 ? by.toColumn - run : -run);
    // What the inner loops have added up to by then.
    const auto behind = [&](std::int64_t column, std::int64_t row) {
        return row - (by.columns > 1 ? by.columns * column : 0);
    };
    set(8, behind(by.fromColumn, by.fromRow));
    set(9, behind(by.toColumn, by.toRow));
}

void StepWriter::keepLanes(std::uint64_t lanes) {
    if (m_lanes == lanes) return;
    m_lanes = lanes;
    set(5, static_cast<std::int64_t>(lanes));
    call("keep_lanes");
}

void StepWriter::products(std::span<const ProductPass> passes, bool isTransposed) {
    if (passes.empty()) return;
    const auto weights = [&](std::int64_t row, std::int64_t groups, bool isThere) {
        const std::int64_t all = m_by.squareGroups();
        set(10, row);
        set(11, groups);
        set(12, isThere && !isTransposed ? all : 0);
        set(13, isThere && isTransposed ? all : 0);
    };
    keepLanes(passes[0].lanes);
    weights(passes[0].weights, passes[0].weightGroups, true);
    call("load_weights");
    for (std::size_t i = 0; i < passes.size(); ++i) {
        if (passes[i].lanes != m_lanes) flush(); // what is under way has other lanes
        keepLanes(passes[i].lanes);
        const std::string product = besideProduct(passes.subspan(i));
        set(1, passes[i].from);
        set(2, passes[i].to);
        setWalk(passes[i].walk);
        if (i + 1 < passes.size())
            weights(passes[i + 1].weights, passes[i + 1].weightGroups, true);
        else
            weights(m_zeros, 0, false);
        call(product);
    }
    m_sharesProducts = false;
    flush();
}

// The subroutine for the first of these products. A pass begins with one of them and goes on beside the next.
std::string StepWriter::besideProduct(std::span<const ProductPass> left) {
    if (!m_sharesProducts) return "product";
    if (m_passGroups == 0) {
        for (; !m_deferred.empty() && m_deferred.front().bundles == 0; m_deferred.pop_front())
            write(m_deferred.front());
        std::int64_t groups = 0;
        for (const ProductPass& pass : left) groups += pass.walk.count();
        if (m_deferred.empty() || *m_deferred.front().registers[4] > groups) {
            m_sharesProducts = false;
            return "product";
        }
        const Deferred pass = std::move(m_deferred.front());
        m_deferred.pop_front();
        constexpr Renaming kBeside = passBesideProduct();
        for (std::uint32_t i = 1; i < pass.registers.size(); ++i)
            if (pass.registers[i]) set(static_cast<std::uint32_t>(kBeside.scalars[i]), *pass.registers[i]);
        m_to("s: cmp.eq p8, r0, 0");
        m_pass = std::string(kBesideProduct) + pass.call;
        m_passGroups = *pass.registers[4];
        ++m_shared.products;
    }
    m_passGroups -= std::min(m_passGroups, left[0].walk.count());
    return m_pass;
}

void StepWriter::defer(std::function<void()> act, bool waits) {
    m_deferred.push_back({.call = {}, .act = std::move(act), .waits = waits});
}

// Only the `count` longest may still go beside something.
void StepWriter::shareTransposes(std::size_t count) {
    m_transposes = 0;
    std::vector<Deferred*> passes;
    for (Deferred& one : m_deferred)
        if (one.bundles > 0) passes.push_back(&one);
    const auto length = [](const Deferred* one) { return one->bundles * *one->registers[4]; };
    std::ranges::stable_sort(passes, std::ranges::greater{}, length);
    for (std::size_t i = count; i < passes.size(); ++i) passes[i]->bundles = 0;
}

void StepWriter::write(const Deferred& deferred) {
    if (deferred.act) return deferred.act();
    for (std::uint32_t i = 0; i < deferred.registers.size(); ++i)
        if (deferred.registers[i]) set(i, *deferred.registers[i]);
    call(deferred.call);
}

void StepWriter::writeDeferred() {
    for (; !m_deferred.empty(); m_deferred.pop_front()) write(m_deferred.front());
}

// Who waits for a move lets the first products go by.
void StepWriter::transpose(const Transposing& given) {
    const auto next = std::ranges::find_if(m_deferred, [](const Deferred& one) { return one.bundles > 0; });
    const bool isFirst = m_transposes++ == 0;
    if (next == m_deferred.end() ||
        (isFirst && std::any_of(m_deferred.begin(), next, std::mem_fn(&Deferred::waits)))) {
        for (std::uint32_t i = 0; i < given.size(); ++i) set(i + 1, given[i]);
        return call("transpose_run");
    }
    for (; m_deferred.front().bundles == 0; m_deferred.pop_front()) write(m_deferred.front());
    Deferred pass = std::move(m_deferred.front());
    m_deferred.pop_front();
    constexpr Renaming kBeside = transposesBesidePass();
    for (std::uint32_t i = 0; i < given.size(); ++i) pass.registers[kBeside.scalars[i + 1]] = given[i];
    pass.call = std::string(kBesideTransposes) + pass.call;
    ++m_shared.transposes;
    write(pass);
}

} // namespace lw::lower::training
