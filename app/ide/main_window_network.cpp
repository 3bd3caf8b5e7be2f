// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/example_list.h"
#include "app/ide/main_window.h"
#include "app/ide/network_dialog.h"
#include "core/lower/striding/modes.h"
#include "core/project/load_network.h"
#include "widgets/recompute/training_files.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/striding_files.h"
#include "widgets/tiling/tiling_files.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QStatusBar>

#include <algorithm>
#include <utility>

// The window's part in networks: opening one means to lower it and to open what comes out.
namespace lw::ide {

namespace {

constexpr QLatin1String kTilesOf("tile="), kAutomatic("auto");

} // namespace

void MainWindow::connectNetworks() {
    m_actions.connectTo(QStringLiteral("openNetwork"), this, [this] { askForNetwork(); });
    connect(&m_session, &session::DebugSession::frameChanged, this, [this] {
        const auto loaded = m_session.loaded();
        if (!loaded || loaded == m_toldDesks.lock()) return;
        m_toldDesks = loaded;
        if (std::exchange(m_isGraphAlone, false)) page(Workspace::Striding)->showAll();
        for (session::TechniqueDesk* desk : m_desks) desk->setProgram(loaded->path);
    });
    connect(m_documents, &editor::DocumentArea::startFileChanged, this, [this] {
        for (session::TechniqueDesk* desk : m_desks)
            if (!desk->program().isEmpty() && desk->program() != m_documents->startFile())
                desk->setProgram(QString());
    });
    for (session::TechniqueDesk* desk : m_desks)
        connect(desk, &session::TechniqueDesk::notRead, this, [this](const QString& text) {
            tell(tr("What is known of this program cannot be read: %1").arg(text));
        });
    connect(&striding(), &striding::StridingDesk::lowered, this, &MainWindow::openLowered);
    connect(&striding(), &striding::StridingDesk::switching, this,
            [this] { m_switchedFrom = m_documents->startFile(); });
    connect(&striding(), &striding::StridingDesk::failed, this, &MainWindow::sayNotLowered);
    connectTiling();
    connectTraining();
    connectFirmware();
}

void MainWindow::connectTraining() {
    connect(&training(), &recompute::RecomputeDesk::failed, this, &MainWindow::tell);
    connect(&training(), &recompute::RecomputeDesk::opened, this, [this](const QString& program) {
        startAnew(program);
        showWorkspace(Workspace::Training);
        tell(tr("The program of the training step is open: step, and watch what is live."));
    });
}

void MainWindow::connectFirmware() {
    const auto follow = [this] { firmware().follow(m_session.frames()); };
    connect(&m_session, &session::DebugSession::frameChanged, this, follow);
    connect(&m_session, &session::DebugSession::programChanged, this, follow);
    connect(&processor(), &firmware::ProcessorDesk::failed, this, &MainWindow::tell);
    connect(&processor(), &firmware::ProcessorDesk::plannedAnew, this, &MainWindow::leaveMadeProgram);
    connect(&processor(), &firmware::ProcessorDesk::made, this, [this](const QString& program, bool canRun) {
        startAnew(program);
        if (canRun) firmware().compareOnceLoaded(program);
        showWorkspace(Workspace::Firmware);
        page(Workspace::Firmware)->raiseView(QStringLiteral("beside"));
        if (!canRun)
            tell(tr("The firmware is open. Give its input in File > Inputs of the Program to run it."));
    });
    connect(&firmware(), &firmware::FirmwareDesk::comparesOnce, this,
            [this] { tell(tr("The firmware is open, and is compared with its software.")); });
}

void MainWindow::connectTiling() {
    connect(&tiling(), &tiling::TilingDesk::failed, this, &MainWindow::tell);
    connect(&m_session, &session::DebugSession::frameChanged, this,
            [this] { tiling().follow(m_session.frames()); });
    connect(&tiling(), &tiling::TilingDesk::tileLowered, this,
            [this](const QString& program, std::uint64_t tile) {
                startAnew(program);
                tell(tr("The program of tile %1 is open: step, and its tensors fill.").arg(tile));
            });
    connect(&tiling(), &tiling::TilingDesk::plannedAnew, this, &MainWindow::leaveMadeProgram);
    connect(&tiling(), &tiling::TilingDesk::opened, this, [this](const QString& program) {
        startAnew(program);
        tell(tr("The program that runs all tiles is open: step, and the picture fills."));
    });
}

// What was made of a network for something else is not run beside what is planned now; a person's own is.
void MainWindow::leaveMadeProgram() {
    const QString start = m_documents->startFile();
    const bool isMade = std::ranges::any_of(m_desks, [&](const session::TechniqueDesk* desk) {
        return !start.isEmpty() && desk->program() == start;
    });
    if (!isMade) return;
    m_session.unload();
    m_documents->setStartFile(QString());
}

void MainWindow::startAnew(const QString& program) {
    // Written once more it is another text, which an open editor would ask about.
    if (editor::Document* before = m_documents->documentOf(program)) m_documents->closeDocument(before);
    m_session.unload();
    const bool isKnown = m_documents->startFile() == program;
    startWith(program);
    if (isKnown) m_documents->setStartFile(program); // what is there now has to be assembled
}

void MainWindow::tileNetwork(const tiling::TilingRequest& request) {
    remember(QFileInfo(request.network).absoluteFilePath());
    striding().showNetwork({request.network, request.machine});
    showWorkspace(Workspace::Striding);
    page(Workspace::Striding)->raiseView(QStringLiteral("tiles"));
    page(Workspace::Striding)->raiseView(QStringLiteral("cone"));
    tiling().plan(request);
    raiseReadmeAlone(request.network);
}

void MainWindow::trainNetwork(const recompute::TrainingRequest& request) {
    remember(QFileInfo(request.network).absoluteFilePath());
    tiling().leave(request.network);
    striding().showNetwork({request.network, {}});
    showWorkspace(Workspace::Training);
    page(Workspace::Training)->raiseView(QStringLiteral("decisions"));
    training().open(request);
    raiseReadmeAlone(request.network);
}

void MainWindow::planFirmware(const firmware::PlanRequest& request) {
    remember(QFileInfo(request.network).absoluteFilePath());
    tiling().leave(request.network);
    showWorkspace(Workspace::Firmware);
    page(Workspace::Firmware)->raiseView(QStringLiteral("plan"));
    processor().plan(request);
    raiseReadmeAlone(request.network);
}

namespace {

// The box of a network that the circuit refuses: made and opened, or, if it is there already, with a button
// more.
void offerProcessor(MainWindow& window, QMessageBox* box, const QString& text,
                    const firmware::PlanRequest& request) {
    const bool isNew = box == nullptr;
    if (isNew) {
        box = new QMessageBox(QMessageBox::Warning, MainWindow::tr("The network cannot be opened"), text,
                              QMessageBox::Close, &window);
        box->setAttribute(Qt::WA_DeleteOnClose);
    }
    box->setObjectName(QStringLiteral("processorOffer"));
    const QString said = box->informativeText();
    box->setInformativeText(said + (said.isEmpty() ? QString() : QStringLiteral(" ")) +
                            MainWindow::tr("The neural network processor takes all of it."));
    auto* button = box->addButton(MainWindow::tr("Plan for the Processor"), QMessageBox::ActionRole);
    QObject::connect(button, &QAbstractButton::clicked, &window,
                     [&window, request] { window.planFirmware(request); });
    if (isNew) box->open();
}

firmware::PlanRequest processorRequestOf(const striding::StridingRequest& refused) {
    return {.network = refused.network,
            .machine = {},
            .input = refused.input,
            .mean = refused.mean,
            .scale = refused.scale,
            .order = refused.order};
}

} // namespace

void MainWindow::sayNotLowered(const QString& text, const std::vector<striding::StridingRequest>& ways) {
    m_raisesReadme = false;
    const bool isSwitching = striding().isSwitching();
    if (!isSwitching) showGraph(); // which says why
    const auto askProcessor = [&](QMessageBox* open) {
        if (isSwitching || !striding().refusal()) return;
        const firmware::PlanRequest request = processorRequestOf(striding().shown());
        processor().askWhether(request, [this, open = QPointer(open), text, request](bool takes) {
            if (takes) offerProcessor(*this, open, text, request);
        });
    };
    if (!isSwitching && ways.empty()) {
        askProcessor(nullptr);
        return tell(text);
    }
    const QString title = isSwitching ? tr("The mode cannot be changed") : tr("The network cannot be opened");
    auto* box = new QMessageBox(QMessageBox::Warning, title, text, QMessageBox::Close, this);
    askProcessor(box);
    striding().endSwitch();
    box->setAttribute(Qt::WA_DeleteOnClose);
    if (!ways.empty())
        box->setInformativeText(tr("What comes before or after it can be opened without the rest."));
    for (const striding::StridingRequest& way : ways) {
        const auto& [from, until, image] = way.section;
        const QString name = QString::fromStdString(until ? *until : from.value_or(std::string()));
        auto* button =
            box->addButton(until ? tr("Open until \"%1\"").arg(name) : tr("Open from \"%1\"").arg(name),
                           QMessageBox::ActionRole);
        connect(button, &QAbstractButton::clicked, this, [this, way] { lowerNetwork(way); });
    }
    box->open();
}

void MainWindow::showGraph() {
    showWorkspace(Workspace::Striding);
    page(Workspace::Striding)->raiseView(QStringLiteral("network"));
}

void MainWindow::askForNetwork() {
    auto* dialog = new QFileDialog(this, tr("Open Network"), QString(), tr("Networks (*.json *.onnx)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openNetwork);
    dialog->open();
}

// Nothing else shows that: what was opened before stays.
void MainWindow::sayNotRead(const QString& path, const QString& text) {
    const QString name = QFileInfo(path).fileName();
    auto* box = new QMessageBox(QMessageBox::Warning, tr("The network cannot be opened"),
                                text.contains(name) ? text : name + QStringLiteral(": ") + text,
                                QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("networkNotRead"));
    box->open();
}

// What it is can be seen before it is lowered, and also if it cannot be.
void MainWindow::openNetwork(const QString& path) {
    statusBar()->clearMessage(); // what was said of another one
    if (recompute::isTrained(path)) return trainNetwork({.network = path, .machine = {}});
    const auto isRecurrent = project::isRecurrent(path.toStdString());
    // Nobody is asked which chip something is for that is not a network.
    if (!isRecurrent) return sayNotRead(path, session::wholeText(isRecurrent.problem()));
    if (*isRecurrent) // only the processor has such layers
        return planFirmware({.network = path, .input = striding::inputBeside(path)});
    striding::StridingRequest wanted{QFileInfo(path).absoluteFilePath(), {}};
    if (striding().refusal() && striding().shown().network == wanted.network)
        wanted = striding().shown(); // so that only what was wrong has to be entered again
    striding().showNetwork({wanted.network, {}});
    showGraph();
    // The views beside it have nothing to show yet.
    WorkspacePage* here = page(Workspace::Striding);
    m_isGraphAlone = !m_session.loaded() && !here->isAlone();
    if (m_isGraphAlone) here->showAlone(nullptr);
    auto* dialog = new NetworkDialog(wanted, this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (dialog->isForProcessor()) return planFirmware(dialog->planRequest());
        const striding::StridingRequest request = dialog->request();
        if (!dialog->hasTiles()) return lowerNetwork(request);
        const bool isAutomatic = dialog->tileAutomatic().isChecked();
        const auto fixed = isAutomatic ? std::nullopt : tiling::sizeFrom(dialog->tile().text());
        if (!isAutomatic && !fixed)
            return tell(tr("%1 is not the size of a tile, such as 64 or 64x48.").arg(dialog->tile().text()));
        if (request.input.isEmpty())
            return tell(tr("A picture is needed to be cut into tiles: enter one as the input."));
        tileNetwork({.network = request.network,
                     .machine = request.machine,
                     .input = request.input,
                     .fixed = fixed,
                     .range = request.range,
                     .order = request.order,
                     .mean = request.mean,
                     .scale = request.scale,
                     .section = request.section});
    });
    dialog->open();
}

void MainWindow::startNetwork(const QString& path, std::optional<lower::striding::Mode> mode) {
    const QString input = striding::inputBeside(path);
    if (input.isEmpty() || recompute::isTrained(path)) return openNetwork(path);
    // Which reads the whole file: not once more to open it.
    const auto isRecurrent = project::isRecurrent(path.toStdString());
    const bool isOfProcessor = groupOf(path) == QLatin1String("nnp");
    if (isOfProcessor || (isRecurrent && *isRecurrent))
        return planFirmware({.network = path, .input = input});
    if (const auto fixed = tiling::tileBeside(path, input))
        return tileNetwork({.network = QFileInfo(path).absoluteFilePath(),
                            .input = input,
                            .fixed = fixed->rows == 0 ? std::nullopt : fixed});
    lowerNetwork({QFileInfo(path).absoluteFilePath(), {}, mode, input, {}});
}

void MainWindow::openExample(const QString& file) {
    const QString path = examplesFolder() + QLatin1Char('/') + file.section(QLatin1Char('?'), 0, 0);
    if (!QFileInfo(path).isFile()) return tell(tr("%1 is not among the examples.").arg(path));
    if (!striding::isNetwork(path)) return startWith(path);
    const QString way = file.section(QLatin1Char('?'), 1);
    if (way.startsWith(kTilesOf)) return tileExample(path, way.mid(kTilesOf.size()).split(QLatin1Char(',')));
    const lower::striding::ModeRow* row = lower::striding::findMode(way.toStdString());
    startNetwork(path, row ? std::optional(row->mode) : std::nullopt);
}

// The size of a tile, then, in any order, that of a picture of which no more is known, and how it is met.
void MainWindow::tileExample(const QString& path, const QStringList& words) {
    tiling::TilingRequest request{.network = QFileInfo(path).absoluteFilePath()};
    if (words[0] != kAutomatic) request.fixed = tiling::sizeFrom(words[0]).value_or(lower::tiling::Size{});
    for (const QString& word : words.mid(1)) {
        const auto* fill = std::ranges::find(lower::tiling::kFillNames, word.toStdString());
        if (fill != std::end(lower::tiling::kFillNames))
            request.fill = static_cast<lower::tiling::Fill>(fill - std::begin(lower::tiling::kFillNames));
        else
            request.picture = tiling::sizeFrom(word).value_or(lower::tiling::Size{});
    }
    if (request.picture == lower::tiling::Size{}) request.input = striding::inputBeside(path);
    tileNetwork(request);
}

void MainWindow::lowerNetwork(const striding::StridingRequest& request) {
    remember(QFileInfo(request.network).absoluteFilePath());
    tell(tr("%1 is being lowered.").arg(QFileInfo(request.network).fileName()));
    tiling().leave(request.network);
    striding().showNetwork(request);
    striding().lowerNetwork(request);
}

void MainWindow::openLowered(const QString& program, const QString& tensor, const QString& file) {
    // Another program was opened meanwhile: a switched mode of the one before is not wanted any more.
    if (striding().isSwitching() && m_documents->startFile() != m_switchedFrom) return striding().endSwitch();
    // What was run to its end is seen at its end in another mode, too.
    const bool runsAgain = striding().isSwitching() && m_session.state() == session::State::Halted;
    // Each mode has a program of its own: that of the mode before is not left open.
    const QString former = striding().isSwitching() ? m_switchedFrom : QString();
    startAnew(program);
    editor::Document* left = former != program ? m_documents->documentOf(former) : nullptr;
    if (left && !left->isModified()) m_documents->closeDocument(left);
    if (!tensor.isEmpty()) m_keeper.setInput(tensor, file);
    showWorkspace(Workspace::Striding);
    if (std::exchange(m_raisesReadme, false)) raiseReadme();
    m_runsOnceLoaded = runsAgain;
    if (!runsAgain) tell(tr("%1 is open: step, and its tensors fill.").arg(QFileInfo(program).fileName()));
}

} // namespace lw::ide
