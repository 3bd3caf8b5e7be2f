// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_tiles.h"

#include "core/machine/cell_value.h"
#include "widgets/session/core_text.h"

#include <QTimer>

#include <algorithm>
#include <cstring>

namespace lw::paint {

using theme::Role;

namespace {

constexpr int kMostImages = 600;        // 256 KiB each
constexpr std::size_t kMostAlarms = 64; // of a tile
constexpr int kProgressMilliseconds = 60;

TensorTiles::Detail detailOf(const scene::TensorPicture& picture, std::uint64_t row, std::uint64_t column,
                             std::size_t rows, std::size_t columns, std::uint64_t version) {
    TensorTiles::Detail out{row, column, rows, columns, {}, {}, {}, version};
    const tensor::DType type = picture.elements().type();
    const std::size_t size = tensor::sizeOf(type), count = rows * columns;
    std::vector<std::byte> bytes(count * size);
    out.flags.resize(count);
    out.values.resize(count);
    out.bits.resize(count);
    if (!picture.cells(row, column, rows, columns, bytes, out.flags)) {
        out.rows = 0;
        return out;
    }
    scene::valuesOf(type, bytes, out.values);
    for (std::size_t i = 0; i < count; ++i)
        out.bits[i] = machine::bitsOf(std::span<const std::byte>(bytes).subspan(i * size, size));
    return out;
}

} // namespace

size_t qHash(const TensorTiles::Key& key, size_t seed) {
    return qHashMulti(seed, key.level, key.row, key.column);
}

QRgb colourOf(const scene::CellSummary& cells, const TensorLook& look, const ColourMap& map,
              const theme::Colours& colours) {
    if (cells.marks & scene::kNan) return colours[Role::Error].rgb();
    if (cells.marks & (scene::kPlusInfinity | scene::kMinusInfinity)) return colours[Role::Warning].rgb();
    if (cells.marks & scene::kNumber) {
        const float value = look.map == MapKind::Diverging ? cells.largest() : cells.mean;
        return map.at(static_cast<double>(value), look.range);
    }
    return colours[Role::Panel].rgb();
}

TensorTiles::TensorTiles(const theme::Theme& theme, QObject* parent)
    : QObject(parent), m_theme(theme), m_tiles(kMostImages) {
    m_pool.setMaxThreadCount(2); // one that builds, one for tiles
}

TensorTiles::~TensorTiles() {
    if (m_job) m_job->cancelled = true;
    m_pool.clear();
    m_pool.waitForDone();
}

bool TensorTiles::isSmall() const {
    return m_picture && m_picture->plane().rows * m_picture->plane().columns <= kSmall &&
           m_picture->elements().count() <= kSmall;
}

// ---- the picture

void TensorTiles::setPicture(std::shared_ptr<scene::TensorPicture> picture) {
    if (m_job) m_job->cancelled = true;
    m_pool.clear();
    // Tiles of a picture of the same shape are shown until the new ones are there.
    if (!picture || !m_picture || !(picture->plane() == m_picture->plane())) m_tiles.clear();
    m_pending.clear();
    m_detailPending = false;
    m_picture = std::move(picture);
    m_job = std::make_shared<Job>();
    m_rowsSeen = 0;
    ++m_version;
    if (!m_picture) return;
    if (isSmall() && !m_picture->isBuilt())
        if (const auto read = m_picture->build(); !read) Q_EMIT failed(session::problemText(read.problem()));
    m_rowsSeen = m_picture->rowsReady();
    if (isSmall() || m_picture->isBuilt()) return;
    m_pool.start([this, picture = m_picture, job = m_job] {
        const auto read = picture->build(&job->cancelled);
        const QString wrong = read ? QString() : session::problemText(read.problem());
        QMetaObject::invokeMethod(
            this,
            [this, job, wrong] {
                if (job != m_job) return;
                if (!wrong.isEmpty()) Q_EMIT failed(wrong);
                watchProgress();
                if (m_picture->isBuilt()) Q_EMIT built();
            },
            Qt::QueuedConnection);
    });
    QTimer::singleShot(kProgressMilliseconds, this, &TensorTiles::watchProgress);
}

double TensorTiles::progress() const {
    if (!m_picture || m_picture->plane().rows == 0) return 1;
    return static_cast<double>(m_picture->rowsReady()) / static_cast<double>(m_picture->plane().rows);
}

// Whatever was painted before all of it was known is requested again.
void TensorTiles::watchProgress() {
    if (!m_picture || m_picture->rowsReady() == m_rowsSeen) return;
    m_rowsSeen = m_picture->rowsReady();
    if (!m_picture->isBuilt()) QTimer::singleShot(kProgressMilliseconds, this, &TensorTiles::watchProgress);
    Q_EMIT updated();
}

void TensorTiles::setLook(const TensorLook& look) {
    if (look == m_look) return;
    m_look = look;
    ++m_version;
}

// ---- tiles

TensorTiles::Tile TensorTiles::make(const scene::TensorPicture& picture, const Key& key, const Brush& brush) {
    Tile out;
    out.version = brush.version;
    out.rowsSeen = brush.rowsSeen;
    const std::uint64_t row = std::uint64_t{key.row} * kPixels, column = std::uint64_t{key.column} * kPixels;
    const auto rows = static_cast<int>(std::min<std::uint64_t>(kPixels, picture.rowsAt(key.level) - row));
    const auto columns =
        static_cast<int>(std::min<std::uint64_t>(kPixels, picture.columnsAt(key.level) - column));
    std::vector<scene::CellSummary> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    const auto read = picture.summaries(key.level, row, column, static_cast<std::size_t>(rows),
                                        static_cast<std::size_t>(columns), cells);
    out.isComplete = bool(read);
    out.image = QImage(columns, rows, QImage::Format_RGB32);
    std::vector<QRgb> line(static_cast<std::size_t>(columns)), changes(line.size());
    const QRgb accent = brush.colours[Role::Accent].rgb();
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const scene::CellSummary& cell =
                cells[static_cast<std::size_t>(y) * line.size() + static_cast<std::size_t>(x)];
            constexpr std::uint8_t kAlarming = scene::kNan | scene::kPlusInfinity | scene::kMinusInfinity;
            const bool isAlarm = cell.marks & kAlarming;
            line[static_cast<std::size_t>(x)] = colourOf(cell, brush.look, brush.map, brush.colours);
            const bool isChange = (cell.marks & scene::kChanged) && !isAlarm;
            changes[static_cast<std::size_t>(x)] = isChange ? accent : qRgba(0, 0, 0, 0);
            out.changed += isChange;
            if (cell.marks == 0) out.isComplete = false;
            if (isAlarm && out.alarms.size() <= kMostAlarms)
                out.alarms.push_back(
                    {static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y), cell.marks});
        }
        std::memcpy(out.image.scanLine(y), line.data(), line.size() * sizeof(QRgb));
        if (out.changed == 0) continue;
        if (out.changes.isNull()) {
            out.changes = QImage(columns, rows, QImage::Format_ARGB32_Premultiplied);
            out.changes.fill(Qt::transparent);
        }
        std::memcpy(out.changes.scanLine(y), changes.data(), changes.size() * sizeof(QRgb));
    }
    if (out.alarms.size() > kMostAlarms) out.alarms.clear();
    return out;
}

