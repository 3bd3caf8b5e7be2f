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
    if (!report) qFatal("the example cannot be run");
    const std::uint64_t hash = session->machine().store().hash(), shown = frame->state->hash();
    if (report->stop.clock != frame->clock || report->bundles != frame->bundles || hash != shown)
        qFatal(
            "at clock %llu, after %llu bundles, with hash %llx the window's machine has another state than one "
            "without a window: clock %llu, %llu bundles, hash %llx",
            static_cast<unsigned long long>(frame->clock), static_cast<unsigned long long>(frame->bundles),
            static_cast<unsigned long long>(shown), static_cast<unsigned long long>(report->stop.clock),
            static_cast<unsigned long long>(report->bundles), static_cast<unsigned long long>(hash));
}

} // namespace lw::bench
