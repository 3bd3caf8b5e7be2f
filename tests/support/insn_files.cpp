// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/insn_files.h"

#include "core/isa/encode.h"

#include <filesystem>
#include <set>

namespace lw::test {

namespace {

isa::Value randomValue(const isa::Operand& operand, std::uint64_t random) {
    isa::Value out;
    out.kind = operand.file >= 0 ? isa::Value::Kind::Register : isa::Value::Kind::Number;
    if (operand.selector == nullptr) {
        out.value = static_cast<std::uint32_t>(random % (std::uint64_t{1} << operand.field.width()));
    } else {
        const isa::CodeRange& range = operand.selector->codes[0];
        out.value = static_cast<std::uint32_t>(range.base) + static_cast<std::uint32_t>(random % range.count);
    }
    return out;
}

bool comesBack(const isa::Spec& spec, isa::OpId op, std::uint64_t seed) {
    isa::Bundle bundle, again;
    bundle.count = 1;
    bundle.insns[0].op = op;
    bundle.insns[0].predicate = spec.predicateAlways;
    const isa::Operands& operands = spec.insns[op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i)
        bundle.insns[0].operands[i] = randomValue(operands[i], (seed + 1) * 0x9e3779b97f4a7c15u >> (i * 5));
    isa::Bits bits;
    return !isa::encode(spec, bundle, bits) && !isa::decode(spec, bits, again) && again == bundle;
}

} // namespace

std::string fileOf(const isa::Insn& insn) { return "row." + std::string(insn.name) + ".json"; }

std::vector<std::string> strayFiles(const isa::Spec& spec, const std::string& folder) {
    std::set<std::string> rows, files;
    for (const isa::Insn& insn : spec.insns) rows.insert(fileOf(insn));
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files.insert(entry.path().filename());
    std::vector<std::string> out;
    for (const std::string& file : files)
        if (!rows.contains(file)) out.push_back(file + " belongs to no row");
    for (const std::string& file : rows)
        if (!files.contains(file)) out.push_back(file + " is missing");
    if (rows.size() != spec.insns.size()) out.emplace_back("two rows have one name");
    return out;
}

std::vector<std::string> rowsThatChange(const isa::Spec& spec) {
    std::vector<std::string> out;
    for (isa::OpId op = 0; op < spec.insns.size(); ++op)
        for (std::uint64_t seed = 0; seed < 50; ++seed)
            if (!comesBack(spec, op, seed)) {
                out.emplace_back(spec.insns[op].name);
                break;
            }
    return out;
}

std::string wrongIn(const std::string& path,
                    const std::function<std::vector<std::string>(const StateCase&)>& run) {
    std::string out;
    const std::vector<StateCase> cases = loadCases(path, out);
    if (!out.empty() || cases.empty()) return path + " has no cases: " + out;
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (const std::string& line : run(cases[i]))
            out += "\n  case " + std::to_string(i) + " (" + cases[i].says + "): " + line;
    return out;
}

} // namespace lw::test
