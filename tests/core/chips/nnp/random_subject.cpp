// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/random_subject.h"

#include "core/chips/nnp/isa.h"
#include "core/numeric/half.h"
#include "tests/core/chips/nnp/nnp_case.h"

#include <QtGlobal>

namespace lw::test {

namespace {

constexpr int kChains = 40; // executed, at least

template <typename Vectors> std::vector<std::uint16_t> codesOf(const Vectors& vectors) {
    std::vector<std::uint16_t> out;
    for (const PlainVector& vector : vectors)
        for (const double value : vector) out.push_back(numeric::halfOf(value, numeric::Overflow::Infinity));
    return out;
}

} // namespace

RandomSubject::RandomSubject(std::uint32_t seed) : RandomSubject(seed, *nnp::builtInConfig("nnp-teaching")) {}

RandomSubject::RandomSubject(std::uint32_t seed, const nnp::Config& config)
    : random(seed, {.areIntegers = config.exponentBits == 0}) {
    while (random.chains < kChains) text += random.next();
    std::string error;
    machine = processorWith(text + "halt\n", error, false, config);
    if (!machine) qFatal("%s", error.c_str());
    const PlainProcessor& start = random.start;
    poke("mvm/InitialVrf", codesOf(start.initial));
    poke("mfu/AddSubVrf0", codesOf(start.add0));
    poke("mfu/AddSubVrf1", codesOf(start.add1));
    poke("mfu/MultiplyVrf", codesOf(start.multiply));
    put(nnp::kVectorDram, codesOf(start.dram));
    put(nnp::kNetIn, codesOf(start.in));
    std::vector<std::uint16_t> matrices;
    for (const auto& matrix : start.matrices)
        for (const std::uint16_t code : codesOf(matrix)) matrices.push_back(code);
    put(nnp::kMatrixDram, matrices);
}

void RandomSubject::poke(const char* path, const std::vector<std::uint16_t>& codes) {
    machine->poke(machine->tree().find(path), 0, std::as_bytes(std::span(codes)));
}

void RandomSubject::put(isa::SpaceId space, const std::vector<std::uint16_t>& codes) {
    if (!machine->onlyCore().writeSpace(space, 0, std::as_bytes(std::span(codes))))
        qFatal("memory is not there");
}

std::string RandomSubject::differenceIn(const char* path, const std::vector<std::uint16_t>& want) const {
    std::vector<std::uint16_t> have(want.size());
    machine->store().read(machine->tree().at(machine->tree().find(path)).offset,
                          std::as_writable_bytes(std::span(have)));
    for (std::size_t i = 0; i < want.size(); ++i)
        if (have[i] != want[i])
            return std::string(path) + " " + std::to_string(i / 4) + ", element " + std::to_string(i % 4) +
                   " is " + std::to_string(numeric::halfValue(have[i])) + ", not " +
                   std::to_string(numeric::halfValue(want[i])) + "\n";
    return {};
}

std::string RandomSubject::differences() const {
    const PlainProcessor& end = random.processor;
    std::vector<std::uint16_t> matrices;
    for (const auto& matrix : end.matrices)
        for (const std::uint16_t code : codesOf(matrix)) matrices.push_back(code);
    return differenceIn("memory/mdram", matrices) + differenceIn("mvm/InitialVrf", codesOf(end.initial)) +
           differenceIn("mfu/AddSubVrf0", codesOf(end.add0)) +
           differenceIn("mfu/AddSubVrf1", codesOf(end.add1)) +
           differenceIn("mfu/MultiplyVrf", codesOf(end.multiply)) +
           differenceIn("memory/vdram", codesOf(end.dram)) + differenceIn("memory/netout", codesOf(end.out));
}

} // namespace lw::test
