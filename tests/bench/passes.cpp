// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/blas.h"
#include "tests/bench/guest.h"
#include "tests/bench/onednn.h"
#include "tests/bench/plain_product.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

// A full array of the inference circuit, 4096 vectors (a smoke run: one strip of them), as a program on a
// fresh machine: vectors and weights from the host, weights into the array, one pass, and its drain: the
// 32-bit sums are in the accumulators. Libraries get both matrices where they want them and write the same
// sums. Making the machine is not measured, and so neither is the clearing of the memory that it takes over
// from the one before; the last figure counts them, and the two tensors of the host, too. Beside it the same
// program that also brings all sums through the vector unit back to the host, and the first one run again on
// a machine set back to its beginning, whose memory is there already, as the libraries' is.
namespace lw::bench {

namespace {

using tensor::DType;
using tensor::Tensor;

constexpr std::uint32_t kSide = 256, kStrip = 1024; // vectors that the vector unit reads at once

std::uint32_t vectorsOf(Effort effort) { return choose(effort, 4 * kStrip, kStrip); }

enum class Ends : std::uint8_t { InAccumulators, AtHost };

std::string programOf(bool isFloat, std::uint32_t vectors, Ends ends) {
    const std::string in = isFloat ? "f32" : "i8", out = isFloat ? "f32" : "i32";
    const std::string type = isFloat ? ".f" : ".i8", bytes = std::to_string(isFloat ? kSide * 4 : kSide);
    std::string text = ".chip inference\n";
    const auto tensor = [&](const char* name, const std::string& of, std::uint32_t rows, const char* space) {
        text += std::string(".tensor ") + name + ", " + of + ", [" + std::to_string(rows) + ", 256], " +
                space + "\n";
    };
    tensor("x", in, vectors, "host");
    tensor("w", in, kSide, "host");
    tensor("y", out, vectors, "host");
    tensor("weights", in, kSide, "dm");
    tensor("vectors", in, vectors, "ub");
    tensor("sums", out, vectors, "ub");
    const std::string all = std::to_string(vectors);
    text += "shape a0, " + bytes + ", 1, " + all + ", " + bytes + "\n" + // whole tensors, byte by byte
            "shape a1, " + all + ", " + bytes +
            ", 1, 0\n" // vectors
            "dma.w weights, w, 256 * " +
            bytes +
            "\n"
            "dma.in vectors, x, a0, a0\n"
            "ldw" +
            type + " weights, 256, 256, " + bytes +
            "\n"
            "swapw\n"
            "matmul" +
            type + " 0, vectors, a1, 256\n";
    if (ends == Ends::InAccumulators) return text + "halt\n";
    text += "shape a2, 1024, 1, 1, 0\n"    // rows of accumulators
            "shape a3, 1024, 1024, 1, 0\n" // pixels of a strip
            "shape a4, 1024, 1, " +
            all + ", 1024\n";
    for (std::uint32_t i = 0; i < vectors / kStrip; ++i) {
        const std::string strip = "v" + std::to_string(i % 2), row = std::to_string(i * kStrip);
        text += "vread " + strip + ", " + row + ", a2, 256\n";
        text += "vstore.w sums + " + row + " * 1024, " + strip + ", a3\n";
    }
    return text + "dma.out y, sums, a4, a4\nhalt\n";
}

template <typename T> std::vector<T> numbers(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<T> out(count);
    for (T& x : out) {
        if constexpr (std::is_floating_point_v<T>)
            x = std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())), -31);
        else
            x = static_cast<T>(random());
    }
    return out;
}

template <typename Input, typename Sum> struct Pass {
    Pass(Effort much, Ends where)
        : effort(much)
        , ends(where)
        , guest(Guest::fromText(programOf(std::is_floating_point_v<Input>, vectors, where))) {}

    Effort effort;
    Ends ends;
    std::uint32_t vectors = vectorsOf(effort);
    ProductSize size{vectors, kSide, kSide};
    std::vector<Input> x = numbers<Input>(std::size_t{vectors} * kSide, 5),
                       w = numbers<Input>(std::size_t{kSide} * kSide, 6);
    std::vector<Sum> library = std::vector<Sum>(std::size_t{vectors} * kSide), circuit = library;
    Guest guest;

    void prepare() {
        const auto type = std::is_floating_point_v<Input> ? DType::F32 : DType::I8;
        guest.reset();
        guest.set("x", Tensor::of(type, {vectors, kSide}, std::span<const Input>(x)));
        guest.set("w", Tensor::of(type, {kSide, kSide}, std::span<const Input>(w)));
    }
    void setBack() { guest.timeline().seek(0); }
    void runToResult() {
        guest.runToHalt();
        if (ends == Ends::InAccumulators) {
            const std::vector<std::uint32_t> words = guest.words(machine::Role::Accumulators);
            for (std::size_t i = 0; i < circuit.size(); ++i) circuit[i] = std::bit_cast<Sum>(words[i]);
        } else {
            const Tensor y = guest.get("y");
            for (std::size_t i = 0; i < circuit.size(); ++i) circuit[i] = y.at<Sum>(i);
        }
    }
    Figure against(const std::string& key, const std::function<void()>& product, double goal,
                   const std::function<void()>& before, const std::function<void()>& made) {
        Figure figure = measure(effort, {.key = key,
                                         .unit = "MAC/s",
                                         .work = double{kSide} * kSide * vectors,
                                         .candidate =
                                             [&] {
                                                 if (made) made();
                                                 guest.runToHalt();
                                             },
                                         .anchor = product,
                                         .goal = goal,
                                         .prepare = before});
        figure.note = "kernel " + std::string(guest.machine().kernel());
        return figure;
    }
};

