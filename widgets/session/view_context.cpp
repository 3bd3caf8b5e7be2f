// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/view_context.h"

#include "widgets/session/core_choice.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"

namespace lw::session {

machine::CoreId ViewContext::core() const {
    return choice ? choice->pinned().value_or(session.focus()) : session.focus();
}

// A machine with fewer cores than the previous one may not have that core: then the one in focus is shown.
const FramePtr& ViewContext::frame() const {
    const FramePtr& own = session.frame(core());
    return own ? own : session.frame();
}

std::shared_ptr<const Loaded> ViewContext::loaded() const {
    const FramePtr& now = frame();
    return now ? now->loaded : nullptr;
}

void ViewContext::selectBundle(std::uint32_t bundle) const {
    const FramePtr& now = frame();
    selection.selectBundle({now ? now->core() : machine::CoreId{}, bundle});
}

void ViewContext::goToBundle(machine::BundleOf bundle) const {
    session.setFocus(bundle.core);
    selection.selectBundle(bundle);
}

std::optional<std::uint32_t> ViewContext::selectedBundle() const {
    const auto& selected = selection.item().bundle;
    const FramePtr& now = frame();
    if (!selected || (now && now->core() != selected->core)) return {};
    return selected->bundle;
}

} // namespace lw::session
