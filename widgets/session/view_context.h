// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/frame.h"

namespace lw::theme {
class Theme;
}

namespace lw::session {

class CoreChoice;
class DebugSession;
class Selection;

// What every view is made from. All of it outlives the views.
struct ViewContext {
    theme::Theme& theme;
    DebugSession& session;
    Selection& selection;
    CoreChoice* choice = nullptr; // null: it follows the core in focus

    // The core that the view shows.
    machine::CoreId core() const;
    const FramePtr& frame() const;
    std::shared_ptr<const Loaded> loaded() const;
    // A bundle of that core, in all views.
    void selectBundle(std::uint32_t bundle) const;
    // In all views, for any core: views that show the core in focus will show that one.
    void goToBundle(machine::BundleOf bundle) const;
    // The selected one, if it is of that core.
    std::optional<std::uint32_t> selectedBundle() const;
};

} // namespace lw::session
