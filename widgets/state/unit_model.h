// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/unit_state.h"
#include "widgets/state/grouped_model.h"

namespace lw::state {

// The units with their lines, and below the lines their pictures.
class UnitModel : public GroupedModel {
    Q_OBJECT
  public:
    enum Column { Name, Value, kColumns };
    enum { ActiveRole = Qt::UserRole, ProgressRole, BundleRole }; // ProgressRole: 0 to 1, or nothing
    using GroupedModel::GroupedModel;

    // Returns whether rows came or went; otherwise only their contents changed.
    bool setState(scene::UnitState state);
    const scene::UnitState& scene() const { return m_state; }
    // Null for lines and units.
    const scene::CellPicture* pictureAt(const QModelIndex& index) const;
    const scene::UnitGroup& unitAt(const QModelIndex& index) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  protected:
    int groupCount() const override { return static_cast<int>(m_state.groups.size()); }
    int rowsIn(int group) const override;

  private:
    scene::UnitState m_state;
};

} // namespace lw::state
