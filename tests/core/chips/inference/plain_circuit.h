// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

// The inference circuit once more, as simply as can be: one instruction after the other, plain loops, no
// clocks, and memories that begin as zeros. It shares no code with the emulator.
namespace lw::test {

// An instruction as it is written: its operands are numbers, also of registers; named ones are at the end.
struct PlainRow {
    std::string name;
    std::vector<std::int64_t> o;
};

class PlainCircuit {
  public:
    struct Loops {
        std::int64_t n0 = 1, s0 = 0, n1 = 1, s1 = 0, n2 = 1, s2 = 0, es = 0;
    };
    struct Strip {
        int rows = 0, columns = 0, lanes = 0;
        std::vector<std::uint32_t> words; // [row][column][lane]
        int pixels() const { return rows * columns; }
        std::uint32_t& at(int pixel, int lane) {
            return words[static_cast<std::size_t>(pixel * lanes + lane)];
        }
        std::uint32_t at(int pixel, int lane) const {
            return words[static_cast<std::size_t>(pixel * lanes + lane)];
        }
    };
    struct Tile {
        int k = 0, n = 0;
        bool isFloat = false;
        std::vector<std::uint32_t> words; // [k][n]
    };

    std::vector<std::uint8_t> ub = std::vector<std::uint8_t>(65536), host = ub, dm = ub;
    std::array<std::array<std::uint32_t, 8>, 256> accumulators{};
    std::array<Loops, 16> loops;
    std::array<Strip, 8> strips;
    std::optional<Tile> path, weights;

    void run(const PlainRow& row) {
        const auto& o = row.o;
        const std::string& name = row.name;
        if (name == "shape") {
            loops[index(o[0])] = {o[1], o[2], o[3], o[4], 1, 0, 0};
        } else if (name == "shape2") {
            Loops& l = loops[index(o[0])];
            l.n2 = o[1], l.s2 = o[2], l.es = o[3];
        } else if (name == "dma.in") {
            copy(ub, o[0], loops[index(o[2])], host, o[1], loops[index(o[3])]);
        } else if (name == "dma.out") {
            copy(host, o[0], loops[index(o[2])], ub, o[1], loops[index(o[3])]);
        } else if (name == "dma.w") {
            for (std::int64_t i = 0; i < o[2]; ++i) dm[index(o[0] * 16 + i)] = host[index(o[1] + i)];
        } else if (name == "fill") {
            int number = 0;
            for (const std::int64_t a : addresses(loops[index(o[1])], o[0]))
                ub[index(a)] =
                    static_cast<std::uint8_t>(static_cast<std::uint32_t>(o[2]) >> (number++ % 4 * 8));
        } else if (name == "ldw.i8" || name == "ldw.f") {
            path = tile(o, name == "ldw.f");
        } else if (name == "swapw") {
            weights = path;
            path.reset();
        } else if (name.starts_with("matmul")) {
            multiply(o);
        } else if (name[0] == 'v' || name.starts_with("pool")) {
            vector(row);
        }
    }

    static std::vector<std::int64_t> addresses(const Loops& l, std::int64_t base) {
        std::vector<std::int64_t> out;
        for (std::int64_t i2 = 0; i2 < l.n2; ++i2)
            for (std::int64_t i1 = 0; i1 < l.n1; ++i1)
                for (std::int64_t i0 = 0; i0 < l.n0; ++i0)
                    out.push_back(base + i0 * l.s0 + i1 * l.s1 + i2 * l.s2);
        return out;
    }

  private:
    static std::size_t index(std::int64_t value) { return static_cast<std::size_t>(value); }
    static std::uint32_t bits(float value) {
        return std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value);
    }
    static float real(std::uint32_t word) { return std::bit_cast<float>(word); }
    static std::int32_t integer(std::uint32_t word) { return static_cast<std::int32_t>(word); }
    static std::uint32_t word(std::int64_t value) { return static_cast<std::uint32_t>(value); }

