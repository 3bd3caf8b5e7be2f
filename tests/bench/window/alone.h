// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/session.h"
#include "core/project/load_program.h"
#include "widgets/session/frame.h"

#include <QString>

#include <memory>

namespace lw::bench {

// A program as it runs without a window, on this thread: what the window's running is measured against, and
// what the window must show.
class Alone {
  public:
    // A text as if it were in that file; without one, the file.
    explicit Alone(const QString& path, const QString& text = {});

    // At clock 0.
    std::unique_ptr<machine::Session> begin() const;
    // Ends the bench unless the frame's machine is as this one is at that clock.
    void check(const session::FramePtr& frame) const;

  private:
    std::shared_ptr<const project::LoadedProgram> m_program;
};

} // namespace lw::bench
