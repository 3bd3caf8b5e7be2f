// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/tiling/cone.h"
#include "widgets/session/frame.h"
#include "widgets/session/newest_task.h"
#include "widgets/session/technique_desk.h"
#include "widgets/tiling/tiling_facts.h"

#include <QString>
#include <QTemporaryDir>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lw::tiling {

// Plans tilings, runs them tile by tile on the emulated circuit and compares, all on another thread.
class TilingDesk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit TilingDesk(QObject* parent = nullptr);
    ~TilingDesk() override;

    void keepIn(const QString& folder) override { m_folder = folder; }
    // One that runs all tiles. The program of a single tile is kernel striding's.
    void setProgram(const QString& path) override;
    QString program() const override { return m_program; }
    QString madeFrom() const override { return m_program.isEmpty() ? QString() : m_facts->request.network; }
    QString openedAlone() const override {
        return m_facts && m_program.isEmpty() ? m_facts->request.network : QString();
    }
    // The debugger's machine at another moment: if it runs these tiles, the facts follow it.
    void follow(const session::Frames& frames);
    bool isBusy() const override { return m_underWay > 0 || m_following.isWaiting(); }

    // Answers by factsChanged() or failed(). Choosing a size takes a while, and cancel() ends it.
    void plan(const TilingRequest& request);
    // How many sizes have been modelled by now; nothing: none is being chosen.
    const std::optional<std::uint64_t>& sizesModelled() const { return m_sizesModelled; }
    void planWith(const lower::tiling::Size& fixed);  // the same picture
    void leave(const QString& network);               // one opened without tiles: a plan for another one goes
    const FactsPtr& facts() const { return m_facts; } // null: nothing was planned
    // All tiles, and then the comparison. Without an input nothing.
    void run();
    void cancel();
    // The program that runs all tiles, for the debugger. Answers by opened() or failed().
    void openAll();
    // The program of one tile with its part of the picture. Answers by tileLowered() or failed().
    void lowerTile(std::uint64_t tile);

    // What is being looked at: every view shows it. Another output has other elements.
    void lookAt(std::size_t output);
    std::optional<std::uint64_t> tile() const { return m_tile; }
    void chooseTile(std::uint64_t tile);
    // For the output being looked at; the tile that gives it is chosen too.
    const std::optional<scene::tiling::Cone>& cone() const { return m_cone; }
    void chooseElement(std::int64_t row, std::int64_t column);

  Q_SIGNALS:
    void failed(const QString& text);
    void choiceChanged();
    void choosingChanged(); // sizesModelled()
    void plannedAnew();     // before the facts change: results for other tiles do not belong to these
    void opened(const QString& program);
    void tileLowered(const QString& program, std::uint64_t tile);

  private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void start(std::function<void(const Stop& stop)> work);
    template <typename Call> void answer(Call call);
    void takeFacts(FactsPtr facts);
    void forget(FactsPtr next = nullptr); // the plan, and what was chosen in it
    std::optional<std::uint64_t> otherClocksOf(const TilingFacts& facts) const;
    void setSizesModelled(std::optional<std::uint64_t> sizes);
    void end(const Stop& stop, const std::optional<Problem>& problem);
    QString folderOf(const TilingFacts& facts, const QString& what);
    void followNext();
    void compare(const Stop& stop, const FactsPtr& facts);

    struct Ran {
        TilingRequest request;
        lower::tiling::Size fixed;
        std::uint64_t clocks = 0;
    };

    QString m_folder;
    std::unique_ptr<QTemporaryDir> m_temporary;
    FactsPtr m_facts;
    QString m_program, m_loaded; // the one that runs the tiles of the facts; the one that the debugger has
    session::Frames m_next;      // to be followed; empty: none
    session::NewestTask m_following{this};
    std::optional<std::uint64_t> m_tile, m_sizesModelled;
    std::optional<scene::tiling::Cone> m_cone;
    std::optional<Ran> m_ran; // to the end, the last time
    Stop m_stop = std::make_shared<std::atomic<bool>>(false);
    int m_underWay = 0;
    QThreadPool m_pool;
};

} // namespace lw::tiling
