// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/firmware/number_blocks.h"
#include "widgets/charts/curve_view.h"
#include "widgets/firmware/firmware_view.h"
#include "widgets/theme/wrapped_label.h"

#include <QPushButton>
#include <QSlider>
#include <QTableView>

#include <optional>

namespace lw::firmware {

class BlocksModel;

// The numbers of the selected instruction block by block: exponent, mantissas as bits, what is lost by
// rounding, and how often how much is. The slider tries other mantissas.
class BlocksView : public FirmwareView {
    Q_OBJECT
  public:
    BlocksView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);

    QSlider& bits() { return *m_bits; }
    QPushButton& ownButton() { return *m_own; }
    QTableView& table() { return *m_table; }
    charts::CurveView& losses() { return *m_losses; }
    QString message() const { return m_message->text(); }
    const scene::firmware::NumberBlocks& blocks() const;

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeTools();
    void follow();
    void showBlocks();
    void showLosses();

    BlocksModel* m_model;
    QTableView* m_table;
    charts::CurveView* m_losses;
    theme::WrappedLabel* m_message = nullptr;
    QSlider* m_bits = nullptr;
    QPushButton* m_own = nullptr;
    std::optional<std::uint32_t> m_bundle;
    std::optional<int> m_chosen; // mantissa bits; nothing: those of the firmware
};

} // namespace lw::firmware
