// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/overlap_view.h"

#include "widgets/session/core_text.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>

namespace lw::tiling {

using lower::tiling::Overlap;
using project::OverlapColumn;
using project::OverlapLine;
using session::counted;
using theme::Role;

namespace {

QString nameOf(std::size_t strategy) {
    switch (static_cast<Overlap>(strategy)) {
    case Overlap::Recompute: return OverlapView::tr("everything computed again");
    case Overlap::Columns: return OverlapView::tr("columns kept");
    case Overlap::Both: break;
    }
    return OverlapView::tr("rows and columns kept");
}

QString nameOf(const OverlapLine& line) {
    if (line.key == "tiles") return OverlapView::tr("Tiles");
    if (line.key == "bytesIn") return OverlapView::tr("Bytes in");
    if (line.key == "bytesOut") return OverlapView::tr("Bytes out");
    if (line.key == "clocks") return OverlapView::tr("Clocks");
    if (line.key == "bufferBytes") return OverlapView::tr("Peak bytes of the unified buffer");
    return OverlapView::tr("MACs");
}

// Columns are for circuits that share the input: where circuits share layers nothing is kept.
TilingRequest requestOf(const TilingFacts& facts, Overlap overlap) {
    TilingRequest out = facts.request;
    out.fixed = facts.fixed();
    out.overlap = overlap;
    out.share = lower::striding::Share::Input;
    return out;
}

bool isOf(const TilingFacts& facts, std::optional<Overlap> overlap) {
    return overlap == facts.request.overlap && !facts.sharesLayers();
}

QString columnsText(const TilingFacts& facts) {
    QString out = OverlapView::tr("Tiles of %1 x %2.").arg(facts.fixed().rows).arg(facts.fixed().columns);
    if (facts.sharesLayers())
        out += QLatin1Char(' ') +
               OverlapView::tr("The plan shares layers, with which nothing is kept: here circuits share the "
                               "input, also in the programs that are opened.");
    return out;
}

// The same for all columns.
QString keyWithoutOverlap(const TilingFacts& facts) {
    TilingFacts out;
    out.request = requestOf(facts, Overlap::Recompute);
    out.plan.picture = facts.plan.picture;
    out.plan.fixed = facts.fixed();
    const int fill = facts.request.fill ? static_cast<int>(*facts.request.fill) : -1;
    return keyOf(out) + QLatin1Char('\n') + QString::number(fill);
}

} // namespace

class OverlapView::Number : public QLabel {
  public:
    Number(const theme::Theme& theme, QWidget* parent) : QLabel(parent), m_theme(theme) {
        setMargin(theme.scaled(3));
    }
    void show(const std::optional<std::uint64_t>& number, std::uint64_t most, bool isRun) {
        setText(number ? counted(*number) : isRun ? QStringLiteral("-") : QString());
        m_part = number && most > 0 ? static_cast<double>(*number) / static_cast<double>(most) : 0;
        update();
    }

  protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        QColor colour = m_theme[Role::Accent];
        constexpr int kBarAlpha = 70;
        colour.setAlpha(kBarAlpha);
        painter.fillRect(QRectF(0, 1, width() * m_part, height() - 2), colour);
        painter.end();
        QLabel::paintEvent(event);
    }

  private:
    const theme::Theme& m_theme;
    double m_part = 0;
};

