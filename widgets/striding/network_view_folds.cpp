// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/network_picture.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/striding/network_view.h"
#include "widgets/theme/to_qt.h"

#include <algorithm>

// What in the graph is folded, selected and found, and where that leads.
namespace lw::striding {

using session::counted;

// ---- folds

void NetworkView::fold(Fold what) {
    m_fold = what;
    m_folds->setCurrentIndex(what);
    if (!graph()) return;
    m_folded.clear();
    for (const scene::GraphGroup& group : graph()->groups)
        m_folded.push_back(what == Blocks || (what == Runs && group.how == scene::Grouped::AsRun));
    showPicture();
}

void NetworkView::showPicture() {
    const std::optional<std::size_t> kept = m_selected;
    m_canvas->setPicture(scene::networkPicture(*graph(), m_folded), kept);
    if (kept) select(*kept);
    findAll();
    showCurrent();
}

void NetworkView::toggle(std::size_t box) {
    const scene::PictureBox& here = m_canvas->picture().boxes[box];
    if (here.group)
        m_folded[*here.group] = false;
    else if (here.folds)
        m_folded[*here.folds] = true;
    else
        return;
    m_selected = here.lead;
    m_canvas->zoom(1, {}); // its present place is kept, and not what was chosen at the beginning
    showPicture();
}

void NetworkView::unfoldTo(std::size_t node) {
    bool isChanged = false;
    for (auto group = graph()->nodes[node].group; group; group = graph()->groups[*group].parent) {
        isChanged |= m_folded[*group];
        m_folded[*group] = false;
    }
    if (isChanged) showPicture();
}

// ---- selection

const scene::PictureBox& NetworkView::boxOf(std::size_t node) const {
    return m_canvas->picture().boxes[m_canvas->picture().boxOf[node]];
}

void NetworkView::select(std::size_t node) {
    m_selected = node;
    const std::size_t box = m_canvas->picture().boxOf[node];
    m_canvas->select(box);
    m_canvas->show(box);
    m_twin->setCurrent(static_cast<int>(node));
    fillCard();
}

// By the user: the other views of the layer follow, and the rows of the program that compute it.
void NetworkView::pick(std::size_t picked) {
    select(picked);
    const scene::GraphNode* const node = leader();
    if (!node) return;
    const FactsPtr& facts = desk().facts();
    if (isOfProgram() && facts->report.findSums(node->name) && desk().choice().layer != toQt(node->name))
        desk().choose({toQt(node->name), 0});
    if (node->rowCount != 0) context().selectBundle(node->firstRow);
}

// What another view has chosen is shown, unless it already is.
void NetworkView::takeChoice() {
    if (!graph() || !isOfProgram()) return;
    const auto node = graph()->find(desk().choice().layer.toStdString());
    const bool isSelected = node && m_selected && &boxOf(*node) == &boxOf(*m_selected);
    if (node && !isSelected) select(*node);
}

// In the selected box, the node that has rows of its own: first of all the layer itself.
const scene::GraphNode* NetworkView::leader() const {
    if (!graph() || !m_selected) return nullptr;
    const scene::GraphNode* out = &graph()->nodes[*m_selected];
    for (const std::size_t at : boxOf(*m_selected).nodes)
        if (out->rowCount == 0 && graph()->nodes[at].rowCount != 0) out = &graph()->nodes[at];
    return out->within ? &graph()->nodes[*out->within] : out;
}

// ---- ways to other views

// Among the program's tensors named like the layer, its output, or whatever there is.
QString NetworkView::tensorOf(const scene::GraphNode& node) const {
    if (!isOfProgram()) return {};
    const QString label = toQt(node.place.label).section(QLatin1Char('.'), 0, 0) + QLatin1Char('.');
    QString any;
    for (const program::NamedTensor& tensor : m_frame->loaded->program.tensors) {
        const QString name = toQt(tensor.name);
        if (label.size() == 1 || !name.startsWith(label)) continue;
        if (name == label + QStringLiteral("out")) return name;
        if (any.isEmpty()) any = name;
    }
    return any;
}

QVector<NetworkCard::Way> NetworkView::waysOf(const scene::GraphNode& node) const {
    QVector<NetworkCard::Way> out;
    if (node.rowCount != 0) out << NetworkCard::Rows;
    if (!tensorOf(node).isEmpty()) out << NetworkCard::Tensor;
    const std::string summed = summedLayer();
    if (summed.empty()) return out;
    if (desk().facts()->report.findLayer(summed)) out << NetworkCard::Mask;
    return out << NetworkCard::Patch;
}

// For the selected box, the layer that the matrix unit sums; empty: none.
std::string NetworkView::summedLayer() const {
    if (!m_selected || !isOfProgram()) return {};
    for (const std::size_t at : boxOf(*m_selected).nodes)
        if (desk().facts()->report.findSums(graph()->nodes[at].name)) return graph()->nodes[at].name;
    return {};
}

void NetworkView::fillCard() {
    const scene::GraphNode* const node = leader();
    if (!node) return m_card->show({}, {}, {}, {});
    const scene::PictureBox& box = boxOf(*m_selected);
    const QString title =
        box.nodes.size() == 1 ? toQt(graph()->nodes[*m_selected].name) : session::coreText(box.lines.front());
    m_card->show(title, paint::factsOf(*graph(), box.nodes), paint::whyHostText(*graph(), box.nodes),
                 waysOf(*node));
}

void NetworkView::open(NetworkCard::Way way) {
    const scene::GraphNode* const node = leader();
    if (!node || !waysOf(*node).contains(way)) return;
    switch (way) {
    case NetworkCard::Rows:
        context().selectBundle(node->firstRow);
        Q_EMIT textWanted();
        break;
    case NetworkCard::Tensor: context().selection.askForTensor(tensorOf(*node)); break;
    case NetworkCard::Mask:
    case NetworkCard::Patch:
        desk().choose({toQt(summedLayer()), 0});
        Q_EMIT viewWanted(way == NetworkCard::Mask ? QStringLiteral("mask") : QStringLiteral("patch"));
        break;
    case NetworkCard::kWays: break;
    }
}

// ---- search

void NetworkView::search(const QString& text) { m_search->setText(text); }

void NetworkView::findAll() {
    m_found.clear();
    const QString wanted = m_search->text().trimmed();
    if (graph() && !wanted.isEmpty())
        for (std::size_t i = 0; i < graph()->nodes.size(); ++i)
            if (toQt(graph()->nodes[i].name).contains(wanted, Qt::CaseInsensitive) ||
                toQt(graph()->nodes[i].title).contains(wanted, Qt::CaseInsensitive))
                m_found << i;
    QVector<std::size_t> boxes;
    for (const std::size_t node : m_found) boxes << m_canvas->picture().boxOf[node];
    m_canvas->setFound(boxes);
    m_foundText->setText(wanted.isEmpty() ? QString()
                         : m_found.isEmpty()
                             ? tr("none")
                             : tr("%1 found").arg(counted(static_cast<std::uint64_t>(m_found.size()))));
}

// The next one after what is selected, round and round.
void NetworkView::goToFound(int step) {
    if (m_found.isEmpty()) return;
    const std::size_t now = m_selected.value_or(step > 0 ? m_found.back() : m_found.front());
    const auto count = m_found.size();
    qsizetype at = step > 0 ? std::upper_bound(m_found.begin(), m_found.end(), now) - m_found.begin()
                            : std::lower_bound(m_found.begin(), m_found.end(), now) - m_found.begin() - 1;
    for (qsizetype tried = 0; tried < count; ++tried, at += step) { // one in a folded box is enough
        const std::size_t node = m_found[(at % count + count) % count];
        if (m_selected && &boxOf(node) == &boxOf(*m_selected) && count > 1) continue;
        pick(node);
        m_foundText->setText(tr("%1 of %2")
                                 .arg(counted(static_cast<std::uint64_t>((at % count + count) % count + 1)),
                                      counted(static_cast<std::uint64_t>(count))));
        return;
    }
}

} // namespace lw::striding
