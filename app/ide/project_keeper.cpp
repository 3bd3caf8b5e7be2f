// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/project_keeper.h"

#include "core/base/file.h"
#include "core/source/files.h"
#include "widgets/session/core_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <utility>

namespace lw::ide {

namespace {

constexpr int kProjectKeepMilliseconds = 2000; // after a change
constexpr std::uint64_t kLargest = 16 << 20;

struct Answer {
    std::optional<project::Project> project;
    QString wrong;
};

// "/home/a/it.lwp:3:5: unknown key ..."
Answer readProject(const QString& path) {
    source::DiskLoader loader(kLargest);
    source::Files files(loader);
    const std::string name = path.toStdString();
    const auto file = files.open(name);
    if (!file) return {{}, session::problemText(file.problem())};
    auto read = project::parseProject(files[*file].text(), *file);
    if (read) return {project::absoluteFrom(*std::move(read), name), {}};
    const Place place = read.problem().place;
    return {{},
            QStringLiteral("%1:%2:%3: %4")
                .arg(path)
                .arg(place.line)
                .arg(place.column)
                .arg(session::problemText(read.problem()))};
}

// Beside the project, so that it is seen from every host. Only the end of the program makes it stale, not its
// age.
std::unique_ptr<QLockFile> lockOf(const QString& project) {
    const QFileInfo file(project);
    auto out =
        std::make_unique<QLockFile>(file.absolutePath() + QStringLiteral("/.%1.lock").arg(file.fileName()));
    out->setStaleLockTime(0);
    return out;
}

std::optional<QString> writeProject(const QString& path, const project::Project& project) {
    const std::string name = path.toStdString();
    const auto done = writeFileAtomically(name, project::textOf(project::relativeTo(project, name)));
    if (done) return {};
    return session::problemText(done.problem());
}

} // namespace

ProjectKeeper::ProjectKeeper(session::DebugSession& session, editor::DocumentArea& documents,
                             debug::HistoryBar& history, QObject* parent)
    : QObject(parent), m_session(session), m_documents(documents), m_history(history) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kProjectKeepMilliseconds);
    connect(&m_soon, &QTimer::timeout, this, &ProjectKeeper::keepNow);
    connect(&session, &session::DebugSession::breakpointsChanged, this, &ProjectKeeper::noteChange);
    connect(&session, &session::DebugSession::focusChanged, this, &ProjectKeeper::noteChange);
    connect(&session, &session::DebugSession::watchesChanged, this, &ProjectKeeper::noteChange);
    connect(&history, &debug::HistoryBar::bookmarksChanged, this, &ProjectKeeper::noteChange);
    connect(&documents, &editor::DocumentArea::startFileChanged, this, &ProjectKeeper::startFileChanged);
    connect(&documents, &editor::DocumentArea::startFileRenamed, this, &ProjectKeeper::noteChange);
}

void ProjectKeeper::startRemembering(const QString& folder) {
    m_folder = folder;
    QDir().mkpath(folder);
    if (m_path.isEmpty() && !m_documents.startFile().isEmpty()) recall(m_documents.startFile());
}

void ProjectKeeper::noteChange() {
    if (!m_applying) m_soon.start();
}

// ---- what there is

project::Project ProjectKeeper::collect() const {
    project::Project out;
    out.program = m_documents.startFile().toStdString();
    out.machine = m_documents.machine().toStdString();
    out.inputs = m_inputs;
    out.definitions = m_documents.definitions();
    out.breakpoints = m_session.savedBreakpoints();
    for (const QString& text : m_session.watches()) out.watches.push_back(text.toStdString());
    out.focus = m_session.focus().index;
    out.bookmarks.assign(m_history.bookmarks().begin(), m_history.bookmarks().end());
    return out;
}

void ProjectKeeper::apply(const project::Project& project) {
    m_applying = true;
    m_session.unload();
    m_session.setFocus({project.focus});
    m_inputs = project.inputs;
    m_session.restoreBreakpoints(project.breakpoints);
    QStringList watches;
    for (const std::string& text : project.watches) watches << QString::fromStdString(text);
    m_session.setWatches(watches);
    m_history.setBookmarks({project.bookmarks.begin(), project.bookmarks.end()});
    std::vector<assembler::Definition> definitions = project.definitions;
    for (assembler::Definition& one : definitions)
        one.place = {}; // in the project's file, which no program includes
    m_documents.setDefinitions(std::move(definitions));
    m_documents.setMachine(QString::fromStdString(project.machine));
    m_applying = false;
    Q_EMIT changed();
}

