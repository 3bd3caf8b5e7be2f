// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/bundle_bits_view.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <memory>

namespace lw::paint {

using scene::BitField;
using scene::BitSection;
using scene::BitUse;
using theme::Role;

namespace {

constexpr int kLeft = 76, kRight = 8, kTop = 4, kBoxGap = 6;
constexpr int kQuiet = 20, kBoxLine = 15, kHead = 18, kBoxHeight = 3 * kBoxLine + 2;
constexpr int kBitsOfALine = 32;
constexpr double kLeastBit = 7, kMostBit = 18;
constexpr int kReadableBit = 8, kBarRoom = 16; // of a scroll bar
constexpr int kDigitRoom = 7;                  // pixels of a bit from which on its digit is painted

QString pieceText(const scene::BitPiece& piece) {
    const auto last = piece.offset + piece.width - 1;
    return piece.width == 1 ? QString::number(last) : QStringLiteral("%1:%2").arg(last).arg(piece.offset);
}

QString rangesText(const BitField& field) {
    QStringList out;
    for (auto piece = field.pieces.rbegin(); piece != field.pieces.rend(); ++piece) out << pieceText(*piece);
    return out.join(QStringLiteral(", "));
}

} // namespace

BundleBitsView::BundleBitsView(const theme::Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme) {
    setAccessibleName(tr("Bits of the bundle"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&theme, &theme::Theme::changed, this, &BundleBitsView::layOut);
    new HoverTip(*viewport(), [this](QPoint point) { return textAt(point); });
}

void BundleBitsView::setScene(scene::BundleBits scene, std::vector<Role> unitRoles) {
    const bool isOther = scene.bundle != m_scene.bundle || scene.chip != m_scene.chip;
    m_scene = std::move(scene);
    m_roles = std::move(unitRoles);
    if (isOther) m_current.reset();
    layOut();
}

void BundleBitsView::clear() {
    m_scene = {};
    m_roles.clear();
    m_current.reset();
    layOut();
}

// ---- places

bool BundleBitsView::isQuiet(const BitSection& section) const {
    return section.text.empty() &&
           std::all_of(section.fields.begin(), section.fields.end(), [](const BitField& field) {
               return field.use == BitUse::Unused || field.use == BitUse::Predicate || field.value == 0;
           });
}

// Returns where it ends. Fields in several pieces have as many boxes.
int BundleBitsView::layOutSection(std::size_t index, int top) {
    const BitSection& section = m_scene.sections[index];
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < section.fields.size(); ++i)
        for (const scene::BitPiece& piece : section.fields[i].pieces)
            boxes.push_back({{index, i}, piece, {}});
    std::sort(boxes.begin(), boxes.end(),
              [](const Box& a, const Box& b) { return a.piece.offset > b.piece.offset; });
    m_headings.push_back({index, QRect(4, top, px(kLeft) - 6, px(kHead)), toQt(section.name)});
    if (!section.text.empty())
        m_headings.push_back({index,
                              QRect(px(kLeft), top, viewport()->width() - px(kLeft) - px(kRight), px(kHead)),
                              toQt(section.text)});
    else
        top -= px(kHead);
    int line = top + px(kHead);
    unsigned used = 0;
    for (Box& box : boxes) {
        if (used != 0 && used + box.piece.width > kBitsOfALine) {
            used = 0;
            line += px(kBoxHeight) + px(kBoxGap);
        }
        const int left = px(kLeft) + static_cast<int>(used * m_bit);
        used += box.piece.width;
        box.rect = QRect(left, line, px(kLeft) + static_cast<int>(used * m_bit) - left, px(kBoxHeight));
    }
    m_boxes.insert(m_boxes.end(), boxes.begin(), boxes.end());
    return line + px(kBoxHeight) + px(kBoxGap);
}

// The sections that hold nothing: a word for each.
int BundleBitsView::layOutQuiet(int top) {
    const QFontMetrics metrics(m_theme.monospaceSmall());
    int left = px(kLeft);
    for (std::size_t i = 0; i < m_scene.sections.size(); ++i) {
        if (!isQuiet(m_scene.sections[i])) continue;
        const QString name = toQt(m_scene.sections[i].name);
        const int wide = metrics.horizontalAdvance(name) + 12;
        if (left == px(kLeft))
            m_headings.push_back({i, QRect(4, top, px(kLeft) - 6, px(kQuiet)), tr("empty")});
        if (left > px(kLeft) && left + wide > viewport()->width() - px(kRight)) {
            left = px(kLeft);
            top += px(kQuiet) + 2;
        }
        m_boxes.push_back(
            {{i, 0}, m_scene.sections[i].fields.front().pieces.front(), QRect(left, top, wide, px(kQuiet))});
        left += wide + 4;
    }
    return top + px(kQuiet) + px(kBoxGap);
}

int BundleBitsView::readableWidth() const {
    return px(kLeft) + px(kRight) + kBitsOfALine * px(kReadableBit) + kBarRoom;
}

void BundleBitsView::layOut() {
    m_headings.clear();
    m_boxes.clear();
    m_bit = std::clamp((viewport()->width() - px(kLeft) - px(kRight)) / double(kBitsOfALine),
                       kLeastBit * m_theme.magnification(), kMostBit * m_theme.magnification());
    int end = px(kTop);
    for (std::size_t i = 0; i < m_scene.sections.size(); ++i)
        if (!isQuiet(m_scene.sections[i])) end = layOutSection(i, end);
    if (!m_scene.sections.empty()) end = layOutQuiet(end);
    verticalScrollBar()->setRange(0, std::max(0, end - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(px(kHead));
    viewport()->update();
}

std::optional<BundleBitsView::Hit> BundleBitsView::hitAt(QPoint point) const {
    point.ry() += verticalScrollBar()->value();
    for (const Box& box : m_boxes)
        if (box.rect.contains(point)) return box.field;
    return {};
}

std::vector<QRect> BundleBitsView::rectsOf(Hit field) const {
    std::vector<QRect> out;
    for (const Box& box : m_boxes)
        if (box.field == field) out.push_back(box.rect.translated(0, -verticalScrollBar()->value()));
    return out;
}

QString BundleBitsView::textOf(Hit hit) const {
    const BitSection& section = m_scene.sections[hit.section];
    const BitField& field = section.fields[hit.field];
    QString text = tr("%1 of %2, bits %3").arg(toQt(field.name), toQt(section.name), rangesText(field));
    text += QLatin1Char('\n') +
            tr("%1 = 0x%2: %3").arg(field.value).arg(field.value, 0, 16).arg(toQt(field.meaning));
    return field.summary.empty() ? text : text + QLatin1Char('\n') + toQt(field.summary);
}

QString BundleBitsView::textAt(QPoint point) const {
    const auto hit = hitAt(point);
    return hit ? textOf(*hit) : QString();
}

// ---- the chosen field

void BundleBitsView::setCurrent(std::optional<Hit> field) {
    if (field == m_current) return;
    m_current = field;
    setAccessibleDescription(field ? textOf(*field) : QString());
    for (const QRect& rect : field ? rectsOf(*field) : std::vector<QRect>()) {
        QScrollBar* bar = verticalScrollBar();
        if (rect.top() < px(kHead)) bar->setValue(bar->value() + rect.top() - px(kHead));
        if (rect.bottom() > viewport()->height())
            bar->setValue(bar->value() + rect.bottom() - viewport()->height() + px(kBoxGap));
    }
    viewport()->update();
    Q_EMIT currentChanged();
}

void BundleBitsView::mousePressEvent(QMouseEvent* event) { setCurrent(hitAt(event->pos())); }

void BundleBitsView::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
                     : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up  ? -1
                                                                                   : 0;
    if (step == 0 || m_boxes.empty()) return QAbstractScrollArea::keyPressEvent(event);
    if (!m_current) return setCurrent(m_boxes.front().field);
    const auto here = std::find_if(m_boxes.begin(), m_boxes.end(),
                                   [this](const Box& box) { return box.field == *m_current; });
    const auto at = std::distance(m_boxes.begin(), here) + step;
    if (at >= 0 && at < static_cast<std::ptrdiff_t>(m_boxes.size()))
        setCurrent(m_boxes[static_cast<std::size_t>(at)].field);
}

void BundleBitsView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

// ---- painting

void BundleBitsView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_theme[Role::Surface]);
    if (m_scene.sections.empty()) {
        painter.setPen(m_theme[Role::Muted]);
        painter.setFont(m_theme.text());
        painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The bits of the chosen bundle and their fields. Open a program that assembles, "
                            "or choose a bundle."));
        return;
    }
    painter.translate(0, -verticalScrollBar()->value());
    painter.setFont(m_theme.monospaceSmall());
    for (const Heading& heading : m_headings) {
        painter.setPen(m_theme[isQuiet(m_scene.sections[heading.section]) ? Role::Muted : Role::Text]);
        painter.drawText(
            heading.rect, Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(heading.text, Qt::ElideRight, heading.rect.width()));
    }
    for (const Box& box : m_boxes)
        isQuiet(m_scene.sections[box.field.section]) ? paintQuiet(painter, box) : paintBox(painter, box);
}

