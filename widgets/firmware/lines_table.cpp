// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/lines_table.h"

#include "widgets/theme/changed_delegate.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lw::firmware {

using theme::Role;

namespace {

enum Column { Number, Text };
enum { MarkRole = Qt::UserRole + 1, NoteRole, HeadingRole, HereRole };
constexpr int kEdge = 3, kPadding = 12, kArrow = 8;

} // namespace

class LinesModel : public QAbstractTableModel {
  public:
    using QAbstractTableModel::QAbstractTableModel;

    void show(std::vector<LinesTable::Line> lines) {
        beginResetModel();
        m_lines = std::move(lines);
        m_here.reset();
        m_marks.assign(m_lines.size(), LinesTable::Mark::None);
        endResetModel();
    }
    const std::vector<LinesTable::Line>& lines() const { return m_lines; }
    std::vector<LinesTable::Mark>& marks() { return m_marks; }
    std::optional<std::uint32_t>& here() { return m_here; }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }
    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const auto row = static_cast<std::size_t>(index.row());
        const LinesTable::Line& line = m_lines[row];
        switch (role) {
        case Qt::DisplayRole: return index.column() == Number ? line.number : line.text;
        case MarkRole: return static_cast<int>(m_marks[row]);
        case NoteRole: return line.note;
        case HeadingRole: return line.isHeading;
        case HereRole: return m_here && line.bundle == m_here;
        default: return {};
        }
    }

  private:
    std::vector<LinesTable::Line> m_lines;
    std::vector<LinesTable::Mark> m_marks;
    std::optional<std::uint32_t> m_here; // bundle before which the machine stands
};

namespace {

// Remarks are quieter than what they are about, and marked lines have an edge besides their colour.
class LineDelegate : public theme::RowDelegate {
  public:
    using RowDelegate::RowDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& given,
               const QModelIndex& index) const override {
        const auto mark = static_cast<LinesTable::Mark>(index.data(MarkRole).toInt());
        const QRect& box = given.rect;
        if (mark != LinesTable::Mark::None)
            painter->fillRect(box, theme().fill(Role::Accent, mark == LinesTable::Mark::Own ? 0.22 : 0.08));
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
        const QRect room =
            style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).adjusted(4, 0, 0, 0);
        const QString text = std::exchange(option.text, QString());
        style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        painter->save();
        painter->setClipRect(box);
        painter->setFont(option.font);
        const int note = index.column() == Text ? index.data(NoteRole).toInt() : 0;
        const bool isSelected = (option.state & QStyle::State_Selected) != 0;
        const QColor usual =
            isSelected ? option.palette.color(QPalette::HighlightedText) : theme()[Role::Text];
        const QColor quiet = isSelected ? usual : theme()[Role::Muted];
        const QString code = note >= 0 ? text.left(note) : text;
        painter->setPen(usual);
        if (index.column() == Text) painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft, code);
        if (note >= 0) {
            painter->setPen(quiet);
            painter->drawText(room.adjusted(QFontMetrics(option.font).horizontalAdvance(code), 0, 0, 0),
                              Qt::AlignVCenter | (index.column() == Text ? Qt::AlignLeft : Qt::AlignRight),
                              text.mid(note));
        }
        painter->restore();
        if (index.column() == Number && index.data(HereRole).toBool()) paintArrow(painter, box);
        if (mark == LinesTable::Mark::Own && index.column() == Number)
            painter->fillRect(QRect(box.topLeft(), QSize(theme().scaled(kEdge), box.height())),
                              theme()[Role::Accent]);
    }

  private:
    // As in the editor: in front of the number.
    void paintArrow(QPainter* painter, const QRect& box) const {
        const double size = theme().scaled(kArrow), left = box.left() + theme().scaled(kEdge) + 2;
        const double middle = QRectF(box).center().y();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme()[Role::Accent]);
        painter->drawPolygon(
            QPolygonF{{left, middle - size / 2}, {left + size, middle}, {left, middle + size / 2}});
        painter->restore();
    }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        RowDelegate::initStyleOption(option, index);
        if (index.data(HeadingRole).toBool()) option->font.setBold(true);
    }
};

} // namespace

LinesTable::LinesTable(const theme::Theme& theme, const QString& name, QWidget* parent)
    : QTableView(parent), m_theme(theme), m_model(new LinesModel(this)) {
    setModel(m_model);
    setItemDelegate(new LineDelegate(theme, this));
    theme::dressTable(*this, theme);
    theme::keepFont(*this, theme, &theme::Theme::source);
    setAccessibleName(name);
    horizontalHeader()->hide();
    setHorizontalScrollMode(ScrollPerPixel);
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { pick(index.row()); });
    connect(&theme, &theme::Theme::changed, this, &LinesTable::fitColumns);
}

const std::vector<LinesTable::Line>& LinesTable::lines() const { return m_model->lines(); }
LinesTable::Mark LinesTable::markOf(std::size_t line) const { return m_model->marks()[line]; }

void LinesTable::show(std::vector<Line> lines) {
    m_model->show(std::move(lines));
    fitColumns();
}

void LinesTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

// As wide as the longest, so that it is reached by scrolling, and as the view at least: marks are whole
// lines.
void LinesTable::fitColumns() {
    const QFontMetrics metrics(m_theme.source());
    int number = 0, text = 0;
    for (const Line& line : lines()) {
        number = std::max(number, static_cast<int>(line.number.size()));
        text = std::max(text, static_cast<int>(line.text.size()));
    }
    const int letter = metrics.horizontalAdvance(QLatin1Char('0')); // all letters are as wide
    setColumnWidth(Number, number * letter + 2 * kPadding);
    setColumnWidth(Text, std::max(text * letter + 2 * kPadding, viewport()->width() - columnWidth(Number)));
}

void LinesTable::mark(const std::function<Mark(const Line& line)>& markOf) {
    std::optional<int> first;
    bool isInSight = false;
    for (std::size_t i = 0; i < lines().size(); ++i) {
        m_model->marks()[i] = markOf(lines()[i]);
        if (m_model->marks()[i] != Mark::Own) continue;
        const int row = static_cast<int>(i);
        if (!first) first = row;
        isInSight =
            isInSight || viewport()->rect().contains(visualRect(m_model->index(row, Number)).center());
    }
    if (first && !isInSight) scrollTo(m_model->index(*first, Number), PositionAtCenter);
    viewport()->update();
}

void LinesTable::standAt(std::optional<std::uint32_t> bundle) {
    if (m_model->here() == bundle) return;
    m_model->here() = bundle;
    const auto here =
        std::ranges::find_if(lines(), [&](const Line& line) { return bundle && line.bundle == bundle; });
    if (here != lines().end())
        scrollTo(m_model->index(static_cast<int>(here - lines().begin()), Number), EnsureVisible);
    viewport()->update();
}

std::optional<std::uint32_t> LinesTable::standsAt() const { return m_model->here(); }

void LinesTable::pick(int row) {
    const auto& bundle = lines()[static_cast<std::size_t>(row)].bundle;
    if (bundle) Q_EMIT bundlePicked(*bundle);
}

// By keys: a table that gets the focus makes its first row the current one, which nobody has chosen.
void LinesTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && previous.isValid() && hasFocus()) pick(current.row());
}

} // namespace lw::firmware

#include "moc_lines_table.cpp"