void ProjectKeeper::setInputs(std::vector<project::Input> inputs) {
    if (inputs == m_inputs) return;
    m_inputs = std::move(inputs);
    noteChange();
    Q_EMIT changed();
}

void ProjectKeeper::setInput(const QString& tensor, const QString& file, project::Conversion cast) {
    std::vector<project::Input> inputs = m_inputs;
    std::erase_if(inputs, [&](const project::Input& input) { return input.tensor == tensor.toStdString(); });
    inputs.push_back({tensor.toStdString(), file.toStdString(), cast});
    setInputs(std::move(inputs));
}

// ---- each program by itself

QString ProjectKeeper::memoryOf(const QString& program) const {
    const QByteArray hash = QCryptographicHash::hash(program.toUtf8(), QCryptographicHash::Sha1).toHex();
    return m_folder + QLatin1Char('/') + QString::fromLatin1(hash) + QStringLiteral(".lwp");
}

void ProjectKeeper::remember(const QString& program) {
    if (m_folder.isEmpty() || !QFileInfo::exists(program)) return; // none, or never saved
    project::Project project = collect();
    project.program = program.toStdString();
    if (const auto wrong = writeProject(memoryOf(program), project)) Q_EMIT problem(*wrong);
}

// What cannot be read is forgotten: nobody wrote it by hand.
void ProjectKeeper::recall(const QString& program) {
    const QString file = m_folder.isEmpty() || program.isEmpty() ? QString() : memoryOf(program);
    Answer answer;
    if (!file.isEmpty() && QFileInfo::exists(file)) answer = readProject(file);
    apply(answer.project.value_or(project::Project{}));
}

void ProjectKeeper::startFileChanged(const QString& before) {
    if (m_applying) return;
    if (!m_path.isEmpty()) return noteChange(); // the project has another program now
    if (m_soon.isActive()) {
        m_soon.stop();
        remember(before);
    }
    recall(m_documents.startFile());
}

void ProjectKeeper::keepNow() {
    m_soon.stop();
    if (m_path.isEmpty()) return remember(m_documents.startFile());
    if (isShared() && m_lock->tryLock(0)) Q_EMIT changed(); // the other one is gone
    // The views are the window's: it gives them when the project is saved. What the file has stays.
    Answer answer = readProject(m_path);
    if (!answer.project) return Q_EMIT problem(answer.wrong);
    project::Project project = collect();
    project.open = answer.project->open;
    project.front = answer.project->front;
    project.workspace = answer.project->workspace;
    project.layouts = answer.project->layouts;
    if (const auto wrong = writeProject(m_path, project)) Q_EMIT problem(*wrong);
}

// ---- the project file

std::optional<QString> ProjectKeeper::otherUserOf(const QString& path) {
    const auto lock = lockOf(path);
    // In a folder where nothing may be written there is no project to write either.
    if (lock->tryLock(0) || lock->error() != QLockFile::LockFailedError) return {};
    qint64 process = 0;
    QString host, program;
    lock->getLockInfo(&process, &host, &program);
    return tr("process %1 on %2").arg(process).arg(host);
}

void ProjectKeeper::leave() {
    m_lock.reset();
    m_path.clear();
}

void ProjectKeeper::enter(const QString& path) {
    if (path == m_path && m_lock) return;
    leave();
    m_path = path;
    m_lock = lockOf(path);
    m_lock->tryLock(0);
}

std::optional<QString> ProjectKeeper::open(const QString& path, project::Project& views) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    Answer answer = readProject(absolute);
    if (!answer.project) return answer.wrong;
    if (m_soon.isActive()) keepNow();
    enter(absolute);
    m_applying = true;
    m_documents.setStartFile(QString::fromStdString(answer.project->program));
    apply(*answer.project);
    m_soon.stop();
    views = *std::move(answer.project);
    return {};
}

std::optional<QString> ProjectKeeper::saveAs(const QString& path, const project::Project& views) {
    project::Project project = collect();
    project.open = views.open;
    project.front = views.front;
    project.workspace = views.workspace;
    project.layouts = views.layouts;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (auto wrong = writeProject(absolute, project)) return wrong;
    m_soon.stop();
    enter(absolute);
    Q_EMIT changed();
    return {};
}

void ProjectKeeper::close() {
    if (m_path.isEmpty()) return;
    if (m_soon.isActive()) keepNow();
    leave();
    noteChange();
    Q_EMIT changed();
}

} // namespace lw::ide

#include "moc_project_keeper.cpp"
