// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_files.h"

#include "core/base/file.h"
#include "core/chips/catalog.h"
#include "core/network/messages.h"
#include "core/network/normalise.h"
#include "core/network/reference.h"
#include "core/network/resized.h"
#include "core/project/derivation.h"
#include "core/project/layer_sharing.h"
#include "core/project/lower_network.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/network_input.h"
#include "core/project/run_tiles.h"
#include "core/project/strided_folder.h"
#include "core/project/tile_folder.h"
#include "core/project/tile_programs.h"
#include "core/project/tiled_run.h"
#include "core/source/files.h"

#include <algorithm>
#include <cmath>

namespace lw::tiling {

using lower::tiling::Size;
using network::Network;
using tensor::Tensor;

namespace {

Result<Network> resizedTo(const Network& network, const Size& size) {
    return network::resized(network, static_cast<std::uint64_t>(size.rows),
                            static_cast<std::uint64_t>(size.columns));
}

std::optional<std::string> given(const QString& text) {
    return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

// Before the network is read, whose file may leave it open.
Result<Size> pictureSize(const TilingRequest& request) {
    if (request.input.isEmpty()) return request.picture;
    LW_TRY(const tensor::Shape shape, project::shapeOfInput(request.input.toStdString(), request.order));
    if (shape.size() < 2 || shape[0] == 0 || shape[1] == 0)
        return Problem{&network::messages::kInputNoImage,
                       {request.input.toStdString(), tensor::shapeText(shape)},
                       {},
                       {},
                       {}};
    return Size{static_cast<std::int64_t>(shape[0]), static_cast<std::int64_t>(shape[1])};
}

} // namespace

lower::striding::Options optionsOf(bool hasInputs) {
    lower::striding::Options out;
    out.keep = 0;
    out.hasInputs = hasInputs;
    return out;
}

QImage imageOf(const Tensor& tensor) {
    const auto rows = static_cast<int>(tensor.shape()[0]), columns = static_cast<int>(tensor.shape()[1]);
    const std::uint64_t channels = tensor.shape()[2], shown = channels == 3 ? 3 : 1;
    double low = INFINITY, high = -INFINITY;
    const auto valueOf = [&](int row, int column, std::uint64_t channel) {
        return valueAt(tensor, (static_cast<std::uint64_t>(row) * tensor.shape()[1] +
                                static_cast<std::uint64_t>(column)) *
                                       channels +
                                   std::min(channel, shown - 1));
    };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            for (std::uint64_t channel = 0; channel < shown; ++channel)
                if (const double value = valueOf(row, column, channel); std::isfinite(value)) {
                    low = std::min(low, value);
                    high = std::max(high, value);
                }
    const double scale = high > low ? 255 / (high - low) : 0;
    QImage out(columns, rows, QImage::Format_RGB32);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            int bytes[3];
            for (std::uint64_t channel = 0; channel < 3; ++channel) {
                const double value = valueOf(row, column, channel);
                bytes[channel] = std::isfinite(value) ? static_cast<int>((value - low) * scale) : 0;
            }
            out.setPixel(column, row, qRgb(bytes[0], bytes[1], bytes[2]));
        }
    return out;
}

std::optional<Size> sizeFrom(const QString& text) {
    constexpr int kMost = 1 << 20;
    const QStringList sides = text.trimmed().split(QLatin1Char('x'));
    bool areNumbers = sides.size() <= 2;
    Size out;
    for (const QString& side : sides) {
        bool isNumber = false;
        const int number = side.trimmed().toInt(&isNumber);
        areNumbers = areNumbers && isNumber && number > 0 && number <= kMost;
        (&side == &sides.front() ? out.rows : out.columns) = number;
    }
    if (sides.size() == 1) out.columns = out.rows;
    return areNumbers ? std::optional(out) : std::nullopt;
}

std::optional<Size> tileBeside(const QString& network, const QString& input) {
    project::Origin origin;
    origin.network = network.toStdString();
    const auto picture = project::shapeOfInput(input.toStdString());
    if (!picture || picture->size() < 2) return std::nullopt;
    auto read = project::loadOrigin(origin);
    const bool isOpen = !read; // or wrong, and then it is wrong with a size too
    if (isOpen) {
        origin.section.image = network::ImageSize{(*picture)[0], (*picture)[1]};
        read = project::loadOrigin(origin);
    }
    if (!read || read->input.shape.size() != 3) return std::nullopt;
    const tensor::Shape own = isOpen ? tensor::Shape{0, 0} : read->input.shape;
    if (own[0] == (*picture)[0] && own[1] == (*picture)[1]) return std::nullopt;
    if (!network::lineOf(*read, network::Direction::Rows))
        return std::nullopt; // with parts about which no tile knows enough
    return Size{static_cast<std::int64_t>(own[0]), static_cast<std::int64_t>(own[1])};
}

namespace {

Result<project::TileArray> arrayFor(const TilingRequest& request) {
    LW_TRY(const std::optional<project::TileArray> array, project::arrayOf(request.machine.toStdString()));
    return array.value_or(project::TileArray{}).keeping(request.overlap);
}

// Everything that follows from the plan.
void takePlan(TilingFacts& facts, Network network) {
    facts.request.output = std::min(facts.request.output, facts.plan.outputs.size() - 1);
    facts.map = scene::tiling::tileMap(facts.plan, facts.request.output);
    if (auto curve = lower::tiling::curveOf(network, facts.array.grid(), facts.array.sharing())) {
        facts.curve = std::move(curve->points);
        facts.offCurve = std::move(curve->notMasked);
        facts.leftOut = curve->leftOut;
    } else {
        facts.offCurve = curve.problem();
    }
    facts.network = std::make_shared<const Network>(std::move(network));
}

} // namespace

namespace {

// If the request leaves it open. `chosen` is null if it was stopped.
Outcome chooseSize(TilingFacts& facts, const Network& network, const project::TileSizeWork& work) {
    const TilingRequest& request = facts.request;
    LW_TRY(const project::TileTarget target,
           project::tileTargetOf(request.machine.toStdString(), optionsOf(false), facts.array));
    LW_TRY(std::optional<project::TileSize> chosen,
           project::chooseTileSize(network, {request.fill, request.overlap}, target, work));
    if (chosen) facts.chosen = std::make_shared<const project::TileSize>(*std::move(chosen));
    return Done{};
}

// For the size requested or chosen: for circuits that share layers, each has that much of a tile.
Outcome makePlan(TilingFacts& facts, const Network& network, const Size& picture) {
    const TilingRequest& request = facts.request;
    const Size part = request.fixed ? *request.fixed : facts.chosen->plan.fixed;
    const bool shares = facts.sharesLayers();
    if (shares && facts.array.count() == 1) return Problem{&project::messages::kSharesAlone, {}, {}, {}, {}};
    const bool keeps = request.overlap != lower::tiling::Overlap::Recompute;
    if (shares && keeps) return Problem{&project::messages::kKeptInParts, {}, {}, {}, {}};
    if (shares) {
        LW_TRY(facts.plan, project::planParts(network, picture, part, request.fill, facts.array));
    } else {
        LW_TRY(facts.plan, lower::tiling::planTiles(network, picture, part, request.fill, facts.array.grid(),
                                                    request.overlap));
    }
    if (!shares) shareAmong(facts.plan, facts.array.circuits());
    const std::string machine = request.machine.toStdString();
    LW_TRY([[maybe_unused]] const Done can,
           project::checkTiles(network, facts.launched(), machine, facts.array));
    LW_TRY(const project::TileNetwork tile, project::tileNetwork(network, facts.launched()));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(machine));
    facts.isOneProgram = project::isOneProgram(tile.toLower(), circuit);
    if (!shares) return Done{};
    return project::checkParts(tile, facts.array);
}

} // namespace

