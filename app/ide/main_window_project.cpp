// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/inputs_dialog.h"
#include "app/ide/main_window.h"
#include "widgets/paint/tensors_view.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>

#include <array>

// The window's part in projects: the file, inputs, and what is dropped on it.
namespace lw::ide {

namespace {

QString fileFilter() { return MainWindow::tr("Projects (*.lwp)"); }

std::vector<std::string> textsOf(const QStringList& texts) {
    std::vector<std::string> out;
    for (const QString& text : texts) out.push_back(text.toStdString());
    return out;
}

// What a tensor file was dropped on: the name in a row of a list, or that of a picture.
QString tensorAt(QWidget* widget, const QPoint& screen) {
    for (; widget; widget = widget->parentWidget()) {
        if (const auto* pane = qobject_cast<paint::TensorPane*>(widget))
            return QString::fromStdString(pane->info().name);
        const auto* view = qobject_cast<QAbstractItemView*>(widget);
        if (!view) continue;
        const QAbstractItemModel* model = view->model();
        while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model))
            model = proxy->sourceModel();
        const QModelIndex index = view->indexAt(view->viewport()->mapFromGlobal(screen));
        if (!qobject_cast<const paint::TensorListModel*>(model) || !index.isValid()) return {};
        return index.siblingAtColumn(paint::TensorListModel::Name).data().toString();
    }
    return {};
}

// What the view of tensors around it shows.
std::shared_ptr<const session::Loaded> loadedAt(QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (const auto* view = qobject_cast<paint::TensorsView*>(widget)) return view->loaded();
    return nullptr;
}

} // namespace

void MainWindow::connectProjectActions() {
    const auto on = [this](const char* id, auto&& call) {
        m_actions.connectTo(QString::fromLatin1(id), this, call);
    };
    on("newProject", [this] { askForProject(true); });
    on("openProject", [this] {
        auto* dialog = new QFileDialog(this, tr("Open Project"), QString(), fileFilter());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openProject);
        dialog->open();
    });
    on("saveProject", [this] {
        if (m_keeper.path().isEmpty())
            askForProject(false);
        else
            saveProject(m_keeper.path());
    });
    on("saveProjectAs", [this] { askForProject(false); });
    on("closeProject", [this] { m_keeper.close(); });
    on("inputs", [this] { chooseInputs(); });
    on("chooseMachine", [this] {
        auto* dialog =
            new QFileDialog(this, tr("Machine from a File"), QString(), tr("Configurations (*.json)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::chooseMachine);
        dialog->open();
    });
    connect(m_runBar, &RunBar::machineChosen, this, &MainWindow::chooseMachine);
    connect(m_runBar, &RunBar::startChosen, this, &MainWindow::setStart);
    connect(&m_keeper, &ProjectKeeper::problem, this, &MainWindow::tell);
    connect(&m_keeper, &ProjectKeeper::changed, this, &MainWindow::updateTitle);
    connect(m_documents, &editor::DocumentArea::startFileChanged, this, &MainWindow::updateTitle);
    connect(m_documents, &editor::DocumentArea::startFileChanged, this, &MainWindow::updateRunState);
    connect(m_documents, &editor::DocumentArea::startFileRenamed, this, &MainWindow::updateTitle);
    connect(m_documents, &editor::DocumentArea::currentDocumentChanged, this, &MainWindow::updateTitle);
    updateTitle();
}

// The text in front, and what runs when that is another one.
void MainWindow::updateTitle() {
    const editor::Document* front = m_documents->current();
    const QString start = m_documents->startFile();
    const QString key = front ? front->key() : start;
    QString title = key.isEmpty() ? QString() : m_documents->nameOf(key);
    if (front && !start.isEmpty() && key != start)
        title = tr("%1 (%2 runs)").arg(title, m_documents->nameOf(start));
    if (const QString project = QFileInfo(m_keeper.path()).fileName(); !project.isEmpty())
        title = title.isEmpty() ? project : tr("%1 in %2").arg(title, project);
    if (m_keeper.isShared()) title = tr("%1 (also open in another window)").arg(title);
    setWindowTitle(title);
    setWindowFilePath(front ? front->path() : QString());
    m_actions["closeProject"]->setEnabled(!m_keeper.path().isEmpty());
}

void MainWindow::chooseMachine(const QString& machine) {
    if (machine == m_documents->machine()) return;
    m_session.unload();
    m_documents->setMachine(machine);
    m_keeper.noteChange();
}

// ---- the project file

project::Project MainWindow::viewsNow() const {
    project::Project out;
    for (const editor::Document* document : m_documents->documents())
        if (!document->path().isEmpty()) out.open.push_back(document->path().toStdString());
    if (m_documents->current()) out.front = m_documents->current()->path().toStdString();
    out.workspace = rowOf(m_workspace).name;
    for (std::size_t i = 0; i < m_built.size(); ++i)
        if (m_built[i])
            out.layouts.push_back({workspaces()[i].name, m_built[i]->layoutState().toBase64().toStdString(),
                                   textsOf(m_built[i]->views())});
    return out;
}

void MainWindow::askForProject(bool isNew) {
    auto* dialog = new QFileDialog(this, isNew ? tr("New Project") : tr("Save Project As"), m_keeper.path(),
                                   fileFilter());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("lwp"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, isNew](const QString& path) { isNew ? newProject(path) : saveProject(path); });
    dialog->open();
}