// What float32 sums may be: the exact ones and the sums of the products' magnitudes. Each sum is within k
// half steps of that, whatever the order (Higham, Accuracy and Stability of Numerical Algorithms, 3.1).
struct FloatSums {
    std::vector<double> exact, magnitudes;

    explicit FloatSums(const Pass<float, float>& pass)
        : exact(plainProduct<double>(pass.size, pass.x, pass.w))
        , magnitudes(plainProduct<double>(pass.size, magnitudesOf(pass.x), magnitudesOf(pass.w))) {}

    static std::vector<float> magnitudesOf(std::vector<float> values) {
        for (float& value : values) value = std::abs(value);
        return values;
    }
    bool fits(const std::vector<float>& sums) const {
        constexpr double kBound = (kSide + 1) * 0.5 * std::numeric_limits<float>::epsilon();
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (!(std::abs(sums[i] - exact[i]) <= kBound * magnitudes[i])) return false;
        return true;
    }
};

// The order that the circuit defines, bit for bit, in every 64th vector; and all sums as they may be in any.
void checkFloat(const Pass<float, float>& pass, const FloatSums& wanted) {
    for (std::size_t m = 0; m < pass.vectors; m += 64)
        for (std::size_t n = 0; n < kSide; ++n) {
            float sum = 0;
            for (std::size_t k = 0; k < kSide; ++k)
                sum = std::fma(pass.x[m * kSide + k], pass.w[k * kSide + n], sum);
            if (sum != pass.circuit[m * kSide + n]) giveUp("the float32 pass is wrong");
        }
    if (!wanted.fits(pass.circuit)) giveUp("the float32 pass differs from plain loops");
}

// Fresh machines, one that is set back, with the way back to the host,
// and fresh ones with their making; each checked first.
template <typename Each, typename Check>
std::vector<Figure> figuresOf(const std::array<std::string, 4>& keys, double goal, Each& inside,
                              Each& outside, const std::function<void()>& product, const Check& check) {
    std::vector<Figure> figures;
    using Work = std::function<void()>;
    const auto measured = [&](const std::string& key, Each& pass, double least, const Work& before,
                              const Work& made = {}) {
        (made ? made : before)();
        check(pass);
        figures.push_back(pass.against(key, product, least, before, made));
    };
    measured(keys[0], inside, goal, [&] { inside.prepare(); });
    measured(keys[1], inside, 0, [&] { inside.setBack(); });
    measured(keys[2], outside, 0, [&] { outside.prepare(); });
    measured(keys[3], inside, 0, {}, [&] { inside.prepare(); });
    return figures;
}

} // namespace

std::vector<Figure> int8Pass(Effort effort) {
    using Int8 = Pass<std::int8_t, std::int32_t>;
    Int8 inside(effort, Ends::InAccumulators), outside(effort, Ends::AtHost);
    const auto product = oneDnnProduct({inside.vectors, kSide, kSide}, inside.x.data(), inside.w.data(),
                                       inside.library.data());
    if (product) product();
    const std::vector<std::int32_t> exact = plainProduct<std::int32_t>(inside.size, inside.x, inside.w);
    const auto check = [&](Int8& pass) {
        pass.runToResult();
        if (pass.circuit != exact) giveUp("the int8 pass is wrong");
    };
    std::vector<Figure> figures =
        figuresOf({"int8_pass_vs_onednn", "int8_pass_again", "int8_pass_to_host", "int8_pass_made"}, 0.85,
                  inside, outside, product, check);
    // Below AVX512-VNNI it adds two products into 16 bits.
    const std::string note = !product                  ? std::string(", ") + kNoOneDnn
                             : inside.library != exact ? ", oneDNN's sums are not exact"
                                                       : "";
    for (Figure& figure : figures) figure.note += note;
    return figures;
}

std::vector<Figure> floatPass(Effort effort) {
    using Float = Pass<float, float>;
    Float inside(effort, Ends::InAccumulators), outside(effort, Ends::AtHost);
    const auto product =
        sgemm(inside.vectors, kSide, kSide, inside.x.data(), inside.w.data(), inside.library.data());
    const FloatSums wanted(inside);
    if (product) {
        product();
        if (!wanted.fits(inside.library)) giveUp("the anchor of the float32 pass is wrong");
    }
    const auto check = [&](Float& pass) {
        pass.runToResult();
        checkFloat(pass, wanted);
    };
    std::vector<Figure> figures =
        figuresOf({"f32_pass_vs_sgemm", "f32_pass_again", "f32_pass_to_host", "f32_pass_made"}, 0.9, inside,
                  outside, product, check);
    for (Figure& figure : figures) figure.note += ", " + blasNote();
    return figures;
}

} // namespace lw::bench
