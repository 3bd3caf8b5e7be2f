// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/run_bar.h"

#include "core/chips/catalog.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/to_qt.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QResizeEvent>

#include <algorithm>
#include <array>

namespace lw::ide {

namespace {

constexpr std::array<int, 6> kSpeeds{0, 1, 2, 5, 10, 25}; // bundles per second; 0: as fast as it goes
constexpr int kLeastName = 40;                            // of the machine, beside how it runs
constexpr int kWide = 1240;                               // from here on there is room for words

using session::counted;

QString rateText(double rate) {
    if (rate >= 1e6) return RunBar::tr("%1 M/s").arg(rate / 1e6, 0, 'f', rate >= 1e8 ? 0 : 1);
    if (rate >= 1e3) return RunBar::tr("%1 k/s").arg(rate / 1e3, 0, 'f', 1);
    return RunBar::tr("%1 /s").arg(rate, 0, 'f', 0);
}

} // namespace

RunBar::RunBar(ActionTable& actions, session::ViewContext context, editor::DocumentArea& documents,
               QWidget* parent)
    : QToolBar(tr("Run"), parent)
    , m_actions(actions)
    , m_context(context)
    , m_documents(documents)
    , m_start(new QPushButton(this))
    , m_machine(new QPushButton(this))
    , m_core(new QComboBox(this))
    , m_speed(new QComboBox(this))
    , m_position(new QLabel(this)) {
    setObjectName(QStringLiteral("runBar"));
    setMovable(false);
    actions[QStringLiteral("stepBack")]->setIconText(tr("Back"));
    actions[QStringLiteral("step")]->setIconText(tr("Step"));
    actions[QStringLiteral("stepOver")]->setIconText(tr("Over"));
    actions[QStringLiteral("runToCursor")]->setIconText(tr("To Cursor"));
    for (const auto& group :
         {QStringList{"run", "pause"}, QStringList{"stepBack", "step", "stepOver", "runToCursor"},
          QStringList{"reset"}}) {
        for (const QString& id : group) addAction(actions[id]);
        addSeparator();
    }
    makeStart();
    makeMachine();
    m_core->setAccessibleName(tr("Core in focus"));
    m_core->setToolTip(tr("The core that steps are of, and that views show which are pinned to no other"));
    m_core->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_coreAction = addWidget(m_core);
    connect(m_core, &QComboBox::activated, this,
            [this](int index) { m_context.session.setFocus({static_cast<std::uint16_t>(index)}); });
    m_speed->setAccessibleName(tr("Speed"));
    for (const int speed : kSpeeds)
        m_speed->addItem(speed ? tr("%1 per second").arg(speed) : tr("Full speed"), speed);
    addWidget(m_speed);
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    theme::keepFont(*m_position, context.theme, &theme::Theme::monospaceSmall);
    m_position->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_position->setContentsMargins(8, 0, 12, 0);
    m_position->setAccessibleName(tr("Position"));
    addWidget(m_position);
    for (const auto happens : {&session::DebugSession::frameChanged, &session::DebugSession::stateChanged,
                               &session::DebugSession::programChanged})
        connect(&context.session, happens, this, &RunBar::updatePosition);
    for (const auto happens : {&session::DebugSession::frameChanged, &session::DebugSession::programChanged})
        connect(&context.session, happens, this, &RunBar::fillCores);
    connect(&context.session, &session::DebugSession::programChanged, this, &RunBar::updateNames);
    connect(&documents, &editor::DocumentArea::startFileChanged, this, &RunBar::updateNames);
    connect(&documents, &editor::DocumentArea::startFileRenamed, this, &RunBar::updateNames);
    connect(&documents, &editor::DocumentArea::assembled, this, &RunBar::updateNames);
    updateNames();
    updatePosition();
    fillCores();
}

void RunBar::makeStart() {
    m_start->setFlat(true);
    auto* menu = new QMenu(m_start);
    connect(menu, &QMenu::aboutToShow, this, &RunBar::fillStart);
    m_start->setMenu(menu);
    addWidget(m_start);
}

void RunBar::makeMachine() {
    m_machine->setFlat(true);
    auto* menu = new QMenu(m_machine);
    connect(menu, &QMenu::aboutToShow, this, &RunBar::fillMachine);
    m_machine->setMenu(menu);
    addWidget(m_machine);
}

// The files in tabs; the one that runs is marked.
void RunBar::fillStart() {
    QMenu* menu = m_start->menu();
    menu->clear();
    QStringList paths;
    if (!m_documents.startFile().isEmpty()) paths << m_documents.startFile();
    for (const editor::Document* document : m_documents.documents())
        if (!paths.contains(document->key())) paths << document->key();
    for (const QString& path : paths) {
        QAction* action =
            menu->addAction(m_documents.nameOf(path), this, [this, path] { Q_EMIT startChosen(path); });
        action->setCheckable(true);
        action->setChecked(path == m_documents.startFile());
        action->setToolTip(path);
    }
    if (!paths.isEmpty()) menu->addSeparator();
    menu->addAction(m_actions[QStringLiteral("chooseStart")]);
    menu->addAction(m_actions[QStringLiteral("inputs")]);
}

// The program names its chip; which configuration of it, and which of its cores is shown, is chosen here.
void RunBar::fillMachine() {
    QMenu* menu = m_machine->menu();
    menu->clear();
    const auto loaded = m_context.session.loaded();
    const QString chosen = m_documents.machine();
    const auto add = [&](const QString& text, const QString& machine) {
        QAction* action = menu->addAction(text, this, [this, machine] { Q_EMIT machineChosen(machine); });
        action->setCheckable(true);
        action->setChecked(machine == chosen);
    };
    for (const chips::Chip& chip : chips::all()) {
        if (loaded && loaded->spec != chip.spec) continue;
        menu->addSection(session::coreText(chip.title));
        add(tr("As the program says"), QString());
        for (const std::string_view name : chip.machines()) add(toQt(name), toQt(name));
        if (chips::isMachinePath(chosen.toStdString())) add(m_documents.nameOf(chosen), chosen);
    }
    menu->addAction(m_actions[QStringLiteral("chooseMachine")]);
    menu->addAction(m_actions[QStringLiteral("runModes")]);
    if (!hasCores() || coreCount() > 1) return;
    menu->addSection(tr("Core"));
    QAction* core = menu->addAction(tr("Core 0"));
    core->setCheckable(true);
    core->setChecked(true);
}

// If there are several they have a box of their own, each with its program.
void RunBar::fillCores() {
    const session::Frames& frames = m_context.session.frames();
    m_coreAction->setVisible(frames.size() > 1);
    if (frames.size() <= 1) return m_core->clear();
    for (const session::FramePtr& frame : frames) {
        const int index = frame->core().index;
        const QString name = frame->loaded->coreTitle();
        const QString file = QFileInfo(frame->loaded->programPath).fileName();
        const QString text = QStringLiteral("%1: %2").arg(name, file);
        if (index >= m_core->count()) m_core->addItem(text);
        if (m_core->itemText(index) != text) m_core->setItemText(index, text);
    }
    while (m_core->count() > static_cast<int>(frames.size())) m_core->removeItem(m_core->count() - 1);
    m_core->setCurrentIndex(m_context.session.focus().index);
}

// Whether the program's chip consists of cores, one of which is looked at.
// Without a program nobody knows.
bool RunBar::hasCores() const {
    const auto loaded = m_context.session.loaded();
    const auto assembly = m_documents.assembly();
    const isa::Spec* spec = loaded                          ? loaded->spec
                            : assembly && assembly->program ? assembly->program->machine.target.spec
                                                            : nullptr;
    return std::ranges::any_of(chips::all(),
                               [&](const chips::Chip& chip) { return chip.spec == spec && chip.cores > 0; });
}

// Of what is loaded or will be.
std::uint32_t RunBar::coreCount() const {
    const auto loaded = m_context.session.loaded();
    const auto assembly = m_documents.assembly();
    if (loaded) return loaded->machine.cores.count;
    return assembly && assembly->program ? assembly->program->machine.cores.count : 1;
}

void RunBar::showModes(const QString& modes) {
    m_modes = modes;
    updateNames();
}

void RunBar::updateNames() {
    const QString start = m_documents.startFile();
    const QFontMetrics metrics(m_start->font());
    const QString name = start.isEmpty() ? tr("No program") : m_documents.nameOf(start);
    m_start->setText(metrics.elidedText(name, Qt::ElideMiddle, 170));
    m_start->setToolTip(start.isEmpty() ? tr("What runs: no file is chosen yet")
                                        : tr("What runs: %1").arg(start));
    m_start->setAccessibleName(tr("What runs: %1").arg(name));
    const auto loaded = m_context.session.loaded();
    QString machine = m_documents.machine();
    if (chips::isMachinePath(machine.toStdString()) && !machine.isEmpty())
        machine = QFileInfo(machine).completeBaseName();
    if (const auto assembly = m_documents.assembly(); machine.isEmpty() && assembly && assembly->program)
        machine = QString::fromStdString(assembly->program->machine.target.machine);
    if (machine.isEmpty()) machine = tr("Machine");
    const QString shown = hasCores() && coreCount() == 1 ? tr("%1, core 0").arg(machine) : machine;
    const QString shownModes = m_modes.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(m_modes);
    // For a long name the beginning will do; how it runs is given in full.
    const int room = 190 - (m_modes.isEmpty() ? 0 : metrics.horizontalAdvance(shownModes));
    m_machine->setText(metrics.elidedText(shown, Qt::ElideMiddle, std::max(room, kLeastName)) + shownModes);
    const QString tip =
        loaded ? QString::fromStdString(loaded->machine.title) : tr("The machine the program runs on");
    m_machine->setToolTip(m_modes.isEmpty() ? tip : tip + QLatin1Char('\n') + m_modes);
    m_machine->setAccessibleName(tr("Machine: %1").arg(machine));
}

void RunBar::updatePosition() {
    const auto& frame = m_context.session.frame();
    if (!frame) return m_position->setText(m_context.session.isBusy() ? tr("loading") : tr("no program"));
    QString state;
    switch (m_context.session.state()) {
    case session::State::Running: state = rateText(m_context.session.rate()); break;
    case session::State::Halted: state = tr("halted"); break;
    case session::State::Faulted: state = tr("fault"); break;
    default: state = tr("paused"); break;
    }
    m_position->setText(tr("clock %1   %2").arg(counted(frame->clock), state));
    m_position->setToolTip(tr("%1 bundles issued").arg(counted(frame->bundles)));
}

void RunBar::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    const auto style = event->size().width() >= kWide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
    if (style != toolButtonStyle()) setToolButtonStyle(style);
}

} // namespace lw::ide

#include "moc_run_bar.cpp"
