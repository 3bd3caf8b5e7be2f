// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/circuit/pooling_subject.h"
#include "widgets/striding/striding_desk.h"

namespace lw::striding {

// The product with the mask of a strided layer, streaming through the pooling circuitry.
class StridedPooling : public circuit::PoolingSubject {
    Q_OBJECT
  public:
    explicit StridedPooling(StridingDesk& desk, QObject* parent = nullptr);

    std::optional<Source> source(const QString& program, std::uint32_t bundle) const override;
    std::optional<std::uint64_t> channelOf(const QString& layer) const override;
    std::optional<scene::circuit::PooledWindow> window() const override;
    void choose(const QString& layer, std::uint64_t channel) override;

  private:
    StridingDesk& m_desk;
};

} // namespace lw::striding
