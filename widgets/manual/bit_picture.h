// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/page.h"
#include "widgets/theme/theme.h"

#include <QObject>
#include <QPainter>
#include <QTextObjectInterface>
#include <QVector>

#ifdef Q_MOC_RUN // which reads this file alone (widgets/moc.sh.in)
Q_DECLARE_INTERFACE(QTextObjectInterface, "org.qt-project.Qt.QTextObjectInterface")
#endif

namespace lw::manual {

// The bits of an instruction as a row of boxes, high bits on the left: the numbers of the bits above, what
// they hold inside. Wide enough for every word; the room left over goes to the fields with many bits.
struct BitBox {
    QRectF box;
    isa::BitField field;
};
QVector<BitBox> bitBoxes(const std::vector<isa::BitField>& fields, double width,
                         const QFontMetricsF& letters);
void paintBits(QPainter& painter, const QVector<BitBox>& boxes, theme::Role unit, const theme::Theme& theme);

// The same inside a text document: a character whose format has `op`.
class BitPicture : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
  public:
    static constexpr int kType = QTextFormat::UserObject + 1;
    enum Property { kOp = QTextFormat::UserProperty + 1 };
    BitPicture(const theme::Theme& theme, QObject* parent);
    void setSpec(const isa::Spec* spec) { m_spec = spec; }

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

  private:
    QVector<BitBox> boxesOf(isa::OpId op, double width) const;

    const theme::Theme& m_theme;
    const isa::Spec* m_spec = nullptr;
};

} // namespace lw::manual
