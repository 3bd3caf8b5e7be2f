// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/completion_list.h"

#include "widgets/theme/unit_colours.h"

#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lw::editor {

using theme::Role;

namespace {

constexpr int kRowHeight = 22, kWidth = 460, kMostRows = 10, kMargin = 6, kSign = 16;

// One letter that says what kind of word it is.
QChar signOf(const Offer& offer) {
    if (offer.group) return QLatin1Char(theme::letterOf(*offer.group));
    switch (offer.kind) {
    case OfferKind::Directive: return QLatin1Char('.');
    case OfferKind::Register: return QLatin1Char('r');
    case OfferKind::Operand:
    case OfferKind::Constant: return QLatin1Char('=');
    case OfferKind::Label: return QLatin1Char(':');
    case OfferKind::Tensor: return QLatin1Char('T');
    case OfferKind::Macro: return QLatin1Char('m');
    case OfferKind::Function: return QLatin1Char('f');
    default: return QLatin1Char(' ');
    }
}

QLabel* label(QWidget* parent) {
    auto* out = new QLabel(parent);
    out->setTextFormat(Qt::PlainText);
    out->setWordWrap(true);
    out->setContentsMargins(kMargin + 2, 0, kMargin, 0);
    return out;
}

} // namespace

// ---- rows

void OfferModel::setOffers(std::vector<Offer> offers) {
    beginResetModel();
    m_offers = std::move(offers);
    endResetModel();
}

int OfferModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_offers.size());
}

QVariant OfferModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Offer& offer = at(index.row());
    if (role == Qt::DisplayRole) return offer.word;
    if (role == Qt::AccessibleTextRole)
        return QStringList{offer.word, offer.detail, offer.facts, offer.meaning}.join(QStringLiteral(", "));
    return {};
}

OfferDelegate::OfferDelegate(const theme::Theme& theme, const OfferModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme), m_model(model) {}

void OfferDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const Offer& offer = m_model.at(index.row());
    const QRect row = option.rect;
    if (option.state & QStyle::State_Selected) painter->fillRect(row, m_theme.fill(Role::Accent, 0.22));
    const QRect sign(row.left() + kMargin, row.center().y() - kSign / 2 + 1, kSign, kSign);
    const Role colour = offer.group ? theme::roleOf(*offer.group) : Role::Border;
    painter->fillRect(sign, m_theme.fill(colour, 0.30));
    painter->setPen(m_theme[colour]);
    painter->drawRect(sign.adjusted(0, 0, -1, -1));
    painter->setPen(m_theme[Role::Text]);
    painter->setFont(m_theme.monospaceSmall());
    painter->drawText(sign, Qt::AlignCenter, signOf(offer));
    painter->setFont(m_theme.monospace());
    const QRect words = row.adjusted(2 * kMargin + kSign, 0, -kMargin, 0);
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter, offer.word);
    const int used = painter->fontMetrics().horizontalAdvance(offer.word) + 12;
    painter->setFont(m_theme.small());
    painter->setPen(m_theme[Role::Muted]);
    const QRect rest = words.adjusted(used, 0, 0, 0);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(offer.detail, Qt::ElideRight, rest.width()));
}

QSize OfferDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {kWidth, kRowHeight};
}

// ---- the list

