// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/change_list.h"
#include "widgets/state/grouped_model.h"

namespace lw::state {

// The cells that changed, below the parts of the machine that contain them.
class ChangeModel : public GroupedModel {
    Q_OBJECT
  public:
    enum Column { Cell, Before, After, kColumns };
    enum { ExpressionRole = Qt::UserRole }; // empty for parts
    using GroupedModel::GroupedModel;

    void setList(scene::ChangeList list);
    const scene::ChangeList& scene() const { return m_list; }
    // The changed cell that many steps away (1 or -1) in the order shown, across parts and around the ends;
    // the first or last one when the index is none.
    QModelIndex neighbour(const QModelIndex& index, int step) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  protected:
    int groupCount() const override { return static_cast<int>(m_list.groups.size()); }
    int rowsIn(int group) const override {
        return static_cast<int>(m_list.groups[static_cast<std::size_t>(group)].changes.size());
    }

  private:
    scene::ChangeList m_list;
};

} // namespace lw::state
