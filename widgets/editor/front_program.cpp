// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/front_program.h"

#include "core/chips/catalog.h"
#include "widgets/editor/line_words.h"

#include <QFileInfo>

#include <utility>

namespace lw::editor {

namespace {

bool isProgram(const Document& document) {
    if (!document.isText()) return false;
    static const QStringList kPrograms{"lw", "lww"};
    return document.path().isEmpty() || kPrograms.contains(QFileInfo(document.path()).suffix().toLower()) ||
           chipNamedBy(document.editor()->bytes(), chips::all());
}

} // namespace

FrontProgram::FrontProgram(QObject* parent) : QObject(parent) {
    connect(&m_service, &AssemblerService::assembled, this,
            [this](const std::shared_ptr<const AssemblyAnswer>& answer) {
                if (m_key.isEmpty() || answer->ticket != m_service.newest()) return;
                m_answer = answer;
                Q_EMIT assembled();
            });
}

FrontRole FrontProgram::roleOf(const Document* front, const QString& start, const QStringList& sources) {
    if (!front) return FrontRole::Nothing;
    if (front->key() == start) return FrontRole::Start;
    if (front->placeIn(sources) >= 0) return FrontRole::Part;
    return isProgram(*front) ? FrontRole::Other : FrontRole::Text;
}

void FrontProgram::assemble(AssemblyRequest request) {
    if (std::exchange(m_key, request.path) != request.path) m_answer = nullptr;
    if (!m_key.isEmpty()) m_service.request(std::move(request));
}

} // namespace lw::editor

#include "moc_front_program.cpp"
