// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/overlap_work.h"
#include "widgets/tiling/tiling_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <array>
#include <optional>
#include <vector>

namespace lw::tiling {

// What is done with the parts that tiles share: every strategy, run for the open picture and size of tiles,
// in columns beside each other.
class OverlapView : public TilingView {
    Q_OBJECT
  public:
    OverlapView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    void compare(); // or stops
    // The program that runs all tiles in this way, for the debugger.
    void open(lower::tiling::Overlap overlap);

    paint::TableTwin& twin() { return *m_twin; }
    const OverlapWork& work() const { return *m_work; }
    QPushButton& compareButton() { return *m_compare; }
    QPushButton& openButton(lower::tiling::Overlap overlap) {
        return *m_open[static_cast<std::size_t>(overlap)];
    }
    QString message() const { return m_message->text(); }

  private:
    static constexpr std::size_t kStrategies = std::size(lower::tiling::kOverlapNames);
    class Number; // with a bar as long as it is compared with the largest of its line

    QWidget* makeColumns();
    void takeFacts();
    void show();
    void enableOpening();
    void showTable();
    QString verdictOf(std::size_t strategy) const;
    const project::OverlapColumn* columnOf(std::size_t strategy) const; // null: not yet

    OverlapWork* m_work;
    theme::WrappedLabel* m_message;
    QPushButton* m_compare;
    paint::TableTwin* m_twin = nullptr;
    std::vector<std::array<Number*, kStrategies>> m_numbers; // by line
    std::array<QLabel*, kStrategies> m_verdicts{};
    std::array<QPushButton*, kStrategies> m_open{};
    QString m_key;                                    // what the columns are for
    std::optional<lower::tiling::Overlap> m_toOpen{}; // once its plan is there
};

} // namespace lw::tiling
