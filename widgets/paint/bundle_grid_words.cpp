// SPDX-License-Identifier: GPL-3.0-or-later
// What the bundle grid says in words: at the mouse, and as a table.
#include "widgets/paint/bundle_grid_view.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

namespace lw::paint {

namespace {

constexpr std::uint32_t kChunk = 64; // rows of the table made at a time

using session::counted;

} // namespace

namespace {

QString fitsText() {
    return BundleGridView::tr(
        "Its work would fit into the bundle before it; what it waits for, both would wait for.");
}

} // namespace

QString BundleGridView::textAt(QPoint point) const {
    const auto bundle = bundleAt(point);
    for (const scene::GridRow& row : m_scene.rows) {
        if (!bundle || row.bundle != *bundle) continue;
        QStringList lines;
        for (const scene::GridCell& cell : row.cells) {
            lines << toQt(m_scene.columns[cell.slot]) + QStringLiteral(": ") + toQt(cell.text);
            if (waits(row, cell)) lines << tr("waits: %1").arg(session::coreText(m_frame->waiting->rule));
        }
        if (m_scene.columns.size() > 1)
            lines << tr("%1 of %2 slots used").arg(row.cells.size()).arg(m_scene.columns.size());
        for (const scene::GridHazard& hazard : row.hazards) lines << session::coreText(hazard.text);
        if (row.fitsBefore) lines << fitsText();
        lines << tr("issued %1 times, held up %2").arg(counted(row.issued), session::clocksText(row.stalled));
        return lines.join(QLatin1Char('\n'));
    }
    return {};
}

namespace {

// The rows around the one last asked for.
struct GridRows {
    session::FramePtr frame;
    scene::BundleGrid grid;
    const scene::GridRow* row(std::uint32_t bundle) {
        if (grid.rows.empty() || bundle < grid.rows.front().bundle || bundle > grid.rows.back().bundle) {
            const scene::GridCounts counts{frame->bundleCounts, frame->bundleStalls};
            auto made = scene::bundleGrid(frame->loaded->program, frame->loaded->machine.target,
                                          bundle - bundle % kChunk, kChunk, counts);
            if (!made) return nullptr;
            grid = *std::move(made);
        }
        return &grid.rows[bundle - grid.rows.front().bundle];
    }
};

QString remarks(const scene::GridRow& row) {
    QStringList out;
    for (const scene::GridHazard& hazard : row.hazards) out << session::coreText(hazard.text);
    if (row.fitsBefore) out << fitsText();
    return out.join(QStringLiteral("; "));
}

} // namespace

SceneTable BundleGridView::table() const {
    QStringList columns{tr("Bundle"), tr("Label")};
    for (const std::string& slot : m_scene.columns) columns << toQt(slot);
    columns << tr("Issued") << tr("Stalled") << tr("Remarks");
    if (!m_frame) return {columns, 0, {}, {}};
    const auto rows = std::make_shared<GridRows>(GridRows{m_frame, {}});
    const int slotCount = static_cast<int>(m_scene.columns.size());
    const auto valueAt = [rows, slotCount](int bundle, int column, int role) -> QVariant {
        const scene::GridRow* row =
            role == Qt::DisplayRole ? rows->row(static_cast<std::uint32_t>(bundle)) : nullptr;
        if (!row) return {};
        if (column == 0) return bundle;
        if (column == 1) return row->labels.empty() ? QString() : toQt(row->labels.front());
        if (column == slotCount + 2) return counted(row->issued);
        if (column == slotCount + 3) return counted(row->stalled);
        if (column == slotCount + 4) return remarks(*row);
        for (const scene::GridCell& cell : row->cells)
            if (cell.slot == column - 2) return toQt(cell.text);
        return QString();
    };
    return {columns, static_cast<int>(m_bundles), valueAt, {}};
}

} // namespace lw::paint
