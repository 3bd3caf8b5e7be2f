// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/chip_diagram_view.h"

#include "core/chips/catalog.h"
#include "core/scene/board_diagram.h"
#include "widgets/paint/chip_diagram_table.h"
#include "widgets/session/core_choice.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/to_qt.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lw::paint {

ChipDiagramView::ChipDiagramView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_clock(new theme::ElidedLabel(this))
    , m_crumbs(new QHBoxLayout)
    , m_canvas(new ChipDiagramCanvas(context.theme, this))
    , m_twin(new TableTwin(context.theme, m_canvas, tr("Chip diagram as a table"), this)) {
    auto* top = new QWidget(this);
    makeTop(top);
    connectTwin();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(top);
    layout->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_canvas, &ChipDiagramCanvas::opened, this, &ChipDiagramView::open);
    connect(m_canvas, &ChipDiagramCanvas::clicked, this, &ChipDiagramView::showCells);
    connect(m_canvas, &ChipDiagramCanvas::leftOutwards, this, [this] {
        if (!m_frame) return;
        const auto all = levels();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool isNext = i + 1 == all.size() ? m_level.isEmpty() : all[i + 1].id == m_level;
            if (isNext) return showLevel(all[i].id);
        }
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
}

// ---- parts

QToolButton* ChipDiagramView::button(QWidget* parent, const QString& icon, const QString& text) {
    auto* out = new QToolButton(parent);
    out->setAutoRaise(true);
    out->setIcon(theme::icon(m_context.theme, icon, theme::Role::Muted));
    out->setToolTip(text);
    out->setAccessibleName(text);
    return out;
}

void ChipDiagramView::makeTop(QWidget* top) {
    auto* layout = new QHBoxLayout(top);
    layout->setContentsMargins(8, 2, 4, 2);
    layout->setSpacing(2);
    theme::keepFont(*m_clock, m_context.theme, &theme::Theme::small);
    layout->addLayout(m_crumbs);
    layout->addSpacing(6);
    layout->addWidget(m_clock, 1);
    auto* fit = button(top, QStringLiteral("fit"), tr("Fit into the view (0)"));
    connect(fit, &QToolButton::clicked, this, [this] { m_canvas->fit(); });
    QToolButton* table = m_twin->makeButton(top);
    auto* write = button(top, QStringLiteral("export"), tr("Export the diagram"));
    write->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(write);
    addExports(
        *menu, this, QStringLiteral("chip"), [this] { return paper(); },
        [this](const QString& wrong) { m_clock->setText(wrong); });
    write->setMenu(menu);
    for (QToolButton* one : {fit, table, write}) layout->addWidget(one);
}

void ChipDiagramView::connectTwin() {
    connect(&m_twin->table(), &QTableView::activated, this,
            [this](const QModelIndex& index) { open(boxInRow(scene(), index.row())); });
    connect(m_twin, &TableTwin::picked, this, [this](int row) {
        if (const QString box = boxInRow(scene(), row); !box.isEmpty()) m_canvas->select(box);
    });
    connect(m_canvas, &ChipDiagramCanvas::selectionChanged, this, [this](const QString& box) {
        if (const int row = rowOfBox(scene(), box); row >= 0) m_twin->setCurrent(row);
    });
}

// ---- data

void ChipDiagramView::take(const session::FramePtr& frame) {
    const session::FramePtr before = std::exchange(m_frame, frame);
    if (!frame) {
        m_level.clear();
        makeCrumbs();
        m_canvas->setScene({});
        m_twin->model().show(chipDiagramTable({}));
        m_clock->clear();
        return;
    }
    makeCrumbs();
    scene::ChipDiagram scene = showsCores() ? cores() : picture(before);
    m_before = m_context.session.frames();
    m_twin->model().show(chipDiagramTable(scene));
    m_canvas->setScene(std::move(scene));
    tellClock(*frame);
}

