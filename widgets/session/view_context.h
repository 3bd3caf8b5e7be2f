// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lw::theme {
class Theme;
}

namespace lw::session {

class DebugSession;
class Selection;

// What every view is made from. All of it outlives the views.
struct ViewContext {
    theme::Theme& theme;
    DebugSession& session;
    Selection& selection;
};

} // namespace lw::session
