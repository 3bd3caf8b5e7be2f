// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/chips/inference/plain_circuit.h"

#include <random>
#include <string>
#include <vector>

namespace lw::test {

// Random programs for the teaching circuit that do not fault when never-written memory is zero. They use so
// little of each memory that instructions meet each other's data all the time.
class RandomRows {
  public:
    explicit RandomRows(std::uint32_t seed) : m_random(seed) {}

    // About `count` instructions, without the halt. What they give is in circuit().
    std::vector<PlainRow> make(int count) {
        for (std::size_t i = 0; i < 3000; ++i) {
            circuit.host[i] = static_cast<std::uint8_t>(below(256));
            circuit.ub[i] = static_cast<std::uint8_t>(below(256));
            circuit.dm[i] = static_cast<std::uint8_t>(below(256));
        }
        initial = circuit;
        for (int v = 0; v < 8; ++v) load(v);
        while (static_cast<int>(m_rows.size()) < count) one();
        return m_rows;
    }

    PlainCircuit initial, circuit;

  private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(n)); }
    int between(int a, int b) { return a + below(b - a + 1); }
    void add(std::string name, std::vector<std::int64_t> operands) {
        m_rows.push_back({std::move(name), std::move(operands)});
        circuit.run(m_rows.back());
    }
    int shape(std::int64_t n0, std::int64_t s0, std::int64_t n1, std::int64_t s1) {
        const int a = below(16);
        add("shape", {a, n0, s0, n1, s1});
        return a;
    }
    // A base from which everything a pattern reaches lies in [0, room).
    std::int64_t base(int a, std::int64_t reach, std::int64_t room) {
        std::int64_t least = 0, most = 0;
        for (const std::int64_t at : PlainCircuit::addresses(circuit.loops[static_cast<std::size_t>(a)], 0))
            least = std::min(least, at), most = std::max(most, at);
        return -least + below(static_cast<int>(std::max<std::int64_t>(room - (most - least) - reach, 1)));
    }

    void load(int v) { loadShaped(v, between(1, 4), between(1, 5), between(1, 8)); }
    void loadShaped(int v, int rows, int columns, int lanes) {
        const bool isWord = below(2) != 0;
        const int size = isWord ? 4 : 1;
        const int a = shape(columns, between(-40, 40), rows, between(-100, 100));
        int reach = lanes * size;
        if (below(4) == 0) {
            const int es = between(1, 9);
            add("shape2", {a, 1, 0, es});
            reach = (lanes - 1) * es + size;
        }
        add(isWord ? "vload.w" : "vload.i8", {v, base(a, reach, 2500), a, lanes});
    }
    void transfer() {
        const int n0 = between(1, 20), n1 = between(1, 4);
        const int to = shape(n0, 1, n1, between(n0, n0 + 9));
        int from = to;
        if (below(2) != 0) {
            while (from == to) from = below(16);
            add("shape", {from, n0, between(-3, 3), n1, between(-30, 30)});
        }
        const std::int64_t toBase = base(to, 1, 2500), fromBase = base(from, 1, 2500);
        add(below(2) != 0 ? "dma.in" : "dma.out", {toBase, fromBase, to, from});
    }
    void pass() {
        if (!circuit.weights || below(3) == 0) return tile();
        const bool isFloat = circuit.weights->isFloat;
        const int a = shape(between(1, 6), between(0, 12), between(1, 3), between(-20, 40));
        if (below(3) == 0)
            add("shape2", {a, between(1, 2), between(-50, 50), below(2) != 0 ? between(1, 6) : 0});
        const std::int64_t es = circuit.loops[static_cast<std::size_t>(a)].es;
        const std::int64_t reach = (circuit.weights->k - 1) * (es != 0 ? es : isFloat ? 4 : 1) + 4;
        add(isFloat ? "matmul.f" : "matmul.i8",
            {below(40), base(a, reach, 2500), a, circuit.weights->k, below(2)});
    }
    void tile() {
        if (circuit.path && below(3) != 0) return add("swapw", {});
        const bool isFloat = below(2) != 0;
        add(isFloat ? "ldw.f" : "ldw.i8", {below(100), between(1, 8), between(1, 8), between(0, 40)});
    }
    void read() {
        const int a = shape(between(1, 5), between(0, 3), between(1, 4), between(-6, 9));
        add("vread", {below(8), base(a, 1, 70), a, between(1, 8)});
    }
    void store() {
        const int v = below(8);
        const PlainCircuit::Strip& s = strip(v);
        const bool fits = std::all_of(s.words.begin(), s.words.end(), [](std::uint32_t w) {
            return static_cast<std::int32_t>(w) >= -128 && static_cast<std::int32_t>(w) <= 127;
        });
        const int size = fits && below(3) != 0 ? 1 : 4;
        const int a = shape(s.columns, between(-40, 40), s.rows, between(-90, 90));
        add(size == 1 ? "vstore.i8" : "vstore.w", {base(a, s.lanes * size, 2500), v, a});
    }
    void arithmetic() {
        static const char* const names[] = {"vadd.i", "vadd.f", "vsub.i", "vsub.f", "vmul.i",
                                            "vmul.f", "vmax.i", "vmax.f", "vmin.i", "vmin.f",
                                            "vdiv.i", "vdiv.f", "vsel"};
        const int x = below(8), by = below(3);
        int y = below(8);
        const PlainCircuit::Strip s = strip(x), t = strip(y);
        const bool fits = by == 0   ? s.rows == t.rows && s.columns == t.columns && s.lanes == t.lanes
                          : by == 1 ? t.pixels() == 1 && s.lanes == t.lanes
                                    : s.rows == t.rows && s.columns == t.columns && t.lanes == 1;
        if (!fits) {
            while (y == x) y = below(8);
            loadShaped(y, by == 1 ? 1 : s.rows, by == 1 ? 1 : s.columns, by == 2 ? 1 : s.lanes);
        }
        add(names[below(std::size(names))], {below(8), x, y, by});
    }
    // Any multipliers, but shifts that there are.
    void quantiseLanes(int x) {
        int y = below(8);
        while (y == x) y = below(8);
        const int lanes = strip(x).lanes, factors = between(0, 1000), shifts = between(1100, 2000);
        const int whole = shape(4 * lanes, 1, 1, 0);
        add("fill", {shifts, whole, below(63)});
        const int two = shape(2, shifts - factors, 1, 0);
        add("vload.w", {y, factors, two, lanes});
        add("vquantl", {below(8), x, y, between(-200, 200)});
    }
    // Of codes and of what is none. No strip stays as long as a table.
    void table(int x) {
        int y = below(8);
        while (y == x) y = below(8);
        const int lanes = below(2) != 0 ? strip(x).lanes : 1;
        const int a = shape(256, between(0, 5), 1, 0);
        add("vload.w", {y, base(a, 4 * lanes, 2500), a, lanes});
        const int d = below(8);
        add("vtable", {d, x, y});
        if (d != y) load(y);
    }
    void unary() {
        const int x = below(8);
        switch (below(5)) {
        case 0: return add(below(2) != 0 ? "vrelu.i" : "vrelu.f", {below(8), x});
        case 1:
            return add("vquant",
                       {below(8), x, static_cast<std::int32_t>(m_random()), below(63), between(-200, 200)});
        case 2: return quantiseLanes(x);
        case 3: return table(x);
        default: break;
        }
        int y = below(8);
        while (y == x) y = below(8);
        loadShaped(y, below(2) != 0 ? 1 : 2, 1, strip(x).lanes);
        if (strip(y).pixels() == 2) add("vnorm", {below(8), x, y});
    }
    void pool() {
        static const char* const names[] = {"pool.max.i", "pool.max.f", "pool.min.i", "pool.min.f",
                                            "pool.sum.i", "pool.sum.f", "pool.avg.i", "pool.avg.f"};
        const int x = below(8), edge = below(3);
        const PlainCircuit::Strip& s = strip(x);
        const int width = between(1, edge == 2 ? s.columns : 5), height = between(1, edge == 2 ? s.rows : 5);
        const int a = shape(width, between(1, 4), height, between(1, 4));
        add(names[below(8)], {below(8), x, a, edge});
    }
    void one() {
        switch (below(12)) {
        case 0: return load(below(8));
        case 1: return transfer();
        case 2: return add("dma.w", {below(60), below(2000), between(1, 100)});
        case 3:
            return add("fill", [&]() -> std::vector<std::int64_t> {
                const int n0 = between(1, 30);
                const int a = shape(n0, 1, between(1, 3), n0 + below(10));
                return {base(a, 1, 2500), a, static_cast<std::int32_t>(m_random())};
            }());
        case 4:
        case 5: return pass();
        case 6: return tile();
        case 7: return read();
        case 8: return store();
        case 9: return unary();
        case 10: return pool();
        default: return arithmetic();
        }
    }
    const PlainCircuit::Strip& strip(int v) const { return circuit.strips[static_cast<std::size_t>(v)]; }

    std::mt19937 m_random;
    std::vector<PlainRow> m_rows;
};