CompletionList::CompletionList(const theme::Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::ToolTip), m_theme(theme) {
    setAccessibleName(tr("What may be written here"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    m_rows = new QListView(this);
    m_rows->setFocusPolicy(Qt::NoFocus);
    m_rows->setAccessibleName(accessibleName());
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->setModel(&m_model);
    m_rows->setItemDelegate(new OfferDelegate(theme, m_model, this));
    m_rows->setUniformItemSizes(true);
    m_rows->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_title = label(this);
    m_facts = label(this);
    m_meaning = label(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 7);
    layout->setSpacing(2);
    layout->addWidget(m_rows);
    layout->addSpacing(4);
    for (QLabel* one : {m_title, m_facts, m_meaning}) layout->addWidget(one);
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentChanged, this, &CompletionList::showFacts);
    connect(m_rows, &QListView::clicked, this, &CompletionList::choose);
    dress();
    connect(&theme, &theme::Theme::changed, this, &CompletionList::dress);
}

void CompletionList::dress() {
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::Base, m_theme[Role::Raised]);
    m_rows->setPalette(palette);
    QFont title = m_theme.monospace();
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_facts->setFont(m_theme.small());
    m_meaning->setFont(m_theme.text());
    palette.setColor(QPalette::WindowText, m_theme[Role::Muted]);
    m_facts->setPalette(palette);
}

void CompletionList::showOffers(std::vector<Offer> offers, const QPoint& below, int lineHeight) {
    if (offers.empty()) return hide();
    const QString before = isVisible() ? current() : QString();
    m_model.setOffers(std::move(offers));
    const int rows = m_model.rowCount();
    m_rows->setFixedHeight(std::min(rows, kMostRows) * kRowHeight);
    int row = 0; // the row chosen before, if it is still there
    for (int i = 0; i < rows; ++i)
        if (m_model.at(i).word == before) row = i;
    moveTo(row);
    showFacts();
    setFixedWidth(kWidth);
    setFixedHeight(layout()->heightForWidth(kWidth) > 0 ? layout()->totalHeightForWidth(kWidth)
                                                        : sizeHint().height());
    const QScreen* screen = QGuiApplication::screenAt(below);
    if (!screen) screen = QGuiApplication::primaryScreen();
    const QRect inside = screen->availableGeometry();
    QPoint corner(std::clamp(below.x(), inside.left(), std::max(inside.left(), inside.right() - width())),
                  below.y());
    if (corner.y() + height() > inside.bottom())
        corner.setY(std::max(inside.top(), below.y() - lineHeight - height()));
    move(corner);
    show();
    raise();
}

void CompletionList::showFacts() {
    const QModelIndex index = m_rows->currentIndex();
    const Offer offer = index.isValid() ? m_model.at(index.row()) : Offer{};
    const auto set = [](QLabel* one, const QString& text) {
        one->setText(text);
        one->setVisible(!text.isEmpty());
    };
    set(m_title, offer.title);
    set(m_facts, offer.facts);
    set(m_meaning, offer.meaning);
    if (isVisible()) setFixedHeight(layout()->totalHeightForWidth(kWidth));
}

QString CompletionList::factsShown() const {
    return QStringList{m_title->text(), m_facts->text(), m_meaning->text()}.join(QLatin1Char('\n'));
}

QString CompletionList::current() const { return m_rows->currentIndex().data().toString(); }

void CompletionList::moveTo(int row) {
    m_rows->setCurrentIndex(m_model.index(std::clamp(row, 0, m_model.rowCount() - 1)));
}

void CompletionList::choose() {
    const QString word = current();
    hide();
    Q_EMIT chosen(word);
}

bool CompletionList::takeKey(const QKeyEvent& key) {
    if (!isVisible() || (key.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
    const int row = m_rows->currentIndex().row();
    switch (key.key()) {
    case Qt::Key_Up: moveTo(row == 0 ? m_model.rowCount() - 1 : row - 1); return true;
    case Qt::Key_Down: moveTo(row + 1 == m_model.rowCount() ? 0 : row + 1); return true;
    case Qt::Key_PageUp: moveTo(row - kMostRows); return true;
    case Qt::Key_PageDown: moveTo(row + kMostRows); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab: choose(); return true;
    case Qt::Key_Escape: hide(); return true;
    default: return false;
    }
}

void CompletionList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Raised]);
    painter.setPen(m_theme[Role::Border]);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.drawLine(1, m_rows->geometry().bottom() + 3, width() - 2, m_rows->geometry().bottom() + 3);
}

} // namespace lw::editor

#include "moc_completion_list.cpp"
