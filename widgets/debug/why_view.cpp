// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/why_view.h"

#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

namespace lw::debug {

namespace {

constexpr std::size_t kMostBundles = 200;
constexpr int kNumberWidth = 96;

using session::counted;
QString shareText(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? QString()
                      : QStringLiteral("%1 %").arg(100.0 * double(part) / double(whole), 0, 'f', 1);
}
QString unitName(const std::string& name, const isa::Spec* spec) {
    if (spec)
        for (const isa::Unit& unit : spec->units)
            if (unit.name == name) return session::coreText(unit.title);
    return QString::fromStdString(name);
}
QVariant alignment(int column) {
    return column == 0 ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace

// ---- by rule

void StallModel::setScene(const scene::WhyClock& why, const isa::Spec* spec) {
    beginResetModel();
    m_spec = spec;
    m_lines = why.stalls;
    m_clock = why.clock;
    endResetModel();
}

int StallModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}
int StallModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant StallModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const scene::StallLine& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() != Unit) return alignment(index.column());
    if (role == PartRole) return m_clock == 0 ? 0.0 : double(line.clocks) / double(m_clock);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (index.column()) {
    case Rule: return session::coreText(line.rule);
    case Unit: return unitName(line.unit, m_spec);
    case Clocks: return counted(line.clocks);
    default: return shareText(line.clocks, m_clock);
    }
}

QVariant StallModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section != Unit) return alignment(section);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Rule: return tr("Why nothing issued");
    case Unit: return tr("Unit");
    case Clocks: return tr("Clocks");
    default: return tr("Of All Clocks");
    }
}

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const double part = std::clamp(index.data(StallModel::PartRole).toDouble(), 0.0, 1.0);
    QRectF bar = QRectF(option.rect).adjusted(2, 3, -2, -3);
    bar.setWidth(bar.width() * part);
    painter->fillRect(bar, theme().fill(theme::Role::Warning, 0.25));
    RowDelegate::paint(painter, option, index);
}

// ---- by bundle

void StalledModel::setScene(const scene::WhyClock& why) {
    beginResetModel();
    m_lines = why.bundles;
    endResetModel();
}

int StalledModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}
int StalledModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant StalledModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const scene::StalledBundle& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) return alignment(index.column());
    if (role == BundleRole) return line.bundle;
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Place: return session::bundleText(line.place);
    case Clocks: return counted(line.clocks);
    case Issued: return counted(line.issued);
    default:
        return line.issued ? QString::number(double(line.clocks) / double(line.issued), 'f', 1) : QString();
    }
}

QVariant StalledModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignment(section);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Place: return tr("Held up");
    case Clocks: return tr("Clocks");
    case Issued: return tr("Issued");
    default: return tr("Each time");
    }
}

// ---- the view

WhyView::WhyView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_text(new QLabel(this))
    , m_showHeld(new QToolButton(this))
    , m_showOther(new QToolButton(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 6, 8, 2);
    top->addWidget(m_text, 1);
    top->addWidget(m_showHeld, 0, Qt::AlignTop);
    top->addWidget(m_showOther, 0, Qt::AlignTop);
    layout->addLayout(top);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAccessibleName(tr("This clock"));
    m_showHeld->setText(tr("Show Bundle"));
    m_showOther->setText(tr("Show Cause"));
    connect(m_showHeld, &QToolButton::clicked, this, [this] { m_context.selection.selectBundle(*m_held); });
    connect(m_showOther, &QToolButton::clicked, this, [this] { m_context.goToBundle(*m_other); });

    auto* split = new QSplitter(this);
    auto* rules = new QTableView(split);
    auto* bundles = new QTableView(split);
    rules->setModel(&m_stalls);
    bundles->setModel(&m_stalled);
    rules->setAccessibleName(tr("Stalls by rule"));
    bundles->setAccessibleName(tr("Stalls by bundle"));
    for (QTableView* table : {rules, bundles}) {
        theme::dressTable(*table, context.theme);
        theme::keepFont(*table, context.theme, &theme::Theme::text);
        table->horizontalHeader()->setDefaultSectionSize(kNumberWidth);
        table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    theme::sayWhenEmpty(
        *rules, tr("Clocks without an issue, by the rule that held the bundle up. There were none yet."));
    theme::sayWhenEmpty(*bundles, tr("The bundles that were held up, and how long. None was yet."));
    split->setChildrenCollapsible(false);
    layout->addWidget(split, 1);
    setFocusProxy(bundles);
    rules->setItemDelegateForColumn(StallModel::Share, new ShareDelegate(context.theme, rules));
    // A table that gets the focus makes its first row the current one: nobody has chosen that.
    const auto choose = [this](const QModelIndex& index) {
        if (index.isValid()) m_context.selectBundle(index.data(StalledModel::BundleRole).toUInt());
    };
    connect(bundles, &QTableView::clicked, this, choose);
    connect(bundles->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [choose](const QModelIndex& index, const QModelIndex& before) {
                if (before.isValid()) choose(index);
            });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
}

QString WhyView::sentence(const session::Frame& frame, const scene::WhyClock& why) const {
    const QString place = session::bundleText(why.place), text = QString::fromStdString(why.text);
    const QString head = tr("Clock %1: ").arg(counted(why.clock)) + frame.loaded->heading();
    if (frame.running) return head + tr("running.");
    if (const machine::Fault* const fault = frame.fault())
        return head + tr("a fault in %1 ended the run.").arg(frame.loaded->bundleText(fault->bundle));
    if (frame.halted) return head + tr("the program has halted.");
    if (why.rule.empty())
        return head + tr("%1 issues.").arg(place) + (text.isEmpty() ? QString() : QLatin1Char('\n') + text);
    QString out = head + tr("%1 is held up: %2").arg(place, session::coreText(why.rule));
    if (m_other)
        out += tr(", because of %1")
                   .arg(m_context.session.frame(m_other->core)->loaded->bundleText(m_other->bundle));
    if (why.until)
        out += tr("; %1 to go").arg(session::clocksText(*why.until - std::min(why.clock, *why.until)));
    return out + QLatin1Char('\n') + text;
}

void WhyView::take(const session::FramePtr& frame) {
    scene::WhyClock why;
    if (frame)
        why = scene::whyClock(frame->loaded->scope(),
                              {frame->clock, frame->nextBundle, frame->waiting, frame->stalls,
                               frame->bundleCounts, frame->bundleStalls},
                              kMostBundles);
    m_held.reset();
    m_other.reset();
    if (frame && !frame->halted) m_held = {frame->core(), why.bundle};
    if (frame && why.other) m_other = frame->waiting->other;
    m_text->setText(frame ? sentence(*frame, why)
                          : tr("What issues at this clock, or why nothing does, once a program is loaded."));
    m_showHeld->setVisible(m_held.has_value());
    m_showOther->setVisible(m_other.has_value());
    m_stalls.setScene(why, frame ? frame->loaded->spec : nullptr);
    m_stalled.setScene(why);
}

} // namespace lw::debug

#include "moc_why_view.cpp"
