// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/chooser.h"
#include "app/ide/main_window.h"
#include "core/chips/catalog.h"
#include "core/project/workload.h"
#include "core/source/files.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/striding_files.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

// The window's part in files: opening, saving, what was used last.
namespace lw::ide {

namespace {

constexpr qsizetype kMostRecent = 20;

} // namespace

void MainWindow::connectFileActions() {
    const auto on = [this](const char* id, auto&& call) {
        m_actions.connectTo(QString::fromLatin1(id), this, call);
    };
    on("new", [this] { newFile(); });
    on("newFromTemplate", [this] { newFromTemplate(); });
    on("open", [this] { open(); });
    on("quickOpen", [this] { quickOpen(); });
    on("welcome", [this] { showWelcome(); });
    on("save", [this] { save(false); });
    on("saveAs", [this] { save(true); });
    on("saveAll", [this] {
        for (editor::Document* document : m_documents->documents())
            if (document->isModified() && !document->path().isEmpty())
                m_documents->saveDocument(document, document->path());
    });
    on("convertToUtf8", [this] {
        if (editor::Document* document = m_documents->current())
            document->setForm({.endsWithCrLf = document->form().endsWithCrLf});
    });
    on("setStart", [this] {
        const editor::Document* document = m_documents->current();
        if (!document) return;
        setStart(document->key());
        runStart();
    });
    on("closeFile", [this] {
        if (editor::Document* document = m_documents->current()) m_documents->closeDocument(document);
    });
    on("quit", [this] { close(); });
    on("chooseStart", [this] {
        auto* dialog = new QFileDialog(this, tr("What Runs"), QString(), tr("Programs (*.lw *.lwo *.lww)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::startWith);
        dialog->open();
    });
    auto* recent = new QMenu(tr("Recent"), this);
    fileMenu()->insertMenu(m_actions["welcome"], recent);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const QString& path : m_recent)
            recent->addAction(path, this, [this, path] { openInSight(path); });
        if (m_recent.isEmpty()) recent->addAction(tr("Nothing yet"))->setEnabled(false);
    });
}

void MainWindow::showForTyping() {
    if (isWelcome() || page(m_workspace)->centreView()) showWorkspace(Workspace::Edit);
    if (editor::CodeEditor* front = m_documents->editor()) front->setFocus();
}

void MainWindow::newFile() {
    m_documents->newFile();
    showForTyping();
}

// One program to begin with for each chip: it assembles, runs, and names its result.
void MainWindow::newFromTemplate() {
    std::vector<Chooser::Item> items;
    for (const chips::Chip& chip : chips::all()) {
        QFile file(QStringLiteral(":/templates/%1.lw").arg(QString::fromStdString(std::string(chip.name))));
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QString title = session::coreText(chip.title);
        items.push_back({tr("A program for the %1").arg(title),
                         {},
                         {},
                         true,
                         [this, text = QString::fromUtf8(file.readAll())] {
                             newFile();
                             m_documents->current()->editor()->insert(text);
                         }});
    }
    items.push_back({tr("An empty file"), {}, {}, true, [this] { newFile(); }});
    Chooser::open(this, tr("What to begin with"), std::move(items));
}

// What is chosen on the welcome page runs, with its README beside it.
void MainWindow::openCard(const QString& path) {
    const bool isNetwork = striding::isNetwork(path);
    m_raisesReadme = isNetwork;
    if (!isNetwork) showWorkspace(Workspace::Debug); // as in its steps; a network goes where it belongs
    startWith(path);
    if (!isNetwork) raiseReadmeBeside(path);
}

QMenu* MainWindow::fileMenu() const { return menuBar()->actions().front()->menu(); }

