// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <utility>

namespace lw::session {

// Does the newest of the things it was asked for on a thread of its own and passes the result to the window's
// thread; earlier requests are dropped, even when already done.
class NewestTask : public QObject {
  public:
    explicit NewestTask(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }
    ~NewestTask() override {
        m_pool.clear();
        m_pool.waitForDone();
    }

    bool isWaiting() const { return m_isWaiting; }
    void drop() {
        ++m_wanted;
        m_isWaiting = false;
        m_pool.clear();
    }
    // `make` looks at data that does not change; `take` is called with its result, as long as this exists.
    template <typename Make, typename Take> void ask(Make make, Take take) {
        drop();
        m_isWaiting = true;
        m_pool.start([this, wanted = m_wanted, make = std::move(make), take = std::move(take)] {
            QMetaObject::invokeMethod(
                this,
                [this, wanted, take, made = make()] {
                    if (wanted != m_wanted) return;
                    m_isWaiting = false;
                    take(made);
                },
                Qt::QueuedConnection);
        });
    }

  private:
    std::uint64_t m_wanted = 0; // the number of the newest
    bool m_isWaiting = false;
    QThreadPool m_pool;
};

} // namespace lw::session
