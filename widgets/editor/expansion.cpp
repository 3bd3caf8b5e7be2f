// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/expansion.h"

#include "core/isa/encode.h"
#include "core/isa/print.h"

#include <QCoreApplication>

#include <vector>

namespace lw::editor {

namespace {

constexpr std::size_t kMostShown = 24;

std::vector<std::uint32_t> numbersOf(const program::Program& program, std::uint32_t file,
                                     std::uint32_t line) {
    std::vector<std::uint32_t> out;
    for (const program::Expansion& expansion : program.expansions) {
        if (expansion.call.file != file || expansion.call.line != line) continue;
        for (std::uint32_t i = 0; i < expansion.count; ++i) out.push_back(expansion.first + i);
        return out; // all calls are alike
    }
    for (std::uint32_t bundle = 0; bundle < program.places.size(); ++bundle)
        if (program.places[bundle].file == file && program.places[bundle].line == line) out.push_back(bundle);
    return out;
}

} // namespace

QStringList bundlesOfLine(const project::LoadedProgram& loaded, std::uint32_t file, std::uint32_t line) {
    QStringList out;
    const std::vector<std::uint32_t> numbers = numbersOf(loaded.program, file, line);
    const isa::Spec& spec = *loaded.chip->spec;
    for (std::size_t i = 0; i < std::min(numbers.size(), kMostShown); ++i) {
        std::string text;
        isa::Bundle bundle;
        if (!isa::decode(spec, loaded.program.bundles[numbers[i]], bundle)) isa::print(spec, bundle, text);
        out << QStringLiteral("%1  %2").arg(numbers[i], 5).arg(QString::fromStdString(text));
    }
    if (numbers.size() > kMostShown)
        out << QCoreApplication::translate("Editor", "and %1 more").arg(numbers.size() - kMostShown);
    return out;
}

} // namespace lw::editor