Result<FactsPtr> planned(const TilingRequest& request, const project::TileSizeWork& work) {
    project::Origin origin;
    origin.network = request.network.toStdString();
    origin.range = request.range.toStdString();
    origin.section = request.section;
    LW_TRY(const Size size, pictureSize(request));
    origin.section.image = {static_cast<std::uint64_t>(size.rows), static_cast<std::uint64_t>(size.columns)};
    LW_TRY(Network network, project::loadOrigin(origin));
    LW_TRY(network, resizedTo(network, size));
    LW_TRY([[maybe_unused]] const Done set,
           network::setNormalise(network, given(request.mean), given(request.scale)));
    LW_TRY([[maybe_unused]] const network::Line line, network::lineOf(network, network::Direction::Rows));
    auto out = std::make_shared<TilingFacts>();
    out->request = request;
    std::optional<Tensor> read;
    if (!request.input.isEmpty()) {
        LW_TRY(read, project::readNetworkInput(request.input.toStdString(), network, request.order));
    }
    LW_TRY(out->array, arrayFor(request));
    if (!request.fixed) {
        LW_TRY([[maybe_unused]] const Done chosen, chooseSize(*out, network, work));
        if (!out->chosen) return FactsPtr();
    }
    LW_TRY([[maybe_unused]] const Done made, makePlan(*out, network, size));
    if (read) {
        LW_TRY(Tensor picture, network::asInput(network, *read, network::Arithmetic::F32));
        out->pictureImage = imageOf(picture);
        out->picture = std::make_shared<const Tensor>(std::move(picture));
    }
    takePlan(*out, std::move(network));
    return FactsPtr(std::move(out));
}