// The row as text. Named operands are at the end.
inline std::string textOf(const PlainRow& row) {
    const bool isPool = row.name.starts_with("pool"), isPass = row.name.starts_with("matmul");
    const bool isVector = row.name[0] == 'v' || isPool;
    const bool isStore = row.name.starts_with("vstore");
    const bool isMove = row.name == "vread" || row.name.starts_with("vload");
    std::string out = row.name;
    for (std::size_t i = 0; i < row.o.size(); ++i) {
        std::string prefix;
        if (row.name.starts_with("shape") && i == 0) prefix = "a";
        if (row.name.starts_with("dma.") && row.name != "dma.w" && i >= 2) prefix = "a";
        if (row.name == "fill" && i == 1) prefix = "a";
        if (isPass && i == 2) prefix = "a";
        if (isStore) prefix = i == 1 ? "v" : i == 2 ? "a" : "";
        if (isMove) prefix = i == 0 ? "v" : i == 2 ? "a" : "";
        if (isVector && !isStore && !isMove) {
            const std::size_t registers =
                row.name.starts_with("vrelu") || row.name == "vquant" || isPool ? 2 : 3;
            prefix = i < registers ? "v" : isPool && i == 2 ? "a" : "";
            if (i == 3 && !row.name.starts_with("vquant")) prefix = isPool ? "edge=" : "by=";
        }
        if (isPass && i == 4) prefix = "add=";
        out += (i == 0 ? " " : ", ") + prefix + std::to_string(row.o[i]);
    }
    return out;
}

} // namespace lw::test
