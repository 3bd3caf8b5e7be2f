// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/strided_pooling.h"

#include "core/scene/striding/pooled_window.h"

namespace lw::striding {

StridedPooling::StridedPooling(StridingDesk& desk, QObject* parent) : PoolingSubject(parent), m_desk(desk) {
    connect(&desk, &StridingDesk::choiceChanged, this, &PoolingSubject::choiceChanged);
    connect(&desk, &StridingDesk::factsChanged, this, &PoolingSubject::choiceChanged);
    connect(&desk, &StridingDesk::elementShown, this, &PoolingSubject::elementShown);
}

std::optional<StridedPooling::Source> StridedPooling::source(const QString& program,
                                                             std::uint32_t bundle) const {
    const FactsPtr& facts = m_desk.facts();
    if (!facts || program != facts->program) return std::nullopt;
    for (const lower::striding::LayerReport& layer : facts->report.layers)
        for (const lower::StripPlace& strip : layer.strips)
            if (bundle >= strip.firstRow && bundle - strip.firstRow < strip.rowCount)
                return Source{QString::fromStdString(layer.name), strip.channel, strip.channels};
    return std::nullopt;
}

std::optional<std::uint64_t> StridedPooling::channelOf(const QString& layer) const {
    const StridingDesk::Choice& choice = m_desk.choice();
    return choice.layer == layer ? std::optional(choice.channel) : std::nullopt;
}

// For a pixel of the first tensor or of the product, the window that contains it.
std::optional<scene::circuit::PooledWindow> StridedPooling::window() const {
    const auto& element = m_desk.element();
    const FactsPtr& facts = m_desk.facts();
    const lower::striding::LayerReport* const layer =
        element && facts ? facts->report.findLayer(element->layer.toStdString()) : nullptr;
    if (!layer) return {};
    const scene::striding::PatchPlace& place = element->place;
    const network::Pair stride =
        place.tensor == scene::striding::PatchTensor::Out ? network::Pair{1, 1} : layer->geometry.stride;
    return scene::striding::pooledWindow(*layer, place.row / stride.rows, place.column / stride.columns,
                                         place.channel);
}

void StridedPooling::choose(const QString& layer, std::uint64_t channel) { m_desk.choose({layer, channel}); }

} // namespace lw::striding

#include "moc_strided_pooling.cpp"
