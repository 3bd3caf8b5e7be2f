// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/tensor_picture.h"
#include "widgets/paint/colour_map.h"

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

namespace lw::paint {

// How numbers become colours; the same for every picture that is compared.
struct TensorLook {
    MapKind map = MapKind::Diverging;
    ValueRange range{-1, 1};
    bool operator==(const TensorLook&) const = default;
};

// The colour of a square of cells: with a map that diverges from zero, that of the value furthest from it, so
// that none is overlooked; otherwise that of their mean, as when a photograph is made smaller. But it is the
// error colour as soon as one of them is NaN, and the warning colour as soon as one is infinite.
QRgb colourOf(const scene::CellSummary& cells, const TensorLook& look, const ColourMap& map,
              const theme::Colours& colours);

// The cells of a picture, and the squares of 256 x 256 pixels from which it is painted, each pixel 2^level
// cells a side. Small pictures are made when they are asked for; the tiles of large ones come from other
// threads, and meanwhile a coarser or an older one is used. Lives on the window's thread.
class TensorTiles : public QObject {
    Q_OBJECT
  public:
    static constexpr int kPixels = 256;
    static constexpr std::uint64_t kSmall = 1 << 18; // cells of a picture that needs no other thread

    struct Key {
        unsigned level = 0;
        std::uint32_t row = 0, column = 0;
        bool operator==(const Key&) const = default;
    };
    // A cell that must not be overlooked: NaN or infinite; in pixels of the tile.
    struct Alarm {
        std::uint16_t x = 0, y = 0;
        std::uint8_t marks = 0;
    };
    struct Tile {
        QImage image;
        QImage changes; // over it: clear except for the accent colour where cells changed; null: none did
        std::size_t changed = 0;    // pixels of these
        std::vector<Alarm> alarms;  // none if there are so many that they cannot be overlooked
        std::uint64_t version = 0;  // of picture and look
        bool isComplete = true;     // false: some cells were not read yet, when ...
        std::uint64_t rowsSeen = 0; // ... this many rows were
    };
    // Elements one by one, for numbers and glyphs.
    struct Detail {
        std::uint64_t row = 0, column = 0;
        std::size_t rows = 0, columns = 0;
        std::vector<std::uint64_t> bits;
        std::vector<double> values;
        std::vector<std::uint8_t> flags;
        std::uint64_t version = 0;
        bool holds(std::uint64_t r, std::uint64_t c) const {
            return r >= row && r - row < rows && c >= column && c - column < columns;
        }
        std::size_t at(std::uint64_t r, std::uint64_t c) const { return (r - row) * columns + (c - column); }
    };

    explicit TensorTiles(const theme::Theme& theme, QObject* parent = nullptr);
    ~TensorTiles() override;

    // Null: nothing. The picture is built here if it has not been.
    void setPicture(std::shared_ptr<scene::TensorPicture> picture);
    const std::shared_ptr<scene::TensorPicture>& picture() const { return m_picture; }
    void setLook(const TensorLook& look);
    const TensorLook& look() const { return m_look; }
    void themeChanged() { ++m_version; }

    // Forgets requests that are not under way: to be called before the tiles of another view.
    void beginSight();
    // The tile; an older one if it is not there yet; null if there is none at all.
    const Tile* tile(const Key& key);
    // Only what is there, without requesting anything.
    const Tile* tileAtHand(const Key& key) const;
    // The elements of a stretch; null, or one that holds others, while they are read.
    const Detail* detail(std::uint64_t row, std::uint64_t column, std::size_t rows, std::size_t columns);

    // Between 0 and 1 while the picture is built.
    double progress() const;
    // Something will still differ from what is painted now.
    bool isWaiting() const {
        return !m_pending.isEmpty() || m_detailPending ||
               (m_picture && m_rowsSeen != m_picture->plane().rows);
    }

  Q_SIGNALS:
    void updated(); // something requested is there
    void built();   // the whole picture has been read
    void failed(const QString& text);

  private:
    struct Brush { // what a thread needs for a tile
        TensorLook look;
        ColourMap map;
        theme::Colours colours;
        std::uint64_t version = 0, rowsSeen = 0;
    };
    static Tile make(const scene::TensorPicture& picture, const Key& key, const Brush& brush);
    Brush brush() const { return {m_look, {m_look.map, m_theme}, m_theme.colours(), m_version, m_rowsSeen}; }
    struct Job { // what the threads and this one share about one picture
        std::atomic<bool> cancelled = false;
        std::atomic<std::uint64_t> sight = 0;
    };
    void ask(const Key& key);
    void keep(const Key& key, std::unique_ptr<Tile> tile);
    void askDetail(std::uint64_t row, std::uint64_t column, std::size_t rows, std::size_t columns);
    void watchProgress();
    bool isSmall() const;

    const theme::Theme& m_theme;
    std::shared_ptr<scene::TensorPicture> m_picture;
    std::shared_ptr<Job> m_job;
    TensorLook m_look;
    std::uint64_t m_version = 1;
    QCache<Key, Tile> m_tiles;
    QSet<Key> m_pending;
    Detail m_detail;
    bool m_detailPending = false;
    std::uint64_t m_rowsSeen = 0; // ready when incomplete tiles were last found too old
    QThreadPool m_pool;
};

size_t qHash(const TensorTiles::Key& key, size_t seed = 0);

} // namespace lw::paint
