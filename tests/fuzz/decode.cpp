// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/rules.h"
#include "tests/fuzz/bundles.h"
#include "tests/fuzz/chips.h"
#include "tests/fuzz/input.h"

#include <cstring>

using namespace lw;

namespace {

// Bits are refused, or they are the one encoding of their bundle.
void checkBits(const isa::Spec& spec, const isa::Bits& bits) {
    isa::Bundle bundle;
    if (isa::decode(spec, bits, bundle)) return;
    isa::Bits again;
    LW_REQUIRE(!isa::encode(spec, bundle, again), "what was decoded cannot be encoded");
    LW_REQUIRE(again == bits, "a bundle has two encodings");
    std::vector<isa::Finding> findings;
    isa::checkRules(spec, bundle, findings);
    std::string text;
    isa::print(spec, bundle, text);
    LW_REQUIRE(!text.empty(), "a bundle has no text");
}

} // namespace

// The input as bits; and the input as a bundle, whose bits are decoded to it again,
// then damaged in one place.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const isa::Spec& spec = *fuzz::chipOf(*data).spec;
    ++data, --size;
    isa::Bits bits;
    std::memcpy(bits.words.data(), data, std::min(size, sizeof bits.words));
    checkBits(spec, bits);

    fuzz::Numbers numbers(data, size);
    const isa::Bundle bundle = fuzz::bundleFrom(spec, numbers);
    if (isa::encode(spec, bundle, bits)) return 0;
    isa::Bundle again;
    LW_REQUIRE(!isa::decode(spec, bits, again), "an encoded bundle cannot be decoded");
    LW_REQUIRE(again == bundle, "a bundle is another one after it was encoded and decoded");
    const unsigned damaged = numbers.word() % spec.bundleBits;
    bits.words[damaged / 64] ^= std::uint64_t{1} << (damaged % 64);
    checkBits(spec, bits);
    return 0;
}