void MainWindow::askIfShared(const QString& path, const QString& answer, const std::function<void()>& goOn) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const auto other = absolute == m_keeper.path() ? std::nullopt : ProjectKeeper::otherUserOf(absolute);
    if (!other) return goOn();
    auto* box = new QMessageBox(
        QMessageBox::Warning, tr("The project is open in another window"),
        tr("%1 is open in another window (%2). Both write breakpoints, watches and inputs to the file: "
           "what the last one writes stays, and what the other one had is lost.")
            .arg(QFileInfo(path).fileName(), *other),
        QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("sharedQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* button = box->addButton(answer, QMessageBox::AcceptRole);
    connect(button, &QPushButton::clicked, this, goOn);
    box->open();
}

void MainWindow::saveProject(const QString& path) {
    askIfShared(path, tr("Save Anyway"), [=, this] { writeProject(path); });
}

void MainWindow::writeProject(const QString& path) {
    if (const auto wrong = m_keeper.saveAs(path, viewsNow())) return tell(*wrong);
    remember(m_keeper.path());
    tell(tr("%1 is saved.").arg(m_keeper.path()));
}

void MainWindow::newProject(const QString& path) {
    if (!m_documents->closeAll()) return;
    m_keeper.close();
    m_documents->setStartFile(QString());
    saveProject(path);
}

void MainWindow::openProject(const QString& path) {
    askIfShared(path, tr("Open Anyway"), [=, this] { readProject(path); });
}

void MainWindow::readProject(const QString& path) {
    if (!m_documents->closeAll()) return;
    project::Project project;
    if (const auto wrong = m_keeper.open(path, project)) {
        auto* box = new QMessageBox(QMessageBox::Warning, tr("The project cannot be opened"), *wrong,
                                    QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        return box->open();
    }
    remember(m_keeper.path());
    for (const std::string& file : project.open)
        if (const QString name = QString::fromStdString(file); QFileInfo(name).isReadable())
            m_documents->openFile(name);
    if (project.open.empty() && !project.program.empty() && !project.program.ends_with(".lwo"))
        m_documents->openFile(QString::fromStdString(project.program));
    if (m_documents->documentOf(QString::fromStdString(project.front)))
        m_documents->openFile(QString::fromStdString(project.front));
    for (const project::SavedLayout& layout : project.layouts)
        for (std::size_t i = 0; i < workspaces().size(); ++i) {
            if (layout.workspace != workspaces()[i].name) continue;
            const QByteArray state = QByteArray::fromBase64(QByteArray::fromStdString(layout.state));
            QStringList views;
            for (const std::string& view : layout.views) views << QString::fromStdString(view);
            QSettings().setValue(QStringLiteral("layout/%1").arg(i), state); // for when it is first visited
            QSettings().setValue(QStringLiteral("views/%1").arg(i), views);
            if (!m_built[i]) continue;
            m_built[i]->restoreViews(views);
            m_built[i]->restoreLayout(state);
        }
    for (const WorkspaceRow& row : workspaces())
        if (project.workspace == row.name) m_workspace = row.workspace;
    showWorkspace(m_workspace);
}

// ---- inputs

void MainWindow::chooseInputs() {
    const auto loaded = m_session.loaded();
    const auto assembly = m_documents->assembly();
    std::vector<ProgramOfCore> programs;
    if (loaded) {
        for (const session::Loaded& one : loaded->all.cores)
            programs.push_back({one.coreName().toStdString(), one.program});
    } else if (assembly && assembly->program) {
        const machine::CoreNames& names = assembly->program->machine.cores;
        for (std::uint16_t i = 0; i < names.count; ++i)
            programs.push_back({names.count == 1 ? "" : names.nameOf({i}), assembly->program->programOf(i)});
    }
    if (programs.empty()) return tell(tr("There is no program yet: its tensors are not known."));
    auto* dialog = new InputsDialog(m_theme, programs, m_keeper.inputs(), this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_keeper.setInputs(dialog->inputs());
        loadProgram();
    });
    dialog->open();
}

void MainWindow::useAsInput(const QString& tensor, const QString& file) {
    m_keeper.setInput(tensor, QFileInfo(file).absoluteFilePath());
    loadProgram();
    tell(tr("%1 begins with %2 from now on.").arg(tensor, QFileInfo(file).fileName()));
}

// ---- what is dropped

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QWidget* on = childAt(event->position().toPoint());
    const QString tensor = tensorAt(on, mapToGlobal(event->position().toPoint()));
    QStringList refused;
    for (const QUrl& url : event->mimeData()->urls()) {
        const QString path = url.toLocalFile();
        const QString ending = QFileInfo(path).suffix().toLower();
        static const QStringList kKnown{"lw", "lwo", "lww", "lwp", "npy", "npz", "json", "onnx"};
        if (path.isEmpty() || !kKnown.contains(ending)) {
            refused << url.fileName();
        } else if (!QFileInfo(path).isReadable()) {
            tell(tr("%1 cannot be read.").arg(path));
        } else if (const auto loaded = loadedAt(on);
                   ending == QLatin1String("npy") && loaded &&
                   program::findTensor(loaded->program, tensor.toStdString())) {
            askWhatToDo(loaded->prefix() + tensor, path);
        } else {
            openFile(path);
        }
    }
    if (!refused.isEmpty())
        tell(tr("%1 cannot be opened: programs (.lw, .lwo), workloads (.lww), projects (.lwp), "
                "tensors (.npy, .npz) and networks (.json, .onnx) can.")
                 .arg(refused.join(QStringLiteral(", "))));
    event->acceptProposedAction();
}

void MainWindow::askWhatToDo(const QString& tensor, const QString& file) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("A file for a tensor"),
                                tr("%1 was dropped on %2.").arg(QFileInfo(file).fileName(), tensor),
                                QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("dropQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* set = box->addButton(tr("Start %1 With It").arg(tensor), QMessageBox::AcceptRole);
    const QPushButton* show = box->addButton(tr("Only Show It"), QMessageBox::ActionRole);
    connect(set, &QPushButton::clicked, this, [=, this] { useAsInput(tensor, file); });
    connect(show, &QPushButton::clicked, this, [=, this] { showTensorFile(file); });
    box->open();
}

} // namespace lw::ide
