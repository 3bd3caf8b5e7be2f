// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/firmware/number_blocks.h"
#include "widgets/charts/curve_view.h"
#include "widgets/firmware/firmware_view.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/session/newest_task.h"
#include "widgets/theme/wrapped_label.h"

#include <QPushButton>
#include <QSlider>
#include <QTableView>

#include <atomic>
#include <memory>
#include <optional>

namespace lw::firmware {

class BlocksModel;

// The numbers of the selected instruction block by block: exponent, mantissas as bits, what is lost by
// rounding, and how often how much is. The slider tries other mantissas.
class BlocksView : public FirmwareView {
    Q_OBJECT
  public:
    BlocksView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);
    ~BlocksView() override;

    QSlider& bits() { return *m_bits; }
    QPushButton& ownButton() { return *m_own; }
    QTableView& table() { return *m_table; }
    charts::CurveView& losses() { return *m_losses; }
    QTableView& formats() { return *m_formats; } // what each loses
    QString message() const { return m_message->text(); }
    const scene::firmware::NumberBlocks& blocks() const;
    bool isWaiting() const { return m_task.isWaiting(); }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeTools();
    QTableView* makeFormats();
    void follow();
    void showBlocks();
    void askForExact();
    concord::Numbers exactOf() const; // the numbers shown, with nothing rounded; empty: not known yet
    void showFormats(const std::vector<scene::firmware::NumberBlocks>& formats);
    void showLosses();

    BlocksModel* m_model;
    QTableView* m_table;
    charts::CurveView* m_losses;
    QTableView* m_formats = nullptr;
    paint::SceneTableModel* m_formatsModel = nullptr;
    int m_format = 0; // that is shown: a row of `formats`, first the firmware's own
    theme::WrappedLabel* m_message = nullptr;
    QSlider* m_bits = nullptr;
    QPushButton* m_own = nullptr;
    std::optional<std::uint32_t> m_bundle;
    std::optional<int> m_chosen; // mantissa bits; nothing: those of the firmware
    // Float64 of all nodes, made once of what was run.
    ValuesPtr m_exactOf;
    std::shared_ptr<const concord::NodeNumbers> m_exact;
    std::shared_ptr<std::atomic<bool>> m_stop = std::make_shared<std::atomic<bool>>(false);
    session::NewestTask m_task{this};
};

} // namespace lw::firmware
