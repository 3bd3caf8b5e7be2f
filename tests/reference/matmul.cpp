// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/arithmetic.h"
#include "tests/reference/examples.h"
#include "tests/reference/random.h"

namespace reference {

namespace {

constexpr std::size_t kSide = 1024, kLanes = 128, kSublanes = 8;

// Random words number `from` ... as the core's generator draws them,
// each half a bfloat16 of magnitude 1/2 to 1.
std::vector<std::uint16_t> randomBf16(std::uint32_t firstDraw) {
    std::vector<std::uint16_t> out;
    for (std::uint32_t draw = firstDraw; out.size() < kSide * kSide; ++draw)
        for (std::uint32_t sublane = 0; sublane < kSublanes; ++sublane)
            for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
                const std::uint32_t word =
                    (philox({draw, lane, sublane, 0}, {1, 2})[0] & 0x807f807f) | 0x3f003f00;
                out.push_back(static_cast<std::uint16_t>(word & 0xffff));
                out.push_back(static_cast<std::uint16_t>(word >> 16));
            }
    return out;
}

Matrix widened(const std::vector<std::uint16_t>& values) {
    Matrix out(kSide, kSide);
    for (std::size_t i = 0; i < values.size(); ++i) out.values[i] = fromBits(std::uint32_t{values[i]} << 16);
    return out;
}

// Every 256 values of k: first the even, then the odd ones. With k in that order the product goes through the
// matrix unit 128 at a time.
std::size_t kAt(std::size_t position) {
    const std::size_t block = position / (2 * kLanes), half = position / kLanes % 2;
    return block * 2 * kLanes + 2 * (position % kLanes) + half;
}

std::vector<std::uint16_t> product(const Matrix& a, const Matrix& b) {
    Matrix left(kSide, kSide), right(kSide, kSide);
    for (std::size_t p = 0; p < kSide; ++p)
        for (std::size_t i = 0; i < kSide; ++i) {
            left.at(i, p) = a.at(i, kAt(p));
            right.at(p, i) = b.at(kAt(p), i);
        }
    const Matrix c = tiledProduct(left, right, kLanes);
    std::vector<std::uint16_t> out;
    for (const float v : c.values) out.push_back(bf16Bits(v));
    return out;
}

void addOdd(Files& files) {
    constexpr std::size_t kM = 100, kK = 300, kN = 170;
    Random random(77);
    Matrix a(kM, kK), b(kK, kN);
    for (float& v : a.values) v = random.symmetric(1.0f);
    for (float& v : b.values) v = random.symmetric(1.0f);
    files.push_back({"odd_a.npy", arrayOf<float>({kM, kK}, a.values)});
    files.push_back({"odd_b.npy", arrayOf<float>({kK, kN}, b.values)});
    files.push_back({"expected/odd_c.npy", arrayOf<float>({kM, kN}, tiledProduct(a, b, kLanes).values)});
}

} // namespace

Files matmul(const Request& request) {
    const std::vector<std::uint16_t> a = randomBf16(0),
                                     b = randomBf16(kSide * kSide / 2 / (kSublanes * kLanes));
    const std::vector<std::uint16_t> c = product(widened(a), widened(b));
    constexpr std::size_t kRegister = kSublanes * kLanes;
    std::vector<std::uint32_t> checksum(kRegister);
    for (std::size_t word = 0; word < c.size() / 2; ++word)
        checksum[word % kRegister] += c[2 * word] | std::uint32_t{c[2 * word + 1]} << 16;
    Files files{{"expected/checksum.npy", arrayOf<std::uint32_t>({kSublanes, kLanes}, checksum)},
                {"expected/corner.npy",
                 arrayOf<std::uint16_t>({kSublanes, kSide}, {c.begin(), c.begin() + kSublanes * kSide})}};
    addOdd(files);
    if (request.large) {
        files.push_back({"A.npy", arrayOf<std::uint16_t>({kSide, kSide}, a), Size::Large});
        files.push_back({"B.npy", arrayOf<std::uint16_t>({kSide, kSide}, b), Size::Large});
        files.push_back({"expected/C.npy", arrayOf<std::uint16_t>({kSide, kSide}, c), Size::Large});
    }
    return files;
}

} // namespace reference
