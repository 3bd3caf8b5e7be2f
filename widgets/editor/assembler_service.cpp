// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/assembler_service.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QFileInfo>

#include <atomic>
#include <utility>

namespace lw::editor {

namespace {

QString absoluteOf(const std::string& path) {
    return QFileInfo(QString::fromStdString(path)).absoluteFilePath();
}

Finding findingOf(const Problem& problem, const source::Files& files) {
    Finding out;
    if (problem.place.file < files.size()) out.path = absoluteOf(files[problem.place.file].path());
    out.line = static_cast<int>(problem.place.line);
    out.column = static_cast<int>(problem.place.column);
    out.length = static_cast<int>(problem.place.length);
    out.isError = problem.message->severity == Severity::Error;
    out.code = toQt(problem.message->code);
    out.text = session::problemText(problem);
    out.explanation = toQt(problem.message->explanation);
    out.replacement = QString::fromStdString(problem.replacement);
    for (const Note& note : problem.notes) {
        QString text = session::noteText(note);
        if (note.place.known() && note.place.file < files.size())
            text += QStringLiteral(" (%1:%2)")
                        .arg(QFileInfo(absoluteOf(files[note.place.file].path())).fileName())
                        .arg(note.place.line);
        out.notes << text;
    }
    return out;
}

} // namespace

AssemblyAnswer assemble(const AssemblyRequest& request) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    for (auto it = request.texts.begin(); it != request.texts.end(); ++it)
        loader.set(it.key().toStdString(), it.value().toStdString());
    source::Files files(loader);
    project::ProgramRequest wanted;
    wanted.path = request.path.toStdString();
    wanted.machine = request.machine.toStdString();
    wanted.lint = program::LintOptions{};
    wanted.mayBeWorkload = true;
    wanted.definitions = request.definitions;
    project::ProgramAnswer answer = project::loadProgram(wanted, files);
    AssemblyAnswer out;
    out.path = request.path;
    for (const Problem& problem : answer.diagnostics.problems())
        out.findings.push_back(findingOf(problem, files));
    for (std::uint32_t i = 0; i < files.size(); ++i) {
        out.sources << absoluteOf(files[i].path());
        out.texts << QString::fromStdString(files[i].text());
    }
    if (!answer.loaded) return out;
    out.program = std::make_shared<project::LoadedProgram>(std::move(*answer.loaded));
    if (!out.program->ofCores.empty()) return out;
    out.sources.clear();
    for (const program::SourceName& source : out.program->program.sources)
        out.sources << absoluteOf(source.path);
    // An object file knows the texts it was made from by name only.
    if (out.sources.value(0) != absoluteOf(files[0].path())) out.texts.clear();
    return out;
}

AssemblerService::AssemblerService(QObject* parent)
    : QObject(parent), m_place(new QObject), m_newest(std::make_shared<std::atomic<std::uint64_t>>(0)) {
    qRegisterMetaType<std::shared_ptr<const AssemblyAnswer>>();
    m_place->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_place, &QObject::deleteLater);
    m_thread.setObjectName("assembler");
    m_thread.start();
}

AssemblerService::~AssemblerService() {
    *m_newest = ~std::uint64_t{0};
    m_thread.quit();
    m_thread.wait();
}

std::uint64_t AssemblerService::request(AssemblyRequest request) {
    const std::uint64_t ticket = ++m_ticket;
    *m_newest = ticket;
    QMetaObject::invokeMethod(m_place, [this, newest = m_newest, ticket, request = std::move(request)] {
        if (*newest != ticket) return;
        auto answer = std::make_shared<AssemblyAnswer>(assemble(request));
        answer->ticket = ticket;
        if (*newest == ticket) Q_EMIT assembled(std::move(answer));
    });
    return ticket;
}

} // namespace lw::editor

#include "moc_assembler_service.cpp"
