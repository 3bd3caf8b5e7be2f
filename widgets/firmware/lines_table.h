// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QTableView>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lw::firmware {

class LinesModel;

// Lines of a text with their numbers, some of which are marked.
class LinesTable : public QTableView {
    Q_OBJECT
  public:
    enum class Mark : std::uint8_t { None, Chain, Own }; // Chain: of what the marked thing is a part of
    struct Line {
        QString number, text;
        int note = -1; // from which letter on a remark stands; -1: there is none
        bool isHeading = false;
        std::optional<std::uint32_t> bundle{}; // that it belongs to
    };

    LinesTable(const theme::Theme& theme, const QString& name, QWidget* parent);

    void show(std::vector<Line> lines);
    const std::vector<Line>& lines() const;
    Mark markOf(std::size_t line) const;
    // The machine is before this one's line, which has an arrow; it is scrolled to when that is another.
    void standAt(std::optional<std::uint32_t> bundle);
    std::optional<std::uint32_t> standsAt() const;
    // Scrolls to the first one, unless one of them is in sight.
    void mark(const std::function<Mark(const Line& line)>& markOf);

  Q_SIGNALS:
    void bundlePicked(std::uint32_t bundle); // by a person

  protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void pick(int row);
    void fitColumns();

    const theme::Theme& m_theme;
    LinesModel* m_model;
};

} // namespace lw::firmware