Result<FactsPtr> readBack(const QString& program) {
    auto out = std::make_shared<TilingFacts>();
    LW_TRY(project::TileFolder folder, project::readTileFolder(program.toStdString()));
    out->request.network = QString::fromStdString(folder.origin.network);
    out->request.machine = QString::fromStdString(folder.origin.machine);
    out->request.input = QString::fromStdString(folder.origin.input);
    out->request.range = QString::fromStdString(folder.origin.range);
    out->request.section = folder.origin.section;
    out->plan = std::move(folder.plan);
    out->request.overlap = out->plan.overlap;
    LW_TRY(out->array, arrayFor(out->request));
    out->request.share = folder.share;
    out->request.fixed = out->fixed();
    out->pictureImage = imageOf(folder.picture);
    out->picture = std::make_shared<const Tensor>(std::move(folder.picture));
    takePlan(*out, std::move(folder.network));
    return FactsPtr(std::move(out));
}

Result<QString> writeAll(const TilingFacts& facts, const QString& folder) {
    if (const Message* const why = facts.noProgramOfAll()) return Problem{why, {}, {}, {}, {}};
    const lower::tiling::TilingPlan plan = facts.launched();
    LW_TRY(const project::TileNetwork tile, project::tileNetwork(*facts.network, plan));
    const std::string machine = facts.request.machine.toStdString();
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(machine));
    lower::striding::Options options = facts.options();
    if (chips::isMachinePath(machine)) options.machine = absolutePath(machine);
    LW_TRY(const project::TilePrograms programs,
           project::lowerTiles(tile, plan, circuit, options, facts.array));
    project::LaunchedRun run(programs, tile, plan, machine, *facts.picture);
    project::Origin origin{.technique = {},
                           .network = facts.request.network.toStdString(),
                           .machine = options.machine.empty() ? machine : options.machine,
                           .input = {},
                           .range = facts.request.range.toStdString(),
                           .section = facts.request.section,
                           .settings = {}};
    LW_TRY(const std::string program,
           project::writeTileFolder(run, facts.plan, facts.request.share, origin, folder.toStdString()));
    return QString::fromStdString(program);
}

Result<QString> writeTile(const TilingFacts& facts, std::uint64_t tile, const QString& folder) {
    if (const Message* const why = facts.noProgramOfOne()) return Problem{why, {}, {}, {}, {}};
    LW_TRY(const project::TileNetwork network, project::tileNetwork(*facts.network, facts.plan));
    const std::string machine = facts.request.machine.toStdString(), path = folder.toStdString();
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(network.toLower(), machine, optionsOf(true)));
    const project::TiledRun run(lowered, facts.plan, machine, *facts.picture, network.masks());
    const std::vector<lower::striding::Replaced> masks = run.masksOf(tile);
    const Tensor input = run.inputOf(tile);
    Network own = *lowered.network; // the one the programs are for: it outlives them
    if (!masks.empty()) {           // of this tile from the beginning
        for (const lower::striding::Replaced& mask : masks)
            own.layers[mask.constant - 1].weights = mask.contents;
        LW_TRY(lowered, project::lowerNetwork(own, machine, optionsOf(true)));
    }
    lower::striding::giveInputs(lowered.parts, lower::striding::expectRun(lowered.parts, input));
    LW_TRY([[maybe_unused]] const Done written, project::writeNetwork(lowered, path));
    std::vector<lower::striding::Report> reports;
    for (const lower::striding::Lowering& part : lowered.parts) reports.push_back(part.report);
    LW_TRY([[maybe_unused]] const Done reported, project::writeReports(path, reports));
    return QString::fromStdString(source::pathIn(path, project::loweredName(1, lowered.parts.size())));
}

} // namespace lw::tiling
