// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/register_files_view.h"

#include "core/machine/session.h"
#include "widgets/firmware/firmware_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"

#include <QHBoxLayout>

namespace lw::firmware {

using paint::LanePlace;
using scene::LaneBar;
using scene::firmware::FileUse;
using scene::firmware::FileUseKind;
using scene::firmware::RegisterFile;
using session::counted;

namespace {

bool isHeld(const LaneBar& bar) { return bar.kind == static_cast<std::uint32_t>(FileUseKind::Held); }

QString locationsText(const FileUse& use) {
    const auto range = [](std::uint64_t first, std::uint64_t count) {
        return count == 1 ? QStringLiteral("[%1]").arg(first)
                          : QStringLiteral("[%1..%2]").arg(first).arg(first + count - 1);
    };
    const QString first = range(use.first, use.count);
    return use.turns == 1 || use.step == 0 ? first
                                           : RegisterFilesView::tr("%1, each of %2 iterations %3 further")
                                                 .arg(first)
                                                 .arg(use.turns)
                                                 .arg(use.step);
}

} // namespace

RegisterFilesView::RegisterFilesView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent)
    : FirmwareView(
          context, desk,
          tr("What reads and writes the register files in which clocks, what waits for that, and how "
             "much they hold."),
          parent)
    , m_canvas(new paint::LanesCanvas(context.theme, body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    m_canvas->setAccessibleName(tr("Register files over time"));
    m_canvas->setTips([this](const LanePlace& place) { return textOf(place); });
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Register files over time as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_canvas, &paint::LanesCanvas::picked, this, [this](std::uint64_t clock) { travelTo(clock); });
    connect(m_canvas, &paint::LanesCanvas::selectedChanged, this, &RegisterFilesView::say);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { m_canvas->select(m_table.placeOf(number)); });
    connect(&desk, &FirmwareDesk::factsChanged, this, &RegisterFilesView::take);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    take();
}

void RegisterFilesView::showEvent(QShowEvent* event) {
    FirmwareView::showEvent(event);
    desk().askForValues();
}

// ---- what is shown

void RegisterFilesView::take() {
    if (isVisible()) desk().askForValues();
    if (m_values != desk().values() || !m_lanes) {
        m_values = desk().values();
        m_lanes = std::make_shared<const scene::Lanes>(m_values ? m_values->files.lanes : scene::Lanes());
        m_canvas->setLanes(m_lanes);
        m_table.setLanes(m_lanes);
        m_twin->model().show(
            m_table.table(tr("Register file"), tr("Instruction or number held"), [this](const LaneBar& bar) {
                return isHeld(bar) ? counted(bar.number) : useText(m_values->files.uses[bar.number]);
            }));
    }
    takeFrame(viewContext().frame());
}

void RegisterFilesView::takeFrame(const session::FramePtr& frame) {
    const FactsPtr& facts = desk().facts();
    if (frame && facts && frame->loaded == facts->loaded)
        m_canvas->setNow(frame->clock, {});
    else
        m_canvas->setNow({}, {});
    say();
}

// Of the bar that is selected; else of all files.
void RegisterFilesView::say() {
    if (!m_values) return m_message->setText(tr("The firmware runs to see when it uses its register files."));
    if (m_canvas->selected()) return m_message->setText(textOf(*m_canvas->selected()));
    QString text;
    if (const auto& fault = m_values->observed.stop.fault) text = faultText(*fault) + QLatin1Char(' ');
    QStringList files;
    for (const RegisterFile& file : m_values->files.files)
        files << (file.waited == 0
                      ? tr("%1 holds at most %2").arg(QString::fromStdString(file.name), counted(file.most))
                      : tr("%1 holds at most %2, and chains wait %3 for it")
                            .arg(QString::fromStdString(file.name), counted(file.most),
                                 session::clocksText(file.waited)));
    m_message->setText(text + (files.isEmpty() ? tr("The firmware uses no register file.")
                                               : files.join(tr("; ")) + tr(". Click a clock to go there.")));
}

QString RegisterFilesView::useText(const FileUse& use) const {
    const auto& stream = desk().facts()->software.stream;
    for (const concord::Op& op : stream.chains[use.chain].ops)
        if (op.bundle == use.bundle)
            return QStringLiteral("%1: %2").arg(op.bundle).arg(QString::fromStdString(op.text));
    return QString::number(use.bundle);
}

QString RegisterFilesView::textOf(const LanePlace& place) const {
    const LaneBar& bar = m_lanes->lanes[place.lane].bars[place.bar];
    const QString file = QString::fromStdString(paint::groupOf(*m_lanes, place.lane).name);
    const QString clocks =
        tr("clocks %1 to %2 (%3)")
            .arg(counted(bar.from), counted(bar.until - 1), session::clocksText(bar.clocks()));
    if (isHeld(bar)) return tr("%1 holds %2: %3.").arg(file, counted(bar.number), clocks);
    const FileUse& use = m_values->files.uses[bar.number];
    const QString execution = tr("execution %1").arg(use.time + 1);
    switch (use.kind) {
    case FileUseKind::Read:
        return tr("Instruction %1 (%2) reads %3%4: %5.")
            .arg(useText(use), execution, file, locationsText(use), clocks);
    case FileUseKind::Write:
        return tr("Instruction %1 (%2) writes %3%4: %5.")
            .arg(useText(use), execution, file, locationsText(use), clocks);
    case FileUseKind::WaitForWrite:
        return tr("The chain of instruction %1 (%2) waits for what instruction %3 writes to %4: %5.")
            .arg(useText(use), execution, QString::number(use.other.value_or(0)), file, clocks);
    default:
        return tr("The chain of instruction %1 (%2) waits until instruction %3 no longer multiplies by %4: %5.")
            .arg(useText(use), execution, QString::number(use.other.value_or(0)), file, clocks);
    }
}

// ---- going there

void RegisterFilesView::travelTo(std::uint64_t clock) {
    const session::FramePtr& frame = viewContext().frame();
    const FactsPtr& facts = desk().facts();
    if (!m_values || !frame || !facts || frame->loaded != facts->loaded) return;
    if (const auto& place = m_canvas->selected()) {
        const LaneBar& bar = m_lanes->lanes[place->lane].bars[place->bar];
        if (!isHeld(bar)) viewContext().selectBundle(m_values->files.uses[bar.number].bundle);
    }
    viewContext().session.perform(machine::Seek{clock});
}

} // namespace lw::firmware

#include "moc_register_files_view.cpp"
