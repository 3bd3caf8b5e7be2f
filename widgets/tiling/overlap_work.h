// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/overlap_columns.h"
#include "widgets/tiling/tiling_desk.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

namespace lw::tiling {

// Every strategy of overlap, run on a thread of its own, one after the other, and compared with the whole
// picture.
class OverlapWork : public QObject {
    Q_OBJECT
  public:
    explicit OverlapWork(QObject* parent);
    ~OverlapWork() override;

    using ColumnPtr = std::shared_ptr<const project::OverlapColumn>;
    struct Answer {
        std::vector<ColumnPtr> columns{};                     // those run so far
        std::shared_ptr<const project::WholePicture> whole{}; // null: not there yet
        std::optional<Problem> problem{};                     // why there is nothing more
        bool isLast = false;
    };
    // For the facts' network, picture, machine and size of tiles, whatever they keep; the previous request
    // ends. Null: nothing.
    void ask(const FactsPtr& facts);
    bool isBusy() const { return m_isBusy; }
    const Answer& answer() const { return m_answer; }

  Q_SIGNALS:
    void grown();

  private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void work(const FactsPtr& facts, const Stop& stop);
    void take(const Stop& stop, const Answer& answer);

    Answer m_answer;
    bool m_isBusy = false;
    Stop m_stop = std::make_shared<std::atomic<bool>>(false);
    QThreadPool m_pool;
};

} // namespace lw::tiling
