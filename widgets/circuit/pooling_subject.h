// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/circuit/pooled_window.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace lw::circuit {

// What the technique that made a program knows of the values that stream through its pooling circuitry: whose
// they are, and what of them is looked at elsewhere.
class PoolingSubject : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    // The layer whose values they are; the lanes are channels of it, counted from `first`.
    struct Source {
        QString layer;
        std::uint64_t first = 0, channels = 0;
    };
    // Of the values that an instruction sends through; nothing when it is not known, or of another program.
    virtual std::optional<Source> source(const QString& program, std::uint32_t bundle) const = 0;
    // The channel that is looked at; nothing when it is one of another layer.
    virtual std::optional<std::uint64_t> channelOf(const QString& layer) const = 0;
    // Where the element that is looked at is pooled, if it is.
    virtual std::optional<scene::circuit::PooledWindow> window() const = 0;
    virtual void choose(const QString& layer, std::uint64_t channel) = 0;

  Q_SIGNALS:
    void choiceChanged();
    void elementShown();
};

} // namespace lw::circuit
