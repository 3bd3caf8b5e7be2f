// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_files.h"

#include "core/lower/striding/direct.h"
#include "core/network/messages.h"
#include "core/network/normalise.h"
#include "core/network/reference.h"
#include "core/network/resized.h"
#include "core/project/derivation.h"
#include "core/project/lower_network.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/network_input.h"
#include "core/project/strided_folder.h"
#include "core/project/tile_programs.h"
#include "core/project/tiled_run.h"
#include "core/source/files.h"

#include <QElapsedTimer>

#include <cmath>

namespace lw::tiling {

using lower::tiling::Size;
using network::Network;
using tensor::Tensor;

namespace {

constexpr qint64 kTellMilliseconds = 100;

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
    LW_TRY(const tensor::Shape shape, project::shapeOfInput(request.input.toStdString()));
    const bool isTurned = shape.size() == 3 && request.order == network::ImageOrder::ChannelsFirst;
    const std::size_t rows = isTurned ? 1 : 0;
    if (shape.size() < 2 || shape[rows] == 0 || shape[rows + 1] == 0)
        return Problem{&network::messages::kInputNoImage,
                       {request.input.toStdString(), tensor::shapeText(shape)},
                       {},
                       {},
                       {}};
    return Size{static_cast<std::int64_t>(shape[rows]), static_cast<std::int64_t>(shape[rows + 1])};
}

lower::striding::Options optionsOf(bool hasInputs) {
    lower::striding::Options out;
    out.keep = 0;
    out.hasInputs = hasInputs;
    return out;
}

// The clocks of all parts; nothing where `stop` became true.
Result<std::optional<std::uint64_t>> runParts(project::StridedRun& run, std::size_t parts,
                                              const std::atomic<bool>& stop) {
    std::uint64_t clocks = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        LW_TRY(const std::unique_ptr<machine::Machine> machine, run.begin(part, &stop));
        if (stop) return std::optional<std::uint64_t>();
        const machine::Stop end = machine->run({.interrupt = &stop});
        if (stop) return std::optional<std::uint64_t>();
        if (end.fault) return Problem{&project::messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
        clocks += machine->clock();
        LW_TRY([[maybe_unused]] const std::uint64_t unexpected, run.finish(part, *machine));
    }
    return std::optional(clocks);
}

// Of one channel as grey; of three as colours. What is not finite is black.
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

bool isSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

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
    const auto read = project::loadOrigin(origin);
    const auto picture = project::shapeOfInput(input.toStdString());
    if (!read || !picture || picture->size() < 2 || read->input.shape.size() != 3) return std::nullopt;
    const tensor::Shape& own = read->input.shape;
    if (own[0] == (*picture)[0] && own[1] == (*picture)[1]) return std::nullopt;
    return Size{static_cast<std::int64_t>(own[0]), static_cast<std::int64_t>(own[1])};
}

Result<FactsPtr> planned(const TilingRequest& request) {
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
    LW_TRY(out->plan, lower::tiling::planTiles(network, size, request.fixed, request.fill));
    if (read) {
        LW_TRY(Tensor picture, network::asInput(network, *read, network::Arithmetic::F32));
        out->pictureImage = imageOf(picture);
        out->picture = std::make_shared<const Tensor>(std::move(picture));
    }
    out->map = scene::tiling::tileMap(out->plan);
    if (auto curve = lower::tiling::curveOf(network)) out->curve = *std::move(curve);
    out->network = std::make_shared<const Network>(std::move(network));
    return FactsPtr(std::move(out));
}

Outcome runTiles(const TilingFacts& facts, const std::atomic<bool>& stop,
                 const std::function<void(Progress)>& tell) {
    LW_TRY(const project::TileNetwork tile, project::tileNetwork(*facts.network, facts.plan));
    const std::string machine = facts.request.machine.toStdString();
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(tile.toLower(), machine, optionsOf(false)));
    project::TiledRun run(lowered, facts.plan, machine, *facts.picture, tile.masks());
    Progress progress;
    QElapsedTimer told;
    told.start();
    for (std::uint64_t number = 0; number < run.tiles(); ++number) {
        project::StridedRun one = run.begin(number);
        LW_TRY(const auto clocks, runParts(one, lowered.parts.size(), stop));
        if (!clocks) return Done{};
        run.take(number, one.output());
        progress.done = number + 1;
        progress.clocks += *clocks;
        if (progress.done != run.tiles() && told.elapsed() < kTellMilliseconds) continue;
        progress.output = std::make_shared<const Tensor>(run.output());
        progress.image = imageOf(*progress.output);
        tell(progress);
        told.restart();
    }
    return Done{};
}

Result<Verdict> compared(const TilingFacts& facts, const Tensor& output) {
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(facts.request.machine.toStdString()));
    const Tensor whole = lower::striding::directOutput(*facts.network, circuit, true, *facts.picture);
    LW_ASSERT(whole.shape() == output.shape(), "a plan has the output's size");
    Verdict out;
    out.elements = whole.count();
    for (std::uint64_t i = 0; i < out.elements; ++i) {
        if (isSame(valueAt(output, i), valueAt(whole, i))) {
            ++out.equal;
            continue;
        }
        const std::uint64_t pixel = i / facts.plan.outputChannels;
        const bool isNew = out.wrong.empty() || out.wrong.back() != pixel;
        if (isNew && out.wrong.size() < kMostWrongPixels) out.wrong.push_back(pixel);
    }
    return out;
}

Result<QString> writeTile(const TilingFacts& facts, std::uint64_t tile, const QString& folder) {
    LW_TRY(const project::TileNetwork network, project::tileNetwork(*facts.network, facts.plan));
    const std::string machine = facts.request.machine.toStdString(), path = folder.toStdString();
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(network.toLower(), machine, optionsOf(true)));
    const project::TiledRun run(lowered, facts.plan, machine, *facts.picture, network.masks());
    const std::vector<lower::striding::Replaced> masks = run.masksOf(tile);
    const Tensor input = run.inputOf(tile);
    if (!masks.empty()) { // of this tile from the beginning
        Network own = *lowered.network;
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
