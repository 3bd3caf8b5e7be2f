// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document_area.h"
#include "widgets/session/view_context.h"
#include "widgets/striding/striding_desk.h"

#include <QWidget>

#include <cstdint>
#include <functional>
#include <span>

namespace lw::ide {

enum class Workspace : std::uint8_t { Edit, Debug, Tensors, Striding, kCount };
// Centre: in the middle instead of the editor, several as tabs. RightInner: at the right,
// in a column of its own where the window is wide enough for two. RightAsked: at the right,
// out of sight until somebody asks for it.
enum class Area : std::uint8_t { None, Left, Right, Bottom, Centre, RightInner, RightAsked };

// What a view is made from: the context all views share, the open files for the few that know of texts, and a
// way to bring another view of the same workspace to the front; null when there is none of that name.
struct ViewParts {
    session::ViewContext context;
    editor::DocumentArea& documents;
    striding::StridingDesk& striding;
    std::function<QWidget*(const QString& id)> raise{};
    // Opens the manual at the first of the topics that it knows.
    std::function<void(const QStringList& topics)> help{};
    std::function<void()> welcome{};                        // shows the examples
    std::function<void()> openNetwork{};                    // asks for one
    std::function<void(const QString& file)> openExample{}; // as ManualView::exampleWanted names it
    std::function<void(const QString& path)> openFile{};
    // Lines of a window script, separated by ";", with files as seen from the folder.
    std::function<void(const QString& steps, const QString& folder)> doSteps{};
};

// One row per view: to see what the window can show, read the list. Order in the list is order on screen.
struct ViewEntry {
    const char* id;
    const char* title; // English, translated in the context "Views"
    QWidget* (*make)(const ViewParts& parts);
    // Where it stands in each workspace; None: not there.
    Area areas[static_cast<std::size_t>(Workspace::kCount)];
    const char* needsProgram = ""; // what it shows, said while there is no program; empty: it needs none
};
std::span<const ViewEntry> views();

} // namespace lw::ide
