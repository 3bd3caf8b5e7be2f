// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/bit_picture.h"

#include "widgets/theme/to_qt.h"
#include "widgets/theme/unit_colours.h"

#include <QFontMetricsF>
#include <QTextDocument>

#include <algorithm>

namespace lw::manual {

using theme::Role;

namespace {

constexpr double kNumbersHeight = 16, kBoxHeight = 24, kBelow = 4;
constexpr double kMargin = 6; // of a word in its box
constexpr double kMostWidth = 680;
constexpr double kDocumentMargins = 28;

QString numbersOf(const isa::BitField& field) { return toQt(isa::bitRange(field.first, field.width)); }

} // namespace

QVector<BitBox> bitBoxes(const std::vector<isa::BitField>& fields, double width,
                         const QFontMetricsF& letters) {
    QVector<BitBox> out;
    double needed = 0, bits = 0;
    std::vector<double> least;
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
        least.push_back(2 * kMargin + std::max(letters.horizontalAdvance(toQt(field->text)),
                                               letters.horizontalAdvance(numbersOf(*field))));
        needed += least.back();
        bits += field->width;
    }
    const double spare = std::max(0.0, width - needed);
    double x = 0;
    std::size_t i = 0;
    for (auto field = fields.rbegin(); field != fields.rend(); ++field, ++i) {
        const double wide = least[i] + spare * field->width / bits;
        out.append({QRectF(x, kNumbersHeight, wide, kBoxHeight), *field});
        x += wide;
    }
    return out;
}

void paintBits(QPainter& painter, const QVector<BitBox>& boxes, Role unit, const theme::Theme& theme) {
    painter.setFont(theme.monospaceSmall());
    for (const BitBox& one : boxes) {
        const bool isEmpty = one.field.text == "0", isCode = one.field.text.starts_with("code ");
        const bool isPredicate = one.field.text == "predicate";
        if (!isEmpty)
            painter.fillRect(one.box, isCode        ? theme.fill(Role::Accent, 0.16)
                                      : isPredicate ? theme.fill(Role::Muted, 0.14)
                                                    : theme.fill(unit, 0.22));
        QPen line(theme[Role::Border]);
        line.setCosmetic(true);
        painter.setPen(line);
        painter.drawRect(one.box);
        painter.setPen(isEmpty ? theme[Role::Muted] : theme[Role::Text]);
        painter.drawText(one.box, Qt::AlignCenter, toQt(one.field.text));
        painter.setPen(theme[Role::Muted]);
        painter.drawText(QRectF(one.box.left(), 0, one.box.width(), kNumbersHeight), Qt::AlignCenter,
                         numbersOf(one.field));
    }
}

BitPicture::BitPicture(const theme::Theme& theme, QObject* parent) : QObject(parent), m_theme(theme) {}

QVector<BitBox> BitPicture::boxesOf(isa::OpId op, double width) const {
    return bitBoxes(isa::bitsOf(*m_spec, op).slot, width, QFontMetricsF(m_theme.monospaceSmall()));
}

QSizeF BitPicture::intrinsicSize(QTextDocument* document, int, const QTextFormat& format) {
    const double room = std::min(document->textWidth() - kDocumentMargins, kMostWidth);
    const auto boxes = boxesOf(static_cast<isa::OpId>(format.intProperty(kOp)), room);
    return {boxes.isEmpty() ? 0 : boxes.last().box.right() + 1, kNumbersHeight + kBoxHeight + kBelow};
}

void BitPicture::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int,
                            const QTextFormat& format) {
    const auto op = static_cast<isa::OpId>(format.intProperty(kOp));
    painter->save();
    painter->translate(std::round(rect.left()), std::round(rect.top()));
    paintBits(*painter, boxesOf(op, rect.width() - 1),
              theme::roleOf(m_spec->units[index(m_spec->insns[op].unit)].group), m_theme);
    painter->restore();
}

} // namespace lw::manual

#include "moc_bit_picture.cpp"
