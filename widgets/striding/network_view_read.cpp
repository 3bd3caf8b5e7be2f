// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/refused_layer.h"
#include "core/lower/striding/kernel_striding.h"
#include "core/project/lower_network.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/network_view.h"
#include "widgets/striding/striding_files.h"
#include "widgets/theme/icon.h"

#include <QFileInfo>

#include <utility>

// Which network is shown, and whether it can be lowered.
namespace lw::striding {

namespace {

constexpr int kMark = 16;

// What, from which file.
QString sectionOf(const StridingRequest& request) {
    const auto& [from, until, image] = request.section; // no image: its size is the file's
    return QStringList{request.network, QString::fromStdString(from.value_or(std::string())),
                       QString::fromStdString(until.value_or(std::string()))}
        .join(QLatin1Char('\n'));
}
// What makes another graph.
QString keyOf(const StridingRequest& request) {
    const QString written = QFileInfo(request.network).lastModified().toString(Qt::ISODateWithMs);
    const QString mode = QString::number(request.mode ? static_cast<int>(*request.mode) : -1);
    return QStringList{sectionOf(request), request.machine, request.range, request.folder, mode, written}
        .join(QLatin1Char('\n'));
}

} // namespace

// Once it is visible: reading a large network takes time.
void NetworkView::showEvent(QShowEvent* event) {
    LayerView::showEvent(event);
    takeNetwork();
}

void NetworkView::takeNetwork() {
    const StridingRequest& shown = desk().shown();
    if (!isVisible() && m_graphsOf != sectionOf(shown)) { // the old one does not belong to it
        task().drop();
        m_graphs.reset();
        m_shownFor.clear();
        sayNoNetwork();
    }
    if (!isVisible()) return;
    const QString what = shown.network.isEmpty() ? QString() : keyOf(shown);
    if (std::exchange(m_shownFor, what) == what && !what.isEmpty()) return showRefusal();
    const bool isSame = m_graphs && m_graphsOf == sectionOf(shown); // lowered by now, or in another mode
    if (!isSame) {
        m_graphs.reset();
        m_warnings.clear();
    }
    m_graphsOf = sectionOf(shown);
    m_doesNotFit.reset();
    if (shown.network.isEmpty()) {
        task().drop();
        return sayNoNetwork();
    }
    if (!isSame) sayEmpty(tr("%1 is being read.").arg(QFileInfo(shown.network).fileName()));
    task().ask([shown] { return make(shown); }, [this](const Result<Made>& made) { takeGraphs(made); });
}

Result<NetworkView::Made> NetworkView::make(const StridingRequest& request) {
    LW_TRY(network::Network network, readNetwork(request.network, request.range, request.section));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(request.machine.toStdString()));
    auto graphs = scene::striding::networkGraphs(network, circuit, request.mode);
    return Made{std::move(graphs), std::make_shared<network::Network>(std::move(network)), circuit};
}

void NetworkView::takeGraphs(const Result<Made>& made) {
    if (!made) {
        m_graphs.reset();
        m_warnings.clear();
        showRefusal();
        return sayEmpty(session::wholeText(made.problem()));
    }
    const bool isSame = m_graphs && m_graphs->given.nodes.size() == made->graphs.given.nodes.size() &&
                        m_graphs->given.groups == made->graphs.given.groups;
    m_graphs = made->graphs;
    m_warnings = made->network->warnings;
    if (!isSame) forgetPicture();
    noteRows();
    if (isSame) {
        showPicture();
        describe();
        takeChoice();
    } else {
        showGraph();
    }
    showRefusal();
    askWhetherItFits(*made);
}

// For a network that is not lowered yet: whether it can be is known before anybody asks for it.
void NetworkView::askWhetherItFits(const Made& made) {
    const bool isLowered = desk().facts() && desk().facts()->origin.network == desk().shown().network;
    if (isLowered || desk().isBusy()) return; // the desk is working on it, and will report it
    task().ask(
        [network = made.network, circuit = made.circuit, options = desk().shown().options()] {
            const auto lowered = lower::striding::lowerInParts(*network, circuit, options);
            return lowered ? std::nullopt : std::optional(lowered.problem());
        },
        [this](const std::optional<Problem>& problem) {
            m_doesNotFit = problem;
            showRefusal();
        });
}

// Why it cannot be lowered; if nothing is known against it, what its reader warns about.
void NetworkView::showRefusal() {
    const std::optional<Problem>& known = desk().refusal() ? desk().refusal() : m_doesNotFit;
    QStringList text;
    if (known)
        text << session::wholeText(*known);
    else
        for (const Problem& warning : m_warnings) text << session::wholeText(warning);
    m_refusal->setText(text.join(QLatin1Char('\n')).replace(QLatin1Char('\n'), QLatin1String("  ")));
    m_refusalBar->setVisible(!text.isEmpty());
    const int side = context().theme.scaled(kMark);
    m_mark->setPixmap(theme::icon(context().theme,
                                  known ? QStringLiteral("error") : QStringLiteral("warning"),
                                  known ? theme::Role::Error : theme::Role::Warning)
                          .pixmap(side, side));
    const auto layer = known ? lower::refusedLayer(*known) : std::nullopt;
    const auto node = layer && graph() ? graph()->find(*layer) : std::nullopt;
    if (node) select(*node);
}

} // namespace lw::striding
