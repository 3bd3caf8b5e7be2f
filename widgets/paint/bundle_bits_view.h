// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/bundle_bits.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/theme/theme.h"

#include <QAbstractScrollArea>
#include <QPainter>

#include <optional>
#include <vector>

namespace lw::paint {

// The bits of one bundle: a block for each slot and for what the slots share, its fields side by side with
// name, meaning and bits, the highest bits on the left. Empty ones share a line at the end. Arrow keys
// walk from field to field.
class BundleBitsView : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit BundleBitsView(const theme::Theme& theme, QWidget* parent = nullptr);

    // `unitRoles`: the colour of each section's unit, in the order of the sections.
    int readableWidth() const; // at which no bit is cut off
    void setScene(scene::BundleBits scene, std::vector<theme::Role> unitRoles);
    void clear();
    const scene::BundleBits& scene() const { return m_scene; }

    struct Hit {
        std::size_t section = 0, field = 0;
        bool operator==(const Hit&) const = default;
    };
    std::optional<Hit> hitAt(QPoint point) const; // in the viewport
    std::vector<QRect> rectsOf(Hit field) const;  // one for each of its pieces
    QString textAt(QPoint point) const;           // the text for hovering; empty where nothing is
    std::optional<Hit> current() const { return m_current; }
    void setCurrent(std::optional<Hit> field);
    // Every field in the order of the picture.
    SceneTable table() const;
    int rowOf(Hit field) const; // in the table
    Hit fieldInRow(int row) const;

    QSize sizeHint() const override { return {460, 240}; }
    QSize minimumSizeHint() const override { return {200, 80}; }

  Q_SIGNALS:
    void currentChanged();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    int px(int pixels) const { return m_theme.scaled(pixels); }
    struct Heading {
        std::size_t section = 0;
        QRect rect; // in the content, as for boxes
        QString text;
    };
    struct Box { // of a piece of a field
        Hit field;
        scene::BitPiece piece;
        QRect rect;
    };
    void layOut();
    int layOutSection(std::size_t section, int top);
    int layOutQuiet(int top);
    bool isQuiet(const scene::BitSection& section) const;
    QString textOf(Hit field) const;
    void paintQuiet(QPainter& painter, const Box& box) const;
    void paintBox(QPainter& painter, const Box& box) const;

    const theme::Theme& m_theme;
    scene::BundleBits m_scene;
    std::vector<theme::Role> m_roles;
    std::vector<Heading> m_headings;
    std::vector<Box> m_boxes;
    double m_bit = 10; // pixels of a bit
    std::optional<Hit> m_current;
};

} // namespace lw::paint