void TensorTiles::beginSight() {
    if (m_job) ++m_job->sight;
}

void TensorTiles::ask(const Key& key) {
    if (m_pending.contains(key)) return;
    m_pending.insert(key);
    const std::uint64_t sight = m_job->sight;
    m_pool.start([this, picture = m_picture, job = m_job, key, brush = brush(), sight] {
        // What went out of view some time ago is no longer made.
        constexpr std::uint64_t kSightsBack = 8;
        auto tile = std::make_shared<std::unique_ptr<Tile>>();
        if (!job->cancelled && job->sight <= sight + kSightsBack)
            *tile = std::make_unique<Tile>(make(*picture, key, brush));
        QMetaObject::invokeMethod(
            this,
            [this, job, key, tile] {
                if (job != m_job) return;
                m_pending.remove(key);
                if (*tile) keep(key, std::move(*tile));
                Q_EMIT updated();
            },
            Qt::QueuedConnection);
    });
}

void TensorTiles::keep(const Key& key, std::unique_ptr<Tile> tile) {
    const int images = tile->changes.isNull() ? 1 : 2;
    m_tiles.insert(key, tile.release(), images);
}

const TensorTiles::Tile* TensorTiles::tileAtHand(const Key& key) const { return m_tiles.object(key); }

const TensorTiles::Tile* TensorTiles::tile(const Key& key) {
    const Tile* there = m_tiles.object(key);
    const bool isGood =
        there && there->version == m_version && (there->isComplete || there->rowsSeen == m_rowsSeen);
    if (isGood) return there;
    if (!isSmall()) {
        ask(key);
        return there;
    }
    keep(key, std::make_unique<Tile>(make(*m_picture, key, brush())));
    return m_tiles.object(key);
}

// ---- elements

const TensorTiles::Detail* TensorTiles::detail(std::uint64_t row, std::uint64_t column, std::size_t rows,
                                               std::size_t columns) {
    const bool isThere = m_detail.version == m_version && m_detail.holds(row, column) &&
                         m_detail.holds(row + rows - 1, column + columns - 1);
    if (!isThere && isSmall())
        m_detail = detailOf(*m_picture, row, column, rows, columns, m_version);
    else if (!isThere && !m_detailPending)
        askDetail(row, column, rows, columns);
    return m_detail.rows ? &m_detail : nullptr;
}

// With as much again around it, so that panning finds it there.
void TensorTiles::askDetail(std::uint64_t row, std::uint64_t column, std::size_t rows, std::size_t columns) {
    const std::uint64_t firstRow = row - std::min<std::uint64_t>(row, rows / 2);
    const std::uint64_t firstColumn = column - std::min<std::uint64_t>(column, columns / 2);
    const auto height =
        static_cast<std::size_t>(std::min<std::uint64_t>(2 * rows, m_picture->plane().rows - firstRow));
    const auto width = static_cast<std::size_t>(
        std::min<std::uint64_t>(2 * columns, m_picture->plane().columns - firstColumn));
    m_detailPending = true;
    m_pool.start(
        [this, picture = m_picture, job = m_job, firstRow, firstColumn, height, width, version = m_version] {
            auto detail =
                std::make_shared<Detail>(detailOf(*picture, firstRow, firstColumn, height, width, version));
            QMetaObject::invokeMethod(
                this,
                [this, job, detail] {
                    if (job != m_job) return;
                    m_detailPending = false;
                    m_detail = std::move(*detail);
                    Q_EMIT updated();
                },
                Qt::QueuedConnection);
        });
}

} // namespace lw::paint

#include "moc_tensor_tiles.cpp"