OverlapView::OverlapView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(
          context, desk,
          tr("What becomes of what tiles share: computed again by each, or kept for the next one, each "
             "way run and beside the others."),
          parent)
    , m_work(new OverlapWork(this))
    , m_message(new theme::WrappedLabel(2, body()))
    , m_compare(new QPushButton(body())) {
    m_twin = new paint::TableTwin(context.theme, makeColumns(), tr("Overlap strategies as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_compare, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_compare);
    connect(m_compare, &QPushButton::clicked, this, &OverlapView::compare);
    connect(m_work, &OverlapWork::grown, this, &OverlapView::show);
    connect(&desk, &TilingDesk::factsChanged, this, &OverlapView::takeFacts);
    connect(&desk, &TilingDesk::failed, this, [this](const QString& why) {
        if (m_toOpen) m_message->setText(why);
        m_toOpen.reset();
    });
    takeFacts();
}

QWidget* OverlapView::makeColumns() {
    auto* area = new QScrollArea(body());
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* columns = new QWidget(area);
    auto* grid = new QGridLayout(columns);
    grid->setVerticalSpacing(1);
    int row = 0;
    for (std::size_t i = 0; i < kStrategies; ++i) {
        auto* title = new QLabel(nameOf(i), columns);
        theme::keepFont(*title, theme(), &theme::Theme::title);
        grid->addWidget(title, row, static_cast<int>(i) + 1);
        grid->setColumnStretch(static_cast<int>(i) + 1, 1);
    }
    for (const OverlapLine& line : project::overlapLines()) {
        grid->addWidget(new QLabel(nameOf(line), columns), ++row, 0);
        auto& numbers = m_numbers.emplace_back();
        for (std::size_t i = 0; i < kStrategies; ++i) {
            numbers[i] = new Number(theme(), columns);
            grid->addWidget(numbers[i], row, static_cast<int>(i) + 1);
        }
    }
    grid->addWidget(new QLabel(tr("Verdict"), columns), ++row, 0, Qt::AlignTop);
    for (std::size_t i = 0; i < kStrategies; ++i) {
        m_verdicts[i] = new QLabel(columns);
        m_verdicts[i]->setWordWrap(true);
        m_verdicts[i]->setAlignment(Qt::AlignTop);
        grid->addWidget(m_verdicts[i], row, static_cast<int>(i) + 1);
        m_open[i] = new QPushButton(tr("Open Program"), columns);
        m_open[i]->setAccessibleName(tr("Open the program of: %1").arg(nameOf(i)));
        connect(m_open[i], &QPushButton::clicked, this, [this, i] { open(static_cast<Overlap>(i)); });
        grid->addWidget(m_open[i], row + 1, static_cast<int>(i) + 1, Qt::AlignLeft);
    }
    grid->setRowStretch(row + 2, 1);
    area->setWidget(columns);
    return area;
}

void OverlapView::compare() {
    m_work->ask(m_work->isBusy() ? nullptr : desk().facts());
    show();
}

void OverlapView::open(Overlap overlap) {
    const FactsPtr& facts = desk().facts();
    if (!facts) return;
    if (isOf(*facts, overlap)) return desk().openAll();
    m_toOpen = overlap;
    desk().plan(requestOf(*facts, overlap));
}

// Columns stay as long as they are for the same tiles.
void OverlapView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    showBody(facts != nullptr);
    const QString key = facts ? keyWithoutOverlap(*facts) : QString();
    if (key != m_key) m_work->ask(nullptr);
    m_key = key;
    show();
    if (!facts || !isOf(*facts, m_toOpen)) return;
    m_toOpen.reset();
    desk().openAll();
}

const OverlapColumn* OverlapView::columnOf(std::size_t strategy) const {
    const auto& columns = m_work->answer().columns;
    return strategy < columns.size() ? columns[strategy].get() : nullptr;
}

QString OverlapView::verdictOf(std::size_t strategy) const {
    const OverlapColumn* const column = columnOf(strategy);
    if (!column) return {};
    if (column->refused) return session::problemText(*column->refused);
    const bool isCircuit = m_work->answer().whole->untiled.has_value();
    QString out = (column->isRight() ? tr("Equal, %1 of %2 elements, to %3.")
                                     : tr("Not equal: %1 of %2 elements are as in %3."))
                      .arg(counted(column->agreement.equal), counted(column->agreement.elements),
                           isCircuit ? tr("the untiled circuit") : tr("the reference"));
    if (isCircuit)
        out +=
            QLatin1Char(' ') + tr("%1 as the reference computes them.").arg(counted(column->reference.equal));
    if (column->agreement.signedZeros != 0)
        out += QLatin1Char(' ') +
               tr("%1 are zeros of another sign.").arg(counted(column->agreement.signedZeros));
    return out;
}

void OverlapView::show() {
    const auto& answer = m_work->answer();
    const FactsPtr& facts = desk().facts();
    const bool canRun = facts && facts->picture;
    m_compare->setText(m_work->isBusy() ? tr("Stop") : tr("Compare Strategies"));
    m_compare->setEnabled(canRun);
    if (!canRun)
        m_message->setText(tr("Without a picture nothing can be run."));
    else if (answer.problem)
        m_message->setText(session::problemText(*answer.problem));
    else if (m_work->isBusy())
        m_message->setText(
            answer.whole ? tr("Strategy %1 of %2 is run.").arg(answer.columns.size() + 1).arg(kStrategies)
                         : tr("The whole picture is computed for comparison."));
    else
        m_message->setText(columnsText(*facts));
    const auto lines = project::overlapLines();
    for (std::size_t line = 0; line < lines.size(); ++line) {
        std::array<std::optional<std::uint64_t>, kStrategies> numbers;
        std::uint64_t most = 0;
        for (std::size_t i = 0; i < kStrategies; ++i) {
            const OverlapColumn* const column = columnOf(i);
            if (column && !column->refused) numbers[i] = lines[line].of(*column);
            most = std::max(most, numbers[i].value_or(0));
        }
        for (std::size_t i = 0; i < kStrategies; ++i) {
            const OverlapColumn* const column = columnOf(i);
            m_numbers[line][i]->show(numbers[i], most, column && !column->refused);
        }
    }
    for (std::size_t i = 0; i < kStrategies; ++i) m_verdicts[i]->setText(verdictOf(i));
    enableOpening();
    showTable();
}

// If it can only fail, the tip says why.
void OverlapView::enableOpening() {
    const FactsPtr& facts = desk().facts();
    const Message* const noAll = facts ? facts->noProgramOfAll() : nullptr;
    for (std::size_t i = 0; i < kStrategies; ++i) {
        const OverlapColumn* const column = columnOf(i);
        const std::optional<Problem> why = column && column->refused ? column->refused
                                           : noAll ? std::optional(Problem{noAll, {}, {}, {}, {}})
                                                   : std::nullopt;
        m_open[i]->setEnabled(facts && facts->picture && !why);
        m_open[i]->setToolTip(why ? session::problemText(*why) : QString());
    }
}

void OverlapView::showTable() {
    QStringList columns{tr("Of all tiles")};
    std::vector<QStringList> rows;
    for (std::size_t i = 0; i < kStrategies; ++i) columns << nameOf(i);
    for (std::size_t line = 0; line < m_numbers.size(); ++line) {
        QStringList& row = rows.emplace_back(QStringList{nameOf(project::overlapLines()[line])});
        for (const Number* number : m_numbers[line]) row << number->text();
    }
    QStringList& verdicts = rows.emplace_back(QStringList{tr("Verdict")});
    for (const QLabel* verdict : m_verdicts) verdicts << verdict->text();
    const auto count = static_cast<int>(rows.size());
    m_twin->model().show(
        {columns, count, [rows = std::move(rows)](int row, int column, int role) -> QVariant {
             if (role != Qt::DisplayRole) return {};
             return rows[static_cast<std::size_t>(row)][column];
         }});
}

} // namespace lw::tiling

#include "moc_overlap_view.cpp"
