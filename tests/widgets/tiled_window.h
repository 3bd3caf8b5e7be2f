// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/main_window.h"
#include "core/base/check.h"
#include "core/tensor/npy.h"
#include "tests/support/own_settings.h"
#include "tests/widgets/open_network.h"
#include "widgets/theme/style.h"
#include "widgets/tiling/tiling_desk.h"

#include <QTemporaryDir>
#include <QTest>

// A window with a picture in tiles.
namespace lw::tests {

inline const QString kTwoConvs = QStringLiteral(LW_ROOT "/tests/cli/cases/tile-plan/net.json");

// 30 x 44, with numbers of both signs; its path.
inline QString writePicture(const QTemporaryDir& folder) {
    tensor::Tensor picture(tensor::DType::F32, {30, 44, 1});
    for (std::uint64_t i = 0; i < picture.count(); ++i)
        picture.set(i, static_cast<float>(static_cast<std::int64_t>(i * 37 % 101) - 50) / 16);
    const QString out = folder.filePath(QStringLiteral("picture.npy"));
    LW_REQUIRE(bool(tensor::writeNpy(out.toStdString(), picture)), "the folder can be written to");
    return out;
}

// What tests of tiles begin with: a theme, settings of their own, and a picture.
class TilesBench {
  public:
    TilesBench() {
        useOwnSettings(m_settings.path());
        theme::apply(m_theme);
        m_picture = writePicture(m_folder);
    }
    theme::Theme& theme() { return m_theme; }
    QString file(const QString& name) const { return m_folder.filePath(name); }
    const QString& picture() const { return m_picture; } // 30 x 44
    tiling::TilingRequest request(lower::tiling::Size fixed,
                                  const QString& machine = QStringLiteral("inference-teaching")) const {
        return {.network = kTwoConvs, .machine = machine, .input = m_picture, .fixed = fixed};
    }

  private:
    QTemporaryDir m_settings, m_folder;
    theme::Theme m_theme;
    QString m_picture;
};

// Four circuits, two by two.
inline const QString kTwoByTwo = QStringLiteral(LW_ROOT "/examples/networks/inference-2x2.json");

template <typename View> View& viewIn(ide::MainWindow& window) {
    auto* view = window.page(ide::Workspace::Striding)->findChild<View*>();
    LW_REQUIRE(view, "the workspace has it");
    return *view;
}

inline void waitFor(const tiling::TilingDesk& desk) { QTRY_VERIFY_WITH_TIMEOUT(!desk.isBusy(), kPatience); }

inline void openTiles(ide::MainWindow& window, const tiling::TilingRequest& request) {
    window.resize(1600, 1000);
    window.show();
    window.tileNetwork(request);
    waitFor(window.tiling());
    QVERIFY(window.tiling().facts());
}

inline bool isPaused(ide::MainWindow& window) {
    return window.session().state() == session::State::Paused && !window.session().isBusy();
}

} // namespace lw::tests
