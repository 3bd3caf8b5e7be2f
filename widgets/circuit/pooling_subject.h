// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/circuit/pooled_window.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace lw::circuit {

// What the technique that made a program knows about the values that stream through its pooling circuitry:
// whose they are, and which of them are looked at elsewhere.
class PoolingSubject : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    // The layer to which the values belong; the lanes are channels of it, counted from `first`.
    struct Source {
        QString layer;
        std::uint64_t first = 0, channels = 0;
    };
    // For the values that an instruction sends through; nothing when not known, or for another program.
    virtual std::optional<Source> source(const QString& program, std::uint32_t bundle) const = 0;
    // The channel that is looked at; nothing when it belongs to another layer.
    virtual std::optional<std::uint64_t> channelOf(const QString& layer) const = 0;
    // Where the element that is looked at is pooled, if it is.
    virtual std::optional<scene::circuit::PooledWindow> window() const = 0;
    virtual void choose(const QString& layer, std::uint64_t channel) = 0;

  Q_SIGNALS:
    void choiceChanged();
    void elementShown();
};

} // namespace lw::circuit