namespace {

// `before`: of the previous picture; null: that showed something else.
scene::DiagramMoment momentOf(const session::Frame& frame, const session::Frame* before) {
    using Counts = std::span<const std::uint64_t>;
    return {.scope = frame.loaded->scope(),
            .now = frame.moment(),
            .halted = frame.halted,
            .running = frame.running,
            .waiting = &frame.waiting,
            .fault = frame.fault(),
            .units = frame.units,
            .before = before ? std::span<const machine::UnitCount>(before->units)
                             : std::span<const machine::UnitCount>(),
            .issued = frame.bundleCounts,
            .issuedBefore = before ? Counts(before->bundleCounts) : Counts()};
}

} // namespace

scene::ChipDiagram ChipDiagramView::picture(const session::FramePtr& before) const {
    const bool isSame = before && before->loaded == m_frame->loaded;
    return scene::chipDiagram(diagram(), momentOf(*m_frame, isSame ? before.get() : nullptr));
}

scene::ChipDiagram ChipDiagramView::cores() const {
    std::vector<scene::DiagramMoment> moments;
    std::vector<machine::Shipment> shipments;
    const auto chip = chips::chipNamed(m_frame->loaded->spec->chip);
    const session::Frames& frames = m_context.session.frames();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const bool isSame = i < m_before.size() && session::areOfOneMachine(m_before[i], frames[i]);
        moments.push_back(momentOf(*frames[i], isSame ? m_before[i].get() : nullptr));
        const auto sent = (*chip)->shipments(moments.back().scope, moments.back().now);
        shipments.insert(shipments.end(), sent.begin(), sent.end());
    }
    return scene::boardDiagram({moments, m_frame->loaded->machine.way, shipments});
}

bool ChipDiagramView::showsCores() const {
    return m_level == QLatin1String("board") && m_frame && m_frame->loaded->all.cores.size() > 1;
}

// What the sources describe around the one core that runs, or around all that run.
std::vector<ChipDiagramView::Level> ChipDiagramView::levels() const {
    std::vector<Level> out;
    if (!m_frame) return out;
    if (m_frame->loaded->all.cores.size() > 1)
        return {{QStringLiteral("board"), tr("Board"), tr("All cores, on one clock")}};
    for (const machine::DiagramLevel& one : m_frame->loaded->machine.surroundings)
        out.push_back({toQt(one.id), session::coreText(one.title), session::coreText(one.source)});
    return out;
}

// ---- levels

const machine::Diagram& ChipDiagramView::diagram() const {
    for (const machine::DiagramLevel& one : m_frame->loaded->machine.surroundings)
        if (toQt(one.id) == m_level) return one.diagram;
    return m_frame->loaded->machine.diagram;
}

