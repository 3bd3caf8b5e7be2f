// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "widgets/editor/document_area.h"
#include "widgets/session/technique_desk.h"
#include "widgets/session/view_context.h"

#include <QWidget>

#include <cstdint>
#include <functional>
#include <span>

namespace lw::ide {

enum class Workspace : std::uint8_t { Edit, Debug, Tensors, Striding, Training, Firmware, kCount };
struct WorkspaceRow {
    Workspace workspace;
    const char* name;   // in project files: "edit"
    const char* action; // that shows it
    const char* title;  // English, translated in the context "Views"
};
std::span<const WorkspaceRow> workspaces(); // in the order of the enumeration
const WorkspaceRow& rowOf(Workspace workspace);

// Centre: in the middle instead of the editor, several as tabs. RightInner: on the right,
// in a column of its own if the window is wide enough for two. RightAsked: on the right,
// hidden until somebody asks for it.
enum class Area : std::uint8_t { None, Left, Right, Bottom, Centre, RightInner, RightAsked };

// The desk of that kind in the catalog.
template <typename Desk> Desk& deskIn(const QList<session::TechniqueDesk*>& desks) {
    Desk* found = nullptr;
    for (session::TechniqueDesk* desk : desks)
        if (auto* one = qobject_cast<Desk*>(desk)) found = one;
    LW_REQUIRE(found, "a view wants a desk that the catalog does not have");
    return *found;
}

struct ViewEntry;

// What a view is made from: the context shared by all views, the open files for the few that know texts, and
// a way to bring another view of the same workspace to the front; null when there is none of that name.
struct ViewParts {
    session::ViewContext context;
    editor::DocumentArea& documents;
    QList<session::TechniqueDesk*> desks; // one for each row of the catalog
    std::span<const ViewEntry> views;     // of the catalog
    template <typename Desk> Desk& desk() const { return deskIn<Desk>(desks); }
    std::function<QWidget*(const QString& id)> raise{};
    // Opens the manual at the first of the topics that it knows.
    std::function<void(const QStringList& topics)> help{};
    std::function<void()> welcome{};                        // shows the examples
    std::function<void()> openNetwork{};                    // asks for one
    std::function<void(const QString& file)> openExample{}; // named as for ManualView::exampleWanted
    std::function<void(const QString& path)> openFile{};
    std::function<void()> showText{}; // makes the texts visible, also in another workspace
    // Lines of a window script, separated by ";", with files relative to the folder.
    std::function<void(const QString& steps, const QString& folder)> doSteps{};
};

struct ViewPlace {
    Workspace workspace = Workspace::kCount; // this value means none
    Area area = Area::None;
};
inline constexpr std::size_t kMostPlaces = 6; // for one view

// One row per view: to see what the window can show, read the list. Order in the list is order on screen.
struct ViewEntry {
    const char* id;
    const char* title; // English, translated in the context "Views"
    QWidget* (*make)(const ViewParts& parts);
    // The workspaces that contain it, and where.
    ViewPlace places[kMostPlaces];
    const char* needsProgram = ""; // what it shows, said while there is no program; empty: it needs none
    bool isOfCore = *needsProgram != '\0'; // it shows something of a core, and can be pinned to one
};
// One row per technique.
struct DeskEntry {
    session::TechniqueDesk* (*make)(QObject* parent);
};

// What the window is made of. Catalogs other than catalog() are for tests of additions to it.
struct Catalog {
    std::span<const ViewEntry> views;
    std::span<const DeskEntry> desks;
};
const Catalog& catalog();
Area areaIn(const ViewEntry& entry, Workspace workspace); // None: it is not there

} // namespace lw::ide
