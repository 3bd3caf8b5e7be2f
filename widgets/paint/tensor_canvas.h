// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/cell_canvas.h"
#include "widgets/paint/tensor_tiles.h"

#include <QPainter>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lw::paint {

// Where a canvas looks: the cell at its upper left corner and how large a cell is.
struct TensorSight {
    double row = 0, column = 0; // of the upper left corner, in cells
    double scale = 0;           // pixels of a cell; 0: the whole picture fits
    bool operator==(const TensorSight&) const = default;
};

// From this size of a cell on, in pixels, it has room for a number of three signs.
inline constexpr double kNumberCell = 24;

// A plane of a tensor, from a pixel for many cells to numbers in cells. Cells with edges are whole pixels a
// side; smaller ones may be of any size, and pixels are averages of the cells they cover. NaN `x`, infinities
// `^ v`, values beyond the range `+ -`, cells never written dotted, cells changed since the previous stop
// edged in the accent colour.
class TensorCanvas : public CellCanvas {
    Q_OBJECT
  public:
    explicit TensorCanvas(const theme::Theme& theme, QWidget* parent = nullptr);

    TensorTiles& tiles() { return m_tiles; }
    // Keeps the view when the plane has the same size.
    void setPicture(std::shared_ptr<scene::TensorPicture> picture);
    void setLook(const TensorLook& look);
    void setSight(const TensorSight& sight);
    const TensorSight& sight() const { return m_sight; }
    // A picture that fits with at least a pixel for each cell gets this many, and is scrolled. Usually 1.
    void setLeastScale(double pixels);
    double leastScale() const { return m_leastScale; }
    double scale() const { return m_sight.scale > 0 ? m_sight.scale : fittingScale(); } // the one in use
    void fit() override;
    void reveal(const Cell& cell) override;
    // The rulers start again after this many rows and columns, the last of which are between two pictures; 0:
    // never. This many of the pictures are side by side.
    void setPeriods(std::uint64_t rows, std::uint64_t columns, std::uint64_t across = 1);
    // Usually always. WhereRoom: not in a canvas narrower than kNarrow or lower than kLow, in which
    // the picture needs the room more.
    enum class Rulers : std::uint8_t { Always, WhereRoom, Never };
    static constexpr int kNarrow = 170, kLow = 120; // at the usual size of type
    void setRulers(Rulers rulers);
    void setEmptyText(const QString& text);
    // Painted over the cells, under the mark of the selected one, inside the rulers.
    using Overlay = std::function<void(QPainter&)>;
    void setOverlay(Overlay overlay);

    // Whether a pixel of many cells is in the accent colour when one of them has changed. Usually it is, as
    // long as most of the picture remains visible. Otherwise many changes are shown as one edge around
    // the picture, from the size on at which cells have edges.
    void setTinted(bool tinted) { m_isTinted = tinted; }

    struct Visible { // cells in sight
        std::uint64_t row = 0, column = 0, endRow = 0, endColumn = 0;
    };
    Visible visible() const;
    std::optional<Cell> cellAt(QPointF point) const override;
    QRectF cellRect(const Cell& cell) const override;

  Q_SIGNALS:
    void sightChanged();
    void lookChanged(); // tiles().look()

  protected:
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

  private:
    const scene::Plane* plane() const;
    Extent extent() const override;
    QRectF area() const override; // without the rulers
    double fittingScale() const;
    void pan(QPointF pixels) override;
    void zoomAt(QPointF point, double factor) override;
    void fitRuler();
    bool hasRulers() const;
    void keepInside();
    void updateBars();
    void changed() override;

    using ShownTiles = std::vector<std::pair<TensorTiles::Key, const TensorTiles::Tile*>>;
    void paintTiles(QPainter& painter, const Visible& cells);
    void paintAveraged(QPainter& painter, const Visible& cells, unsigned level, ShownTiles& shown);
    void paintChanges(QPainter& painter, const Visible& cells, const ShownTiles& tiles) const;
    QRectF edgeAround(const Visible& cells) const;
    QPen edgePen(int width) const;
    void paintParent(QPainter& painter, const TensorTiles::Key& key, const QRectF& box) const;
    QRectF tileRect(const TensorTiles::Key& key, const QSize& pixels) const;
    void paintAlarms(QPainter& painter, const TensorTiles::Key& key, const TensorTiles::Tile& tile) const;
    void paintBorders(QPainter& painter, const Visible& cells) const;
    void paintDetail(QPainter& painter, const Visible& cells);
    void paintNumbers(QPainter& painter, const Visible& cells, const TensorTiles::Detail& detail,
                      const ColourMap& map) const;
    void paintRulers(QPainter& painter, const Visible& cells) const;
    void paintSelected(QPainter& painter) const;

    const theme::Theme& m_theme;
    TensorTiles m_tiles;
    TensorSight m_sight;
    double m_leastScale = 1;
    struct Averaged { // what was last made, and from what
        QImage of, image;
        QRectF from;
    } m_averaged;
    QString m_empty;
    Overlay m_overlay;
    Rulers m_rulers = Rulers::Always;
    bool m_isTinted = true;
    double m_rulerWidth = 0;
    std::uint64_t m_rowPeriod = 0, m_columnPeriod = 0, m_facetsAcross = 1;
    bool m_isSettingBars = false;
    double m_barUnit = 1; // pixels for one step of a scroll bar
};

// The rows or columns from `begin` to `end` that have a number on the ruler: every `step`th. If `period`
// is not 0, facets of that size with the gap after each are numbered from their own start, none in the gap.
std::vector<std::uint64_t> rulerPlaces(std::uint64_t begin, std::uint64_t end, std::uint64_t step,
                                       std::uint64_t period);
// For one of these: the row or column in its facet. Facets that have only one number each are numbered
// themselves, `facets` of them to a period; 0: they have several.
QString rulerText(std::uint64_t number, std::uint64_t period, std::uint64_t facets);
// A value in at most that many signs, with as many digits as fit, "~0" for one too small for them; empty when
// none do. A zero has no sign here: -0 equals 0, and whatever masks drop would be full of signs.
std::string cellNumber(tensor::DType type, std::uint64_t bits, double value, std::size_t most);
// What a cell says besides its colour, or nothing: NaN, infinite, beyond the range, never written.
std::string_view cellGlyph(double value, std::uint8_t flags, const ValueRange& range);

} // namespace lw::paint