void BundleBitsView::paintQuiet(QPainter& painter, const Box& box) const {
    painter.fillRect(box.rect, m_theme[Role::Panel]);
    painter.setFont(m_theme.monospaceSmall());
    painter.setPen(m_theme[Role::Muted]);
    painter.drawText(box.rect, Qt::AlignCenter, toQt(m_scene.sections[box.field.section].name));
    painter.setPen(QPen(m_theme[m_current == box.field ? Role::Accent : Role::Border], 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.rect.adjusted(0, 0, -1, -1));
}

void BundleBitsView::paintBox(QPainter& painter, const Box& box) const {
    const BitField& field = m_scene.sections[box.field.section].fields[box.field.field];
    const bool isUnit = field.use == BitUse::Operation || field.use == BitUse::Operand;
    const Role role = isUnit ? m_roles[box.field.section] : Role::Border;
    const QRect rect = box.rect.adjusted(0, 0, -2, -1);
    if (field.use == BitUse::Unused)
        hatch(painter, rect, m_theme[Role::Border], Slant::Falling);
    else
        painter.fillRect(rect, isUnit ? m_theme.fill(role) : m_theme[Role::Panel]);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(m_theme[m_current == box.field ? Role::Accent : role], px(m_current == box.field ? 2 : 1)));
    painter.drawRect(rect);
    if (field.use == BitUse::Unused) return;
    const QRect name = rect.adjusted(3, 1, -1, 0);
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Text]);
    const auto line = [&](int number, const QString& text) {
        painter.drawText(QRect(name.left(), name.top() + number * px(kBoxLine), name.width(), px(kBoxLine)),
                         Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, name.width()));
    };
    line(0, session::coreText(field.name));
    painter.setFont(m_theme.monospaceSmall());
    line(1, session::coreText(field.meaning));
    if (m_bit < px(kDigitRoom)) return;
    painter.setPen(m_theme[Role::Text]);
    // Within the edges of their field, so that those of the next one are set apart.
    const double each = double(rect.width()) / box.piece.width;
    for (unsigned i = 0; i < box.piece.width; ++i) {
        const std::size_t bit = box.piece.offset + box.piece.width - 1 - i;
        const QRectF place(rect.left() + i * each, rect.top() + 2 * px(kBoxLine), each, px(kBoxLine));
        painter.drawText(place, Qt::AlignCenter, QString(QLatin1Char(m_scene.bits[bit])));
    }
}

