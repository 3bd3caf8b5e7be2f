// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/plan.h"
#include "core/network/cut.h"
#include "core/network/image_order.h"
#include "core/project/launch_progress.h"
#include "core/project/tile_size.h"
#include "core/scene/lanes.h"
#include "core/scene/tiling/cone.h"
#include "core/scene/tiling/tile_map.h"
#include "widgets/session/frame.h"
#include "widgets/session/newest_task.h"
#include "widgets/session/technique_desk.h"

#include <QImage>
#include <QString>
#include <QTemporaryDir>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lw::tiling {

// A picture that a network is to be run on in tiles.
struct TilingRequest {
    QString network;                           // .json or .onnx, whatever size it states
    QString machine{};                         // a built-in one's name or a path; empty: the default
    QString input{};                           // .npy or a picture; empty: only `picture` is known
    lower::tiling::Size picture{};              // without an input
    std::optional<lower::tiling::Size> fixed{}; // of a tile; nothing: it is chosen
    std::optional<lower::tiling::Fill> fill{};  // nothing: the plan chooses
    QString range{};                           // these as in striding::StridingRequest
    std::optional<network::ImageOrder> order{};
    QString mean{}, scale{};
    network::Section section{};
    lower::tiling::Overlap overlap{}; // of a folder that was opened
};

// What all tiles gave beside the whole picture, computed by the reference.
struct Verdict {
    std::uint64_t equal = 0, elements = 0;
    std::vector<std::uint64_t> wrong; // pixels of the output, row by row: the first of them
    bool isEqual() const { return equal == elements; }
};
inline constexpr std::size_t kMostWrongPixels = 4096;

using LanesPtr = std::shared_ptr<const scene::Lanes>;

// A plan, and what became of it by now. It does not change.
struct TilingFacts {
    TilingRequest request;
    std::shared_ptr<const network::Network> network; // for the size of the picture
    std::shared_ptr<const tensor::Tensor> picture;   // as the network reads it; null: no input
    lower::tiling::TilingPlan plan;
    scene::tiling::TileMap map;
    std::vector<lower::tiling::CurvePoint> curve; // what other sizes would cost; empty: none can be used
    project::TileArray array;                     // circuits that share the picture
    std::shared_ptr<const project::TileSize> chosen; // how the size was; null: it was given
    bool isRunning = false;
    bool isFollowing = false;         // what follows is as the debugger's machine has it
    project::LaunchProgress progress; // where the circuits are
    std::uint64_t clocks = 0;
    std::shared_ptr<const tensor::Tensor> output; // as far as they have given it; null: none has
    std::shared_ptr<const tensor::Tensor> whole;  // what it is compared with; null: not computed yet
    std::optional<Verdict> verdict;
    LanesPtr times; // of the run that was made of all tiles; null: there was none, or it was of many programs
    QImage pictureImage, outputImage; // of both, an element to a pixel

    bool isDone(std::uint64_t tile) const { return project::roundOf(plan, array, tile) < progress.rounds; }
};
using FactsPtr = std::shared_ptr<const TilingFacts>;

// Plans tilings, runs them tile by tile on the emulated circuit and compares, all on another thread.
class TilingDesk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit TilingDesk(QObject* parent = nullptr);
    ~TilingDesk() override;

    void keepIn(const QString& folder) override { m_folder = folder; }
    // One that runs all tiles. The program of one tile is kernel striding's.
    void setProgram(const QString& path) override;
    QString program() const override { return m_program; }
    QString madeFrom() const override { return m_program.isEmpty() ? QString() : m_facts->request.network; }
    // The debugger's machine at another moment: if it runs these tiles, facts follow it.
    void follow(const session::Frames& frames);
    bool isBusy() const override { return m_underWay > 0 || m_following.isWaiting(); }

    // Answers by factsChanged() or failed(). Choosing a size takes a while, and cancel() ends it.
    void plan(const TilingRequest& request);
    // So many sizes were modelled by now; nothing: none is being chosen.
    const std::optional<std::uint64_t>& sizesModelled() const { return m_sizesModelled; }
    void planWith(const lower::tiling::Size& fixed);  // the same picture
    const FactsPtr& facts() const { return m_facts; } // null: nothing was planned
    // All tiles, and then the comparison. Without an input nothing.
    void run();
    void cancel();
    // The program that runs all tiles, for the debugger. Answers by opened() or failed().
    void openAll();
    // The program of one tile with its part of the picture. Answers by tileLowered() or failed().
    void lowerTile(std::uint64_t tile);

    // What a person looks at: every view shows it.
    std::optional<std::uint64_t> tile() const { return m_tile; }
    void chooseTile(std::uint64_t tile);
    // Of the output; the tile that gives it is chosen as well.
    const std::optional<scene::tiling::Cone>& cone() const { return m_cone; }
    void chooseElement(std::int64_t row, std::int64_t column);

  Q_SIGNALS:
    void failed(const QString& text);
    void choiceChanged();
    void choosingChanged(); // sizesModelled()
    void opened(const QString& program);
    void tileLowered(const QString& program, std::uint64_t tile);

  private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void start(std::function<void(const Stop& stop)> work);
    template <typename Call> void answer(Call call);
    void takeFacts(FactsPtr facts);
    void forget(FactsPtr next = nullptr); // the plan, and what was chosen of it
    void setSizesModelled(std::optional<std::uint64_t> sizes);
    void end(const Stop& stop, const std::optional<Problem>& problem);
    QString folderOf(const TilingFacts& facts, const QString& what);
    void followNext();
    void compare(const Stop& stop, const FactsPtr& facts);

    QString m_folder;
    std::unique_ptr<QTemporaryDir> m_temporary;
    FactsPtr m_facts;
    QString m_program, m_loaded; // that runs the tiles of the facts; that the debugger has
    session::Frames m_next;      // to be followed; empty: none
    session::NewestTask m_following{this};
    std::optional<std::uint64_t> m_tile, m_sizesModelled;
    std::optional<scene::tiling::Cone> m_cone;
    Stop m_stop = std::make_shared<std::atomic<bool>>(false);
    int m_underWay = 0;
    QThreadPool m_pool;
};

} // namespace lw::tiling