    static void copy(std::vector<std::uint8_t>& to, std::int64_t toBase, const Loops& toLoops,
                     const std::vector<std::uint8_t>& from, std::int64_t fromBase, const Loops& fromLoops) {
        const auto a = addresses(toLoops, toBase), b = addresses(fromLoops, fromBase);
        for (std::size_t i = 0; i < a.size(); ++i) to[index(a[i])] = from[index(b[i])];
    }
    std::uint32_t load(const std::vector<std::uint8_t>& memory, std::int64_t at, bool isWord) const {
        if (!isWord) return word(static_cast<std::int8_t>(memory[index(at)]));
        std::uint32_t out = 0;
        for (int i = 3; i >= 0; --i) out = out << 8 | memory[index(at + i)];
        return out;
    }
    Tile tile(const std::vector<std::int64_t>& o, bool isFloat) const {
        Tile out{static_cast<int>(o[1]), static_cast<int>(o[2]), isFloat, {}};
        for (int k = 0; k < out.k; ++k)
            for (int n = 0; n < out.n; ++n)
                out.words.push_back(load(dm, o[0] * 16 + k * o[3] + n * (isFloat ? 4 : 1), isFloat));
        return out;
    }
    void multiply(const std::vector<std::int64_t>& o) {
        const Loops& l = loops[index(o[2])];
        const std::int64_t step = l.es != 0 ? l.es : weights->isFloat ? 4 : 1;
        std::int64_t row = o[0];
        for (const std::int64_t address : addresses(l, o[1])) {
            for (int n = 0; n < weights->n; ++n) {
                std::uint32_t& out = accumulators[index(row)][index(n)];
                float sum = 0;
                std::uint32_t whole = 0;
                for (int k = 0; k < weights->k; ++k) {
                    const std::uint32_t x = load(ub, address + k * step, weights->isFloat);
                    const std::uint32_t w = weights->words[index(k * weights->n + n)];
                    sum = std::fma(real(x), real(w), sum);
                    whole += x * w;
                }
                if (weights->isFloat)
                    out = o[4] != 0 ? bits(real(out) + sum) : bits(sum);
                else
                    out = o[4] != 0 ? out + whole : whole;
            }
            ++row;
        }
    }

    static std::uint32_t larger(std::uint32_t x, std::uint32_t y) {
        const float a = real(x), b = real(y);
        if (std::isnan(a) || std::isnan(b)) return 0x7fc00000u;
        if (a == 0 && b == 0) return std::signbit(a) ? y : x;
        return a > b ? x : y;
    }
    static std::uint32_t smaller(std::uint32_t x, std::uint32_t y) {
        const float a = real(x), b = real(y);
        if (std::isnan(a) || std::isnan(b)) return 0x7fc00000u;
        if (a == 0 && b == 0) return std::signbit(a) ? x : y;
        return a < b ? x : y;
    }
    static std::uint32_t lane(const std::string& name, std::uint32_t x, std::uint32_t y) {
        if (name == "vadd.i") return x + y;
        if (name == "vsub.i") return x - y;
        if (name == "vmul.i") return x * y;
        if (name == "vmax.i") return integer(x) > integer(y) ? x : y;
        if (name == "vmin.i") return integer(x) < integer(y) ? x : y;
        if (name == "vadd.f") return bits(real(x) + real(y));
        if (name == "vsub.f") return bits(real(x) - real(y));
        if (name == "vmul.f") return bits(real(x) * real(y));
        if (name == "vmax.f") return larger(x, y);
        if (name == "vmin.f") return smaller(x, y);
        if (name == "vdiv.i") {
            const double by = std::max(integer(y), 1); // exact: 53 bits hold the quotient's neighbours
            return static_cast<std::uint32_t>(std::llrint(integer(x) / by));
        }
        if (name == "vdiv.f") return bits(real(x) / real(y));
        if (name == "vsel") return y != 0 ? x : 0;
        if (name == "vrelu.i") return integer(x) > 0 ? x : 0;
        if (name == "vrelu.f") return std::isnan(real(x)) ? 0x7fc00000u : real(x) > 0 ? x : 0;
        return 0xdeadbeef;
    }
    static std::uint32_t quantised(std::uint32_t x, std::int64_t multiplier, std::int64_t shift,
                                   std::int64_t zero) {
        const long double exact =
            std::ldexp(static_cast<long double>(integer(x) * multiplier), static_cast<int>(-shift));
        const auto rounded = static_cast<std::int64_t>(std::nearbyint(exact));
        return word(std::clamp<std::int64_t>(rounded + zero, -128, 127));
    }

