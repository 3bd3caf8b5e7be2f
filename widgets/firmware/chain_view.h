// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/chain_canvas.h"
#include "widgets/firmware/firmware_view.h"
#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"

#include <QSpinBox>

namespace lw::firmware {

// The chain of the instruction that is selected, or that comes next when the machine has gone on.
class ChainView : public FirmwareView {
    Q_OBJECT
  public:
    ChainView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);

    ChainCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QSpinBox& times() { return *m_times; }
    QString message() const { return m_message->text(); }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeTools();
    void takeFacts();
    void takeFrame(const session::FramePtr& frame);
    void follow();
    void look(std::uint32_t bundle, std::uint32_t time);
    void pick(std::uint32_t turn, std::uint32_t row);
    void showStrip();
    void showTable();

    ChainCanvas* m_canvas;
    paint::TableTwin* m_twin;
    theme::WrappedLabel* m_message = nullptr;
    QSpinBox* m_times = nullptr;
    std::shared_ptr<const session::Loaded> m_loaded; // the program that the instruction is of
    std::uint32_t m_bundle = 0, m_time = 0, m_turn = 0, m_row = 0;
};

} // namespace lw::firmware
