// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cells/register_notes.h"

#include "core/chips/catalog.h"
#include "widgets/session/core_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lw::cells {

std::vector<machine::Pending> pendingIn(const session::FramePtr& frame) {
    if (!frame || frame->running) return {};
    const auto chip = chips::chipNamed(frame->loaded->spec->chip);
    if (!chip || !(*chip)->pending) return {};
    return (*chip)->pending(frame->loaded->coreTree(), frame->moment());
}

const machine::Pending* pendingOf(const std::vector<machine::Pending>& all, machine::CellRef cell) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const machine::Pending& one) {
        return one.node == cell.node && cell.element >= one.first && cell.element - one.first < one.count;
    });
    return at == all.end() ? nullptr : &*at;
}

QString textOf(const machine::Pending& pending) {
    return QCoreApplication::translate("lw::cells", "on its way: can be read from clock %1 on")
        .arg(session::counted(pending.until));
}

std::optional<scene::IntegerRegisters> IntegerWords::of(const session::FramePtr& frame) {
    const machine::CoreTree tree = frame->loaded->coreTree();
    const isa::Spec& spec = *frame->loaded->spec;
    const auto chip = chips::chipNamed(spec.chip);
    if (!chip || !(*chip)->vectorWriters) return {};
    if (m_loaded != frame->loaded) {
        const auto file = tree.at(tree.withRole(machine::Role::VectorRegisters)).file;
        m_makers.reset();
        if (file) m_makers.emplace(frame->loaded->program, spec, static_cast<std::int8_t>(*file));
        m_loaded = frame->loaded;
    }
    if (!m_makers) return {};
    return scene::IntegerRegisters(*m_makers, tree, frame->moment(),
                                   (*chip)->vectorWriters(tree, frame->moment()));
}

std::optional<QString> floatIn(tensor::DType natural, std::uint64_t bits) {
    constexpr double kLeast = 1e-9, kMost = 1e9;
    constexpr int kMostDigits = 5;
    if (natural != tensor::DType::I32 && natural != tensor::DType::U32) return {};
    const double value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (!std::isfinite(value) || std::fabs(value) < kLeast || std::fabs(value) > kMost) return {};
    QString text;
    for (int digits = kMostDigits; digits > 0; --digits) {
        text = QString::number(value, 'g', digits) + QLatin1Char('f');
        if (text.size() <= kNoteLetters) break;
    }
    return text;
}

} // namespace lw::cells
