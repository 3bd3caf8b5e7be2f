// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_folder.h"

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/lower/tiling/plan_picture.h"
#include "core/network/reference.h"
#include "core/network/resized.h"
#include "core/source/files.h"
#include "core/source/messages.h"
#include "core/tensor/npy.h"

namespace lw::project {

namespace {

constexpr const char *kShare = "share", *kLayers = "layers"; // as an origin says it

} // namespace

Result<TileFolder> readTileFolder(const std::string& program) {
    LW_TRY(const Derivation known, readDerivation(program));
    if (known.origin.technique != kTiling) return Problem{&source::kNoSuchFile, {known.report}, {}, {}, {}};
    TileFolder out{known.origin, {}, {}, {}, {}};
    const auto* const share = out.origin.find<std::string>(kShare);
    if (share && *share == kLayers) out.share = lower::striding::Share::Layers;
    LW_TRY(const tensor::Tensor picture, tensor::readNpy(out.origin.input));
    LW_TRY(const lower::tiling::Size size, lower::tiling::pictureInJson(known.text, Place::kNoFile));
    Origin sized = out.origin;
    sized.section.image = {static_cast<std::uint64_t>(size.rows), static_cast<std::uint64_t>(size.columns)};
    LW_TRY(out.network, loadOrigin(sized));
    LW_TRY(out.plan, lower::tiling::planFromJson(known.text, Place::kNoFile, out.network));
    LW_TRY(out.network,
           network::resized(std::move(out.network), static_cast<std::uint64_t>(out.plan.picture.rows),
                            static_cast<std::uint64_t>(out.plan.picture.columns)));
    LW_TRY(out.picture, network::asInput(out.network, picture, network::Arithmetic::F32));
    return out;
}

Result<std::string> writeTileFolder(LaunchedRun& run, const lower::tiling::TilingPlan& plan,
                                    lower::striding::Share share, Origin origin, const std::string& folder) {
    LW_TRY([[maybe_unused]] const Done own,
           checkOwn(folder, {"tiles.lw", "tiles.lww", "program.lw", "outputs"}));
    LW_TRY(std::string program, run.write(folder));
    LW_TRY([[maybe_unused]] const Done reported,
           writeReport(folder, lower::tiling::jsonOf(plan).text(2) + "\n"));
    origin.technique = kTiling;
    origin.input = absolutePath(source::pathIn(folder, std::string(kPicture) + ".npy"));
    if (share == lower::striding::Share::Layers) origin.settings.emplace_back(kShare, std::string(kLayers));
    LW_TRY([[maybe_unused]] const Done written, writeOrigin(folder, origin));
    return program;
}

} // namespace lw::project
