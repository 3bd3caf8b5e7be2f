// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core_id.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace lw::session {

// What the user looks at: shared by all views, so that a bundle picked in one is picked in every other.
// Keeps a history of selections and times to walk through (Alt+Left, Alt+Right).
class Selection : public QObject {
    Q_OBJECT
  public:
    struct Item {
        std::optional<machine::BundleOf> bundle;
        QString cell;                         // an expression: "v2[1][5]", "vmem[100]"
        QString tensor;                       // a named one
        std::optional<std::uint64_t> clock{}; // when it was looked at
        bool operator==(const Item&) const = default;
    };
    using QObject::QObject;

    const Item& item() const { return m_item; }
    void selectBundle(machine::BundleOf bundle);
    void selectCell(const QString& expression);
    void selectTensor(const QString& name);
    void clear(); // another program: nothing of the old one means anything

    // What was asked for in one view and must be done by another one.
    void askForTensor(const QString& name); // a named one, or a register: "v3"
    // The machine is at that clock. A step stays at the same place; a longer way leads to a separate place
    // in the history, and going there asks for the clock by timeWanted().
    void noteTime(std::uint64_t clock);
    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_history.size(); }
    void goBack();
    void goForward();

  Q_SIGNALS:
    void changed();
    void timeWanted(std::uint64_t clock);
    void tensorWanted(const QString& name);

  private:
    void select(Item item);
    void push();
    void goTo(std::size_t place);

    Item m_item;
    std::vector<Item> m_history;
    std::size_t m_at = 0;
};

} // namespace lw::session
