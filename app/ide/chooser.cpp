// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/chooser.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lw::ide {

namespace {
constexpr int kWidth = 560, kHeight = 380, kTop = 60;
constexpr int kItemRole = Qt::UserRole, kDetailRole = Qt::UserRole + 1;
constexpr int kGap = 8, kRowSpace = 6; // kRowSpace: above and below the letters together

// A picture or the room for one, the text, and on the right in muted letters the remaining details.
class ChoiceDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& given,
               const QModelIndex& index) const override {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QString text = std::exchange(option.text, {});
        const QIcon icon = std::exchange(option.icon, {});
        const QStyle& style = *option.widget->style();
        style.drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        const int side = style.pixelMetric(QStyle::PM_SmallIconSize, &option, option.widget);
        QRect rest = option.rect.adjusted(kGap, 0, -kGap, 0);
        const bool isOn = option.state & QStyle::State_Enabled;
        icon.paint(painter, QRect(rest.left(), rest.top(), side, rest.height()), Qt::AlignCenter,
                   isOn ? QIcon::Normal : QIcon::Disabled);
        rest.setLeft(rest.left() + side + kGap);
        const QString detail = index.data(kDetailRole).toString();
        const QFontMetrics& metrics = option.fontMetrics;
        const int textWidth = std::min(metrics.horizontalAdvance(text), rest.width());
        const auto draw = [&](const QRect& room, Qt::Alignment edge, Qt::TextElideMode elided,
                              const QString& words, QPalette::ColorRole role) {
            painter->setPen(option.palette.color(isOn ? QPalette::Normal : QPalette::Disabled, role));
            painter->drawText(room, static_cast<int>(edge | Qt::AlignVCenter),
                              metrics.elidedText(words, elided, room.width()));
        };
        painter->save();
        painter->setFont(option.font);
        draw(rest, Qt::AlignLeft, Qt::ElideRight, text, QPalette::Text);
        rest.setLeft(rest.left() + textWidth + 2 * kGap);
        if (rest.width() > 0) draw(rest, Qt::AlignRight, Qt::ElideMiddle, detail, QPalette::PlaceholderText);
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {0, option.fontMetrics.height() + kRowSpace};
    }
};

} // namespace

int fit(const QString& typed, const QString& text) {
    if (typed.isEmpty()) return 1;
    int score = 1;
    qsizetype at = 0, last = -2;
    for (const QChar wanted : typed) {
        if (wanted.isSpace()) continue;
        qsizetype found = -1;
        // A beginning of a word is preferred to the next such letter.
        for (qsizetype i = at; i < text.size(); ++i) {
            if (text[i].toLower() != wanted.toLower()) continue;
            const bool begins =
                i == 0 || !text[i - 1].isLetterOrNumber() || (text[i].isUpper() && text[i - 1].isLower());
            if (found < 0 || begins) found = i;
            if (begins || i == last + 1) break;
        }
        if (found < 0) return 0;
        const bool begins = found == 0 || !text[found - 1].isLetterOrNumber();
        score += found == last + 1 ? 6 : begins ? 5 : 1;
        last = found;
        at = found + 1;
    }
    return score;
}

Chooser::Chooser(QWidget* window, const QString& placeholder, std::vector<Item> items)
    : QFrame(window), m_items(std::move(items)), m_line(new QLineEdit(this)), m_list(new QListWidget(this)) {
    setFrameStyle(QFrame::Box | QFrame::Plain);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, colours.color(QPalette::PlaceholderText)); // of the frame
    setPalette(colours);
    setAutoFillBackground(true);
    setObjectName(QStringLiteral("chooser"));
    m_line->setObjectName(QStringLiteral("typed"));
    m_list->setObjectName(QStringLiteral("choices"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGap, kGap, kGap, kGap);
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    m_line->setPlaceholderText(placeholder);
    m_line->setAccessibleName(placeholder);
    m_line->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Choices"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // elided text is in the tool tip
    m_list->setItemDelegate(new ChoiceDelegate(m_list));
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &Chooser::filter);
    connect(m_line, &QLineEdit::returnPressed, this, &Chooser::choose);
    connect(m_list, &QListWidget::itemClicked, this, &Chooser::choose);
    layout->setSpacing(kGap);
    filter({});
    const int width = std::min(kWidth, window->width() - 40);
    const int rows = m_list->sizeHintForRow(0) * std::max(m_list->count(), 1);
    const int needed = m_line->sizeHint().height() + rows + 3 * kGap + 4;
    setGeometry((window->width() - width) / 2, kTop, width,
                std::min({needed, kHeight, window->height() - kTop - 40}));
}

void Chooser::open(QWidget* window, const QString& placeholder, std::vector<Item> items) {
    QPointer<QWidget> before = QApplication::focusWidget();
    for (Chooser* other : window->findChildren<Chooser*>()) {
        if (other->isAncestorOf(before)) before = other->m_before;
        other->hide();
        other->deleteLater();
    }
    auto* chooser = new Chooser(window, placeholder, std::move(items));
    chooser->m_before = before;
    chooser->show();
    chooser->raise();
    chooser->m_line->setFocus();
}

void Chooser::filter(const QString& typed) {
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (const int score = fit(typed, m_items[i].text)) found.push_back({score, i});
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    m_list->clear();
    for (const auto& [score, i] : found) {
        const Item& item = m_items[i];
        auto* row = new QListWidgetItem(item.icon, item.text);
        row->setData(kDetailRole, item.detail);
        const QString whole =
            item.detail.isEmpty() ? item.text : item.text + QStringLiteral("   ") + item.detail;
        row->setToolTip(whole);
        row->setData(Qt::AccessibleTextRole, whole);
        row->setData(kItemRole, static_cast<qulonglong>(i));
        if (!item.enabled) row->setFlags(Qt::NoItemFlags);
        m_list->addItem(row);
    }
    if (found.empty() && !typed.isEmpty()) {
        auto* row = new QListWidgetItem(tr("No match. Try fewer letters."));
        row->setFlags(Qt::NoItemFlags);
        m_list->addItem(row);
    }
    m_list->setCurrentRow(0);
}

void Chooser::choose() {
    QListWidgetItem* row = m_list->currentItem();
    if (!row || !(row->flags() & Qt::ItemIsEnabled)) return;
    const auto act = m_items[row->data(kItemRole).toULongLong()].act;
    goAway();
    act();
}

// Before anything is done: some actions are about what has the focus.
void Chooser::goAway() {
    m_line->removeEventFilter(this);
    if (m_before)
        m_before->setFocus();
    else
        parentWidget()->setFocus();
    hide();
    deleteLater();
}

bool Chooser::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut) {
        deleteLater();
        return false;
    }
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    return takeKey(static_cast<QKeyEvent*>(event)->key()) || QFrame::eventFilter(watched, event);
}

bool Chooser::takeKey(int key) {
    const int page = std::max(1, m_list->viewport()->height() / std::max(1, m_list->sizeHintForRow(0)) - 1);
    int step = 0;
    switch (key) {
    case Qt::Key_Down: step = 1; break;
    case Qt::Key_Up: step = -1; break;
    case Qt::Key_PageDown: step = page; break;
    case Qt::Key_PageUp: step = -page; break;
    case Qt::Key_Escape: goAway(); return true;
    default: return false;
    }
    m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
    return true;
}

} // namespace lw::ide

#include "moc_chooser.cpp"