    void vector(const PlainRow& row) {
        const auto& o = row.o;
        const std::string& name = row.name;
        if (name == "vread" || name.starts_with("vload")) {
            const Loops& l = loops[index(o[2])];
            Strip out{static_cast<int>(l.n1), static_cast<int>(l.n0), static_cast<int>(o[3]), {}};
            const bool isWord = name == "vload.w";
            const std::int64_t step = l.es != 0 ? l.es : isWord ? 4 : 1;
            for (const std::int64_t a : addresses(l, o[1]))
                for (int i = 0; i < out.lanes; ++i)
                    out.words.push_back(name == "vread" ? accumulators[index(a)][index(i)]
                                                        : load(ub, a + i * step, isWord));
            strips[index(o[0])] = out;
            return;
        }
        if (name.starts_with("vstore")) {
            const Strip& from = strips[index(o[1])];
            const Loops& l = loops[index(o[2])];
            const int size = name == "vstore.w" ? 4 : 1;
            const std::int64_t step = l.es != 0 ? l.es : size;
            int pixel = 0;
            for (const std::int64_t a : addresses(l, o[0])) {
                for (int i = 0; i < from.lanes; ++i)
                    for (int b = 0; b < size; ++b)
                        ub[index(a + i * step + b)] = static_cast<std::uint8_t>(from.at(pixel, i) >> (8 * b));
                ++pixel;
            }
            return;
        }
        const Strip x = strips[index(o[1])];
        Strip out = x;
        if (name.starts_with("pool")) return pool(row, x);
        for (int p = 0; p < x.pixels(); ++p)
            for (int i = 0; i < x.lanes; ++i) {
                if (name == "vquant") {
                    out.at(p, i) = quantised(x.at(p, i), o[2], o[3], o[4]);
                } else if (name == "vquantl") {
                    const Strip& y = strips[index(o[2])];
                    out.at(p, i) = quantised(x.at(p, i), integer(y.at(0, i)), y.at(1, i), o[3]);
                } else if (name == "vtable") {
                    const Strip& y = strips[index(o[2])];
                    const int code = static_cast<std::int8_t>(static_cast<std::uint8_t>(x.at(p, i)));
                    out.at(p, i) = y.at(code + 128, y.lanes == 1 ? 0 : i);
                } else if (name == "vnorm") {
                    const Strip& y = strips[index(o[2])];
                    out.at(p, i) = bits(real(bits(real(x.at(p, i)) * real(y.at(0, i)))) + real(y.at(1, i)));
                } else if (name.starts_with("vrelu")) {
                    out.at(p, i) = lane(name, x.at(p, i), 0);
                } else {
                    const Strip& y = strips[index(o[2])];
                    out.at(p, i) = lane(name, x.at(p, i), y.at(o[3] == 1 ? 0 : p, o[3] == 2 ? 0 : i));
                }
            }
        strips[index(o[0])] = out;
    }

    static int windows(int extent, int size, int stride, std::int64_t edge) {
        int count = 0;
        for (int begin = 0; begin < extent; begin += stride) {
            const bool isWhole = begin + size <= extent;
            // The one before reached the end: this one would hold nothing new.
            if (begin > 0 && begin - stride + size >= extent) break;
            if (isWhole || edge != 2) ++count;
        }
        return count;
    }
    void pool(const PlainRow& row, const Strip& x) {
        const auto& o = row.o;
        const Loops& w = loops[index(o[2])];
        const int height = static_cast<int>(w.n1), width = static_cast<int>(w.n0),
                  down = static_cast<int>(w.s1), across = static_cast<int>(w.s0);
        const bool isFloat = row.name.ends_with(".f");
        const std::string what = row.name.substr(5, 3);
        Strip out{windows(x.rows, height, down, o[3]), windows(x.columns, width, across, o[3]), x.lanes, {}};
        for (int a = 0; a < out.rows; ++a)
            for (int b = 0; b < out.columns; ++b)
                for (int i = 0; i < x.lanes; ++i) {
                    std::optional<std::uint32_t> sum;
                    int count = 0;
                    for (int r = a * down; r < a * down + height; ++r)
                        for (int c = b * across; c < b * across + width; ++c) {
                            const bool inside = r < x.rows && c < x.columns;
                            if (!inside && o[3] != 1) continue;
                            const std::uint32_t value = inside ? x.at(r * x.columns + c, i) : 0;
                            const char* const kind = isFloat ? ".f" : ".i";
                            const std::string joins = what == "max"   ? "vmax"
                                                      : what == "min" ? "vmin"
                                                                      : "vadd";
                            sum = sum ? lane(joins + kind, *sum, value) : value;
                            ++count;
                        }
                    std::uint32_t result = isFloat ? bits(real(*sum)) : *sum;
                    if (what == "avg")
                        result = isFloat ? bits(real(*sum) / static_cast<float>(count))
                                         : word(static_cast<std::int64_t>(
                                               std::nearbyint(static_cast<double>(integer(*sum)) / count)));
                    out.words.push_back(result);
                }
        strips[index(o[0])] = out;
    }
};

} // namespace lw::test