void MainWindow::open() {
    auto* dialog = new QFileDialog(
        this, tr("Open"), QString(),
        tr("Programs, projects, tensors and networks (*.lw *.lwo *.lww *.lwp *.npy *.npz *.json *.onnx);;"
           "All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openInSight);
    dialog->open();
}

// How a file is opened: by its ending.
void MainWindow::openFile(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("lwp")) return openProject(path);
    if (striding::isNetwork(path)) return openNetwork(path);
    if (ending == QLatin1String("npy") || ending == QLatin1String("npz")) return showTensorFile(path);
    if (ending == QLatin1String("lwo")) {
        // An object has no text to edit: it runs.
        setStart(path);
        if (m_pages->currentWidget() == m_welcome) showWorkspace(m_workspace);
        return remember(QFileInfo(path).absoluteFilePath());
    }
    if (!m_documents->openFile(path)) return;
    if (ending == QLatin1String("lww")) openPrograms(path);
    remember(QFileInfo(path).absoluteFilePath());
    if (m_pages->currentWidget() == m_welcome) showWorkspace(m_workspace);
}

void MainWindow::openInSight(const QString& path) {
    openFile(path);
    const editor::Document* front = m_documents->current();
    if (front && front->key() == QFileInfo(path).absoluteFilePath()) showText();
}

// A workload's programs are what one wants to see of it: their texts are beside it, the first in front.
void MainWindow::openPrograms(const QString& workload) {
    const std::string path = QFileInfo(workload).absoluteFilePath().toStdString();
    source::DiskLoader loader;
    source::Files files(loader);
    const auto file = files.open(path);
    if (!file) return;
    const auto read = project::parseWorkload(files[*file].text(), *file);
    if (!read) return; // reported among the problems
    QStringList programs;
    for (const project::WorkloadPart& part : project::absoluteFrom(*read, path).parts) {
        const QString program = QString::fromStdString(part.program);
        if (program.endsWith(QLatin1String(".lw")) && QFileInfo(program).isReadable()) programs << program;
    }
    programs << programs.mid(0, 1);
    for (const QString& program : programs) m_documents->openFile(program);
}

// From the welcome page: what is chosen there should run.
void MainWindow::startWith(const QString& path) {
    if (striding::isNetwork(path)) return startNetwork(path);
    openFile(path);
    if (m_documents->documentOf(QFileInfo(path).absoluteFilePath())) setStart(path);
}

void MainWindow::setStart(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (absolute == m_documents->startFile()) return;
    m_runsOnceLoaded = false; // that was asked for another program
    m_session.unload();
    m_documents->setStartFile(absolute);
}

void MainWindow::showTensorFile(const QString& path) {
    showWorkspace(Workspace::Tensors);
    if (auto* view = page(Workspace::Tensors)->findChild<paint::TensorsView*>()) view->openFile(path);
}

void MainWindow::remember(const QString& path) {
    m_recent.removeAll(path);
    m_recent.prepend(path);
    while (m_recent.size() > kMostRecent) m_recent.removeLast();
    m_welcome->setRecentFiles(m_recent);
}

// Open files first, then recent ones, then the examples.
void MainWindow::quickOpen() {
    std::vector<Chooser::Item> items;
    QStringList seen;
    const auto add = [&](const QString& path) {
        if (path.isEmpty() || seen.contains(path)) return;
        seen << path;
        const QFileInfo info(path);
        items.push_back(
            {info.dir().dirName() + QLatin1Char('/') + info.fileName(), info.path(), {}, true, [this, path] {
                 openInSight(path);
             }});
    };
    for (const editor::Document* document : m_documents->documents()) add(document->path());
    for (const QString& path : m_recent) add(path);
    for (const Example& example : examples()) add(example.program);
    Chooser::open(this, tr("Type a part of a file's name"), std::move(items));
}

bool MainWindow::save(bool as) {
    editor::Document* document = m_documents->current();
    if (!document) return false;
    if (!as && !document->path().isEmpty()) return m_documents->saveDocument(document, document->path());
    auto* dialog = new QFileDialog(this, tr("Save As"), document->path(), tr("Programs (*.lw)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("lw"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, document](const QString& path) { m_documents->saveDocument(document, path); });
    dialog->open();
    return true;
}

} // namespace lw::ide
