// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/alone.h"

#include "widgets/editor/assembler_service.h"

namespace lw::bench {

Alone::Alone(const QString& path, const QString& text) {
    editor::AssemblyRequest request;
    request.path = path;
    if (!text.isEmpty()) request.texts[path] = text;
    m_program = editor::assemble(request).program;
    if (!m_program) qFatal("%s does not assemble", qPrintable(path));
}

std::unique_ptr<machine::Session> Alone::begin() const {
    auto machine = m_program->chip->create(m_program->program, m_program->machine.json, {});
    if (!machine) qFatal("the example cannot be loaded");
    return std::make_unique<machine::Session>(*std::move(machine));
}

void Alone::check(const session::FramePtr& frame) const {
    if (!frame) qFatal("the window has no machine");
    const auto session = begin();
    const auto report = session->perform(machine::Seek{frame->clock});
    if (!report || report->stop.clock != frame->clock || report->bundles != frame->bundles ||
        session->machine().store().hash() != frame->state->hash())
        qFatal("at clock %llu the window's machine has another state than one without a window",
               static_cast<unsigned long long>(frame->clock));
}

} // namespace lw::bench
