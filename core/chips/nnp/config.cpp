// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/config.h"

#include "core/base/bits.h"
#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/messages.h"
#include "core/machine/config_sizes.h"
#include "core/machine/machine_file_messages.h"

#include <utility>

namespace lw::nnp {

namespace {

constexpr std::int64_t kGibibyte = std::int64_t{1} << 30, kMostVectors = 1 << 20;
constexpr machine::Size<Config> kSizeRows[] = {
    {"nativeDimension", 2, 1024, &Config::nativeDimension, nullptr, "N"},
    {"lanes", 1, 1024, &Config::lanes, nullptr, "LANES"},
    {"tileEngines", 1, 64, &Config::tileEngines, nullptr, "TILE_ENGINES"},
    {"vectorMantissaBits", numeric::kFewestMantissaBits, numeric::kMostMantissaBits,
     &Config::vectorMantissaBits, nullptr, "VECTOR_BITS"},
    {"matrixMantissaBits", numeric::kFewestMantissaBits, numeric::kMostMantissaBits,
     &Config::matrixMantissaBits, nullptr, "MATRIX_BITS"},
    {"exponentBits", 0, 8, &Config::exponentBits},
    {"exactSums", 0, 1, &Config::exactSums},
    {"saturates", 0, 1, &Config::saturates},
    {"chainVectors", 1, 1 << 16, &Config::chainVectors, nullptr, "CHAIN_VECTORS"},
    {"initialVectors", 1, kMostVectors, &Config::initialVectors, nullptr, "INITIAL_VECTORS"},
    {"addSub0Vectors", 1, kMostVectors, &Config::addSub0Vectors, nullptr, "ADDSUB0_VECTORS"},
    {"addSub1Vectors", 1, kMostVectors, &Config::addSub1Vectors, nullptr, "ADDSUB1_VECTORS"},
    {"multiplyVectors", 1, kMostVectors, &Config::multiplyVectors, nullptr, "MULTIPLY_VECTORS"},
    {"matrices", 1, 1 << 14, &Config::matrices, nullptr, "MATRICES"},
    {"netInBytes", 64, kGibibyte, nullptr, &Config::netInBytes},
    {"netOutBytes", 64, kGibibyte, nullptr, &Config::netOutBytes},
    {"vectorDramBytes", 64, kGibibyte, nullptr, &Config::vectorDramBytes},
    {"matrixDramBytes", 64, kGibibyte, nullptr, &Config::matrixDramBytes},
    {"instructionRows", 1, 1 << 24, &Config::instructionRows, nullptr, "BUNDLES"},
    {"clockHz", 1, 1'000'000'000'000, nullptr, &Config::clockHz},
};
constexpr machine::Sizes<Config> kSizes{kSizeRows, {}};

Outcome checkMultiple(const JsonObject& sizes, std::string_view key, std::uint64_t value) {
    if (value % 4 == 0) return Done{};
    return Problem{&machine::machine_file_messages::kNoMultiple,
                   {std::string(key), std::to_string(value), "4"},
                   sizes.at(key).find("value")->place,
                   {},
                   {}};
}

Outcome checkSizes(const JsonObject& sizes, const Config& config) {
    // Memories are made of words of four bytes, so vectors of an odd length would have gaps between them.
    if (config.nativeDimension % 2 != 0)
        return Problem{&kOddDimension,
                       {std::to_string(config.nativeDimension)},
                       sizes.at("nativeDimension").find("value")->place,
                       {},
                       {}};
    if (config.exponentBits != 0 && config.exponentBits != 5 && config.exponentBits != 8)
        return Problem{&kExponentBits,
                       {std::to_string(config.exponentBits)},
                       sizes.at("exponentBits").find("value")->place,
                       {},
                       {}};
    LW_TRY([[maybe_unused]] const Done in, checkMultiple(sizes, "netInBytes", config.netInBytes));
    LW_TRY([[maybe_unused]] const Done out, checkMultiple(sizes, "netOutBytes", config.netOutBytes));
    LW_TRY([[maybe_unused]] const Done vectors,
           checkMultiple(sizes, "vectorDramBytes", config.vectorDramBytes));
    return checkMultiple(sizes, "matrixDramBytes", config.matrixDramBytes);
}

template <std::size_t Count>
void addNames(const std::array<std::string_view, Count>& names, program::Target& target) {
    for (std::size_t i = 0; i < Count; ++i)
        target.constants.push_back({std::string(names[i]), static_cast<std::int64_t>(i)});
}

} // namespace

std::uint64_t Config::vectorsOf(Memory memory) const {
    switch (memory) {
    case Memory::InitialVrf: return initialVectors;
    case Memory::AddSubVrf0: return addSub0Vectors;
    case Memory::AddSubVrf1: return addSub1Vectors;
    case Memory::MultiplyVrf: return multiplyVectors;
    case Memory::Dram: return vectorDramBytes / vectorBytes();
    case Memory::NetQ:
    case Memory::MatrixRf: return 0;
    }
    return 0;
}

Result<Config> parseConfig(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", machine::kMachineFileKeys));
    LW_TRY([[maybe_unused]] const Done head, machine::checkMachineHead(top, kIsa.chip));
    Config out;
    LW_TRY(out.name, top.text("name"));
    LW_TRY(out.title, top.text("title"));
    LW_TRY(const JsonObject sizes, kSizes.read(top.at("sizes"), out));
    LW_TRY([[maybe_unused]] const Done fits, checkSizes(sizes, out));
    LW_TRY([[maybe_unused]] const Done timing,
           machine::readTiming(top.at("timing"), kTimingKeys, 0, out.timing));
    return out;
}

Result<Config> builtInConfig(std::string_view name) {
    LW_TRY(const std::string json, machine::builtInText(builtInConfigs(), name));
    return parseConfig(json, Place::kNoFile);
}

std::uint64_t hashOf(const Config& config) {
    Hash hash;
    kSizes.addTo(hash, config);
    for (const machine::TimingRow& row : config.timing) hash.add(row.clocks);
    return hash.value();
}

program::Target targetOf(const Config& config) {
    program::Target target;
    target.spec = &kIsa;
    target.machine = config.name;
    target.machineHash = hashOf(config);
    target.bundles = config.instructionRows;
    target.tileRows = target.tileColumns = config.nativeDimension;
    target.spaces.resize(kIsa.spaces.size());
    target.spaces[index(kNetIn)] = {1, config.netInBytes};
    target.spaces[index(kNetOut)] = {1, config.netOutBytes};
    target.spaces[index(kVectorDram)] = {1, config.vectorDramBytes};
    target.spaces[index(kMatrixDram)] = {1, config.matrixDramBytes};
    target.constants = kSizes.constantsOf(config);
    addNames(kMemoryNames, target);
    target.constants.push_back({std::string(detail::kAddSubVrf), detail::kAddSubByPosition});
    addNames(kControlNames, target);
    return target;
}

machine::ProcessorLimits limitsOf(const Config& config) {
    machine::ProcessorLimits out{.name = config.name,
                                 .nativeDimension = config.nativeDimension,
                                 .chainVectors = config.chainVectors,
                                 .matrices = config.matrices,
                                 .initialVectors = config.initialVectors,
                                 .addSub0Vectors = config.addSub0Vectors,
                                 .addSub1Vectors = config.addSub1Vectors,
                                 .multiplyVectors = config.multiplyVectors,
                                 .largestStep = kLargestIncrement,
                                 .largestMove = (1u << kStepBits) - 1,
                                 .netInVectors = config.netInBytes / config.vectorBytes(),
                                 .netOutVectors = config.netOutBytes / config.vectorBytes(),
                                 .dramVectors = config.vectorsOf(Memory::Dram),
                                 .dramMatrices = config.matrixDramBytes / config.matrixBytes(),
                                 .instructionRows = config.instructionRows,
                                 .largestWindowMove = (1u << kWindowStepBits) - 1,
                                 .constants = {}};
    if (numeric::areIntegers(config.matrixFormat())) out.integerBits = config.matrixMantissaBits;
    for (const program::TargetConstant& constant : targetOf(config).constants)
        out.constants.push_back(constant.name);
    return out;
}

} // namespace lw::nnp