// ---- the same as a table

SceneTable BundleBitsView::table() const {
    const auto scene = std::make_shared<scene::BundleBits>(m_scene);
    auto rows = std::make_shared<std::vector<Hit>>();
    for (std::size_t i = 0; i < scene->sections.size(); ++i)
        for (std::size_t j = 0; j < scene->sections[i].fields.size(); ++j) rows->push_back({i, j});
    const auto valueAt = [scene, rows](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const Hit hit = (*rows)[static_cast<std::size_t>(row)];
        const BitSection& section = scene->sections[hit.section];
        const BitField& field = section.fields[hit.field];
        switch (column) {
        case 0: return toQt(section.name);
        case 1: return toQt(field.name);
        case 2: return rangesText(field);
        case 3: return QStringLiteral("0x%1").arg(field.value, 0, 16);
        case 4: return toQt(field.meaning);
        default: return toQt(field.summary);
        }
    };
    return {{tr("Part"), tr("Field"), tr("Bits"), tr("Value"), tr("Means"), tr("What it is")},
            static_cast<int>(rows->size()),
            valueAt,
            {}};
}

int BundleBitsView::rowOf(Hit field) const {
    std::size_t row = field.field;
    for (std::size_t i = 0; i < field.section; ++i) row += m_scene.sections[i].fields.size();
    return static_cast<int>(row);
}

BundleBitsView::Hit BundleBitsView::fieldInRow(int row) const {
    auto left = static_cast<std::size_t>(row);
    std::size_t section = 0;
    while (section + 1 < m_scene.sections.size() && left >= m_scene.sections[section].fields.size())
        left -= m_scene.sections[section++].fields.size();
    return {section, left};
}

} // namespace lw::paint

#include "moc_bundle_bits_view.cpp"