// Board > Chip > Core: a button for each level, the one shown pressed.
void ChipDiagramView::makeCrumbs() {
    const auto loaded = m_frame ? m_frame->loaded : nullptr;
    if (std::exchange(m_crumbsOf, loaded) == loaded) return;
    while (QLayoutItem* item = m_crumbs->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    if (levels().empty()) return;
    const auto add = [this](const QString& id, const QString& title, const QString& tip) {
        auto* crumb = new QToolButton(this);
        crumb->setObjectName(QStringLiteral("level.") + id);
        crumb->setAutoRaise(true);
        crumb->setCheckable(true);
        crumb->setChecked(id == m_level);
        crumb->setText(title);
        crumb->setToolTip(tip);
        crumb->setAccessibleName(tr("Level: %1").arg(title));
        connect(crumb, &QToolButton::clicked, this, [this, id] { showLevel(id); });
        m_crumbs->addWidget(crumb);
    };
    for (const Level& one : levels()) add(one.id, one.title, one.source);
    add({}, tr("Core"), tr("The core that runs the program"));
}

void ChipDiagramView::showLevel(const QString& id) {
    m_level.clear();
    for (const Level& one : levels())
        if (one.id == id) m_level = id;
    for (int i = 0; i < m_crumbs->count(); ++i)
        if (auto* crumb = qobject_cast<QToolButton*>(m_crumbs->itemAt(i)->widget()))
            crumb->setChecked(crumb->objectName() == QStringLiteral("level.") + m_level);
    take(session::FramePtr(m_frame)); // a copy: it takes its place
}

void ChipDiagramView::tellClock(const session::Frame& frame) {
    const QString clock = tr("Clock %1").arg(session::counted(frame.clock));
    QString text = showsCores() ? clock : frame.loaded->heading() + clock;
    const auto& boxes = scene().boxes;
    const auto stalled = std::find_if(boxes.begin(), boxes.end(), [](const scene::DiagramPart& box) {
        return box.activity == scene::Activity::Stalled;
    });
    for (const Level& one : levels())
        if (one.id == m_level) {
            m_clock->setText(showsCores() ? text : one.source);
            m_clock->setToolTip(m_clock->text());
            return;
        }
    if (frame.running)
        text = tr("Running");
    else if (stalled != boxes.end())
        text += QStringLiteral(": ") + session::coreText(stalled->reason);
    else if (!scene().issue.empty())
        text += tr(": bundle %1 issues").arg(frame.nextBundle);
    m_clock->setText(text);
    m_clock->setToolTip(scene().issue.empty() ? QString() : text + QLatin1Char('\n') + toQt(scene().issue));
}

// ---- opening parts

const machine::DiagramBox* ChipDiagramView::boxNamed(const QString& id) const {
    if (!m_frame || showsCores()) return nullptr;
    for (const machine::DiagramBox& box : diagram().boxes)
        if (toQt(box.id) == id) return &box;
    return nullptr;
}

// A queue is its unit's, which sends its results there.
QString ChipDiagramView::unitOf(const machine::DiagramBox& box) const {
    const machine::DiagramBox* owner = &box;
    if (box.units.empty() && box.capacity != 0)
        for (const machine::DiagramWire& wire : diagram().wires)
            if (wire.to == box.id) owner = boxNamed(toQt(wire.from));
    if (!owner || owner->units.empty()) return {};
    return toQt(std::string(m_frame->loaded->spec->units[index(owner->units.front())].name));
}

// A core comes into focus to be seen; a pinned view is pinned to it.
void ChipDiagramView::openCore(const QString& name) {
    for (const session::FramePtr& frame : session::Frames(m_context.session.frames())) {
        if (frame->loaded->coreName() != name) continue;
        m_level.clear();
        if (m_context.choice && m_context.choice->pinned())
            m_context.choice->pin(frame->core());
        else
            m_context.session.setFocus(frame->core());
        return showLevel({});
    }
}

void ChipDiagramView::open(const QString& id) {
    if (showsCores()) return openCore(id);
    const machine::DiagramBox* box = boxNamed(id);
    if (box && !box->opens.empty()) return showLevel(toQt(box->opens));
    showCells(id);
}

// One click does not change the level: what was clicked would disappear.
void ChipDiagramView::showCells(const QString& id) {
    const machine::DiagramBox* box = boxNamed(id);
    if (!box || !box->opens.empty()) return;
    const bool isNamed = box->shows != machine::Role::None || !box->units.empty();
    if (isNamed || !box->ops.empty()) Q_EMIT opened(box->shows, unitOf(*box));
}

// ---- export

PaperPicture ChipDiagramView::paper() const {
    return {QSize(scene().width, scene().height), tr("Chip diagram"),
            [this](QPainter& painter, const theme::Theme& print, QPointF origin) {
                ChipDiagramPainter{print, scene(), DiagramPlace{origin, 1}}.paint(painter);
            }};
}

std::optional<QString> ChipDiagramView::exportSvg(const QString& path) const {
    return writeSvg(path, paper());
}
std::optional<QString> ChipDiagramView::exportPng(const QString& path) const {
    return writePng(path, paper());
}

} // namespace lw::paint

#include "moc_chip_diagram_view.cpp"
