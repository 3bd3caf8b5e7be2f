// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_firmware_verbs.h"
#include "app/ide/script_runner.h"
#include "app/ide/script_tile_verbs.h"
#include "app/ide/script_training_verbs.h"
#include "app/ide/script_words.h"

#include "core/lower/striding/modes.h"
#include "core/scene/striding/patch_picture.h"
#include "widgets/cells/cell_format.h"
#include "widgets/circuit/circuit_feed.h"
#include "widgets/manual/manual_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/paint/colour_map.h"
#include "widgets/paint/tensor_files.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/core_text.h"
#include "widgets/session/saved_file.h"
#include "widgets/striding/network_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

// The words of the language that drives the window.
namespace lw::ide {

namespace {

QString openFile(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    QString path = runner.fileOf(arguments[0]);
    if (QFileInfo(path).isDir()) path = QDir(path).filePath(QStringLiteral("program.lw")); // of an example
    if (!QFileInfo(path).isFile() || !QFileInfo(path).isReadable())
        return ScriptRunner::tr("%1 cannot be read").arg(path);
    runner.window().openFile(path);
    return {};
}

// By a click on its card.
QString openExample(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    runner.window().showWelcome();
    auto* card = runner.window().findChild<QAbstractButton*>(arguments[0]);
    if (!card) return ScriptRunner::tr("the welcome page has no example %1").arg(arguments[0]);
    card->click();
    return {};
}

QString openNetwork(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.isEmpty()) return ScriptRunner::tr("needs a network");
    const QString machine = arguments.value(1);
    striding::StridingRequest request{
        runner.fileOf(arguments[0]), machine == QLatin1String("auto") ? QString() : machine, {}, {}, {}};
    if (const QString mode = arguments.value(2); !mode.isEmpty() && mode != QLatin1String("auto")) {
        const lower::striding::ModeRow* row = lower::striding::findMode(mode.toStdString());
        if (!row) return ScriptRunner::tr("there is no mode %1").arg(mode);
        request.mode = row->mode;
    }
    if (arguments.size() > 3) request.input = runner.fileOf(arguments[3]);
    runner.window().lowerNetwork(request);
    return {};
}

QString doAction(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.isEmpty()) return ScriptRunner::tr("needs the name of an action");
    constexpr std::uint64_t kMostTimes = 100000;
    const auto times = numberIn(arguments.value(1, QStringLiteral("1")), kMostTimes);
    if (!times) return notANumber(arguments[1]);
    for (QAction* action : runner.window().actions().all())
        if (action->objectName() == arguments[0]) {
            if (!runner.mayDo(action->objectName()))
                return ScriptRunner::tr("%1 is not for links").arg(arguments[0]);
            for (std::uint64_t i = 0; i < *times; ++i) {
                if (!action->isEnabled()) return ScriptRunner::tr("%1 is not possible now").arg(arguments[0]);
                action->trigger();
            }
            return {};
        }
    return ScriptRunner::tr("there is no action %1").arg(arguments[0]);
}

QString seek(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    const auto clock = numberIn(arguments[0]);
    if (!clock) return notANumber(arguments[0]);
    if (!runner.window().session().frame()) return ScriptRunner::tr("no program is loaded");
    runner.window().session().perform(machine::Seek{*clock});
    return {};
}

bool isSameFile(const QString& one, const QString& other) {
    return QFileInfo(one).canonicalFilePath() == QFileInfo(other).canonicalFilePath();
}

// Whether the program, or that of the network, waits at its beginning, or what its technique decides
// is known; and nothing is wrong with it.
QString checkReady(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    MainWindow& window = runner.window();
    if (const QStringList told = runner.takeComplaints(); !told.isEmpty())
        return told.join(QLatin1Char('\n'));
    for (const QDialog* dialog : window.findChildren<QDialog*>())
        if (dialog->isVisible()) return ScriptRunner::tr("the window asks: %1").arg(dialog->windowTitle());
    for (const editor::Finding& finding : window.documents().findings())
        return QStringLiteral("%1:%2: %3").arg(finding.path).arg(finding.line).arg(finding.text);
    const QString wanted = runner.fileOf(arguments[0]);
    if (window.tiling().facts() && isSameFile(window.tiling().facts()->request.network, wanted)) return {};
    if (window.training().facts() && isSameFile(window.training().facts()->request.network, wanted))
        return {};
    if (window.processor().planned() && isSameFile(window.processor().request().network, wanted)) return {};
    const session::FramePtr& frame = window.session().frame();
    if (!frame || window.session().state() != session::State::Paused || frame->clock != 0)
        return ScriptRunner::tr("no program waits at its beginning");
    const striding::FactsPtr& facts = window.striding().facts();
    const bool isMade = facts && facts->program == frame->loaded->path && !facts->origin.network.isEmpty();
    const QString open = isMade ? facts->origin.network : frame->loaded->path;
    if (!isSameFile(open, wanted)) return ScriptRunner::tr("%1 is open instead").arg(open);
    return {};
}

// Of the array or the pooling circuitry, whichever is in sight.
QString showPass(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.isEmpty()) return ScriptRunner::tr("needs the number of a pass");
    for (auto* feed : runner.window().findChildren<circuit::CircuitFeed*>()) {
        if (!feed->isInSight()) continue;
        const int pass = arguments[0].toInt();
        if (pass < 1 || pass > static_cast<int>(feed->bundles().size()))
            return ScriptRunner::tr("there is no pass %1").arg(arguments[0]);
        const QString clock = arguments.value(1, QStringLiteral("1"));
        if (!numberIn(clock, std::numeric_limits<std::int64_t>::max())) return notANumber(clock);
        feed->goTo(pass - 1, clock.toLongLong());
        return {};
    }
    return ScriptRunner::tr("neither the array nor the pooling circuitry is in sight");
}

QString addBreakpoint(ScriptRunner& runner, const QStringList& arguments) {
    session::DebugSession& session = runner.window().session();
    if (const auto wrong = session.addBreakpoint(arguments.join(QLatin1Char(' ')))) return *wrong;
    if (runner.isLink()) runner.window().noteStepBreakpoint(session.breakpoints().back().id);
    return {};
}

QString resize(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 2); !wrong.isEmpty()) return wrong;
    constexpr std::uint64_t kMostPixels = 16384;
    for (const QString& side : arguments)
        if (!numberIn(side, kMostPixels)) return notANumber(side);
    runner.window().resize(arguments[0].toInt(), arguments[1].toInt());
    return {};
}

QString chooseCore(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    session::DebugSession& session = runner.window().session();
    for (const session::FramePtr& frame : session.frames())
        if (frame->loaded->coreName() == arguments[0]) {
            session.setFocus(frame->core());
            return {};
        }
    return ScriptRunner::tr("there is no core %1").arg(arguments[0]);
}

QString selectBundle(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    const auto loaded = runner.window().session().loaded();
    const auto bundle = numberIn(arguments[0]);
    if (!loaded) return ScriptRunner::tr("no program is loaded");
    if (!bundle || *bundle >= loaded->program.bundles.size())
        return ScriptRunner::tr("there is no bundle %1").arg(arguments[0]);
    runner.window().selection().selectBundle({loaded->core, static_cast<std::uint32_t>(*bundle)});
    return {};
}

QString selectCell(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    const session::FramePtr& frame = runner.window().session().frame();
    if (!frame) return ScriptRunner::tr("no program is loaded");
    constexpr int kMostIndexes = 3;
    QString name = arguments[0];
    for (int i = 0; i < kMostIndexes; ++i, name += QStringLiteral("[0]"))
        if (cells::cellNamed(name, frame)) {
            runner.window().selection().selectCell(name);
            return {};
        }
    return ScriptRunner::tr("there is no cell %1").arg(arguments[0]);
}

QString showLevel(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    constexpr std::array<const char*, 3> kLevels{"board", "chip", "core"};
    if (std::none_of(kLevels.begin(), kLevels.end(),
                     [&](const char* level) { return arguments[0] == QLatin1String(level); }))
        return ScriptRunner::tr("the diagram has no level %1").arg(arguments[0]);
    for (auto* view : runner.window().findChildren<paint::ChipDiagramView*>()) view->showLevel(arguments[0]);
    return {};
}

QString clickPart(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    for (auto* view : runner.window().findChildren<paint::ChipDiagramView*>()) {
        if (!view->isVisible()) continue;
        if (!view->canvas().rectOf(arguments[0]).isValid())
            return ScriptRunner::tr("the diagram has no part %1").arg(arguments[0]);
        view->canvas().select(arguments[0]);
        Q_EMIT view->canvas().clicked(arguments[0]);
        return {};
    }
    return ScriptRunner::tr("no diagram is in sight");
}

QString showTensor(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.isEmpty()) return ScriptRunner::tr("needs the name of a tensor, or a file");
    auto* view = runner.window().findChild<paint::TensorsView*>();
    if (!view) return ScriptRunner::tr("the Tensors workspace was not shown yet");
    if (view->list().rowOf(arguments[0]) < 0) {
        const QString path = runner.fileOf(arguments[0]);
        if (!QFileInfo(path).isFile()) return ScriptRunner::tr("there is no tensor %1").arg(arguments[0]);
        view->openFile(path);
        return {};
    }
    if (arguments.size() > 1 && view->list().rowOf(arguments[1]) < 0)
        return ScriptRunner::tr("there is no tensor %1").arg(arguments[1]);
    constexpr std::array<const char*, 4> kWays{"beside", "absolute", "relative", "ulp"};
    const QString wanted = arguments.value(2, QStringLiteral("beside"));
    const auto way = std::find_if(kWays.begin(), kWays.end(),
                                  [&](const char* one) { return wanted == QLatin1String(one); });
    if (way == kWays.end()) return ScriptRunner::tr("two tensors are not compared as %1").arg(wanted);
    runner.window().selection().selectTensor(arguments[0]);
    view->compareWith(arguments.value(1));
    if (arguments.size() > 2) view->setBeside(static_cast<paint::TensorsView::Beside>(way - kWays.begin()));
    return {};
}

// A small picture for each index of a dimension.
QString showFacets(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    auto* view = runner.window().findChild<paint::TensorsView*>();
    if (!view || !view->pane().elements()) return ScriptRunner::tr("no tensor is shown");
    const auto dimensions = static_cast<int>(view->pane().shape().size());
    bool isNumber = false;
    int axis = arguments[0].toInt(&isNumber);
    if (arguments[0] == QLatin1String("none"))
        axis = scene::AxisRoles::kNone;
    else if (!isNumber || axis < 0 || axis >= dimensions || dimensions < 3)
        return ScriptRunner::tr("a tensor of %1 dimensions has no facets along %2")
            .arg(dimensions)
            .arg(arguments[0]);
    view->pane().setFacets(axis);
    return {};
}

// The last dimension as two: 64 numbers as 8 x 8.
QString splitRows(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    auto* view = runner.window().findChild<paint::TensorsView*>();
    if (!view || !view->pane().elements()) return ScriptRunner::tr("no tensor is shown");
    const auto across =
        arguments[0] == QLatin1String("none") ? std::optional<std::uint64_t>(0) : numberIn(arguments[0]);
    const auto splits = scene::splitsOf(view->pane().info().shape); // as the list has them
    if (!across || (*across != 0 && std::none_of(splits.begin(), splits.end(),
                                                 [&](const auto& split) { return split.second == *across; })))
        return ScriptRunner::tr("a row of this tensor cannot be divided into rows of %1").arg(arguments[0]);
    view->pane().setSplit(*across);
    return {};
}

// An element of a layer of the network on the circuit, in every view that knows it.
QString showElement(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 2); !wrong.isEmpty()) return wrong;
    const auto place = scene::striding::findPatchPlace(arguments[1].toStdString());
    if (!place) return ScriptRunner::tr("%1 is not an element such as first[0,4,0]").arg(arguments[1]);
    const auto& facts = runner.window().striding().facts();
    if (!facts || !facts->report.findSums(arguments[0].toStdString()))
        return ScriptRunner::tr("there is no layer %1 on a circuit").arg(arguments[0]);
    const auto isThere = scene::striding::checkPlace(facts->report, arguments[0].toStdString(), *place);
    if (!isThere) return session::problemText(isThere.problem());
    runner.window().striding().showElement({arguments[0], *place});
    return {};
}

// In the graph of the network that was opened, lowered or not.
QString selectLayer(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    auto* view = runner.window().findChild<striding::NetworkView*>();
    const auto node = view && view->graph() ? view->graph()->find(arguments[0].toStdString()) : std::nullopt;
    if (!node) return ScriptRunner::tr("the graph has no layer %1").arg(arguments[0]);
    view->select(*node);
    return {};
}

QString openSettings(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    constexpr std::array<const char*, 3> kPages{"appearance", "language", "shortcuts"};
    for (std::size_t i = 0; i < kPages.size(); ++i)
        if (arguments[0] == QLatin1String(kPages[i])) {
            runner.window().openSettings(static_cast<SettingsDialog::Page>(i));
            return {};
        }
    return ScriptRunner::tr("the settings have no page %1").arg(arguments[0]);
}

QString closeDialogs(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 0); !wrong.isEmpty()) return wrong;
    for (QDialog* dialog : runner.window().findChildren<QDialog*>()) dialog->close();
    return {};
}

QString raiseView(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    if (runner.window().isWelcome()) runner.window().showWorkspace(runner.window().workspace());
    QWidget* view = runner.window().page(runner.window().workspace())->raiseView(arguments[0]);
    if (!view) return ScriptRunner::tr("this workspace has no view %1").arg(arguments[0]);
    view->setFocus();
    return {};
}

// In the format that its name ends with.
QString savePicture(const QString& path, const QImage& picture) {
    const auto reason = session::saveImage(path, picture, QFileInfo(path).suffix().toLatin1());
    return reason ? ScriptRunner::tr("%1 cannot be written").arg(path) : QString();
}

// grab() misses popups and floating docks: all visible top-level windows are put together.
QString screenshot(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // of texts that have just changed
    QPixmap picture = runner.window().grab();
    QPainter painter(&picture);
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (window == &runner.window() || !window->isVisible()) continue;
        painter.drawPixmap(window->pos() - runner.window().pos(), window->grab());
    }
    painter.end();
    const QString path = runner.fileOf(arguments[0]);
    QDir().mkpath(QFileInfo(path).path());
    return savePicture(path, picture.toImage());
}

// The plane of the tensor shown, a pixel for each cell.
QString writePlane(ScriptRunner& runner, const QStringList& arguments) {
    if (const QString wrong = needs(arguments, 1); !wrong.isEmpty()) return wrong;
    auto* view = runner.window().findChild<paint::TensorsView*>();
    const auto picture = view ? view->pane().canvas().tiles().picture() : nullptr;
    if (!picture) return ScriptRunner::tr("no tensor is shown");
    const theme::Theme& theme = runner.window().theme();
    const QImage image =
        paint::planeImage(*picture, view->look(), paint::ColourMap(view->look().map, theme), theme.colours());
    return savePicture(runner.fileOf(arguments[0]), image);
}

QString openManual(ScriptRunner& runner, const QStringList& arguments) {
    runner.window().openManual(arguments);
    return {};
}

QString placeCaret(ScriptRunner& runner, const QStringList& arguments) {
    editor::CodeEditor* view = runner.window().documents().editor();
    if (!view) return ScriptRunner::tr("no text is open");
    if (arguments.isEmpty()) return ScriptRunner::tr("needs a line");
    const auto line = numberIn(arguments[0], static_cast<std::uint64_t>(view->lines()));
    if (!line || *line == 0) return ScriptRunner::tr("the text has no line %1").arg(arguments[0]);
    const auto column = numberIn(arguments.value(1, QStringLiteral("1")), std::numeric_limits<int>::max());
    if (!column || *column == 0) return notANumber(arguments[1]);
    view->setFocus();
    view->showLine(static_cast<int>(*line) - 1, static_cast<int>(*column) - 1);
    return {};
}

QString typeText(ScriptRunner& runner, const QStringList& arguments) {
    editor::CodeEditor* view = runner.window().documents().editor();
    if (!view) return ScriptRunner::tr("no text is open");
    for (const QChar letter : arguments.join(QLatin1Char(' '))) {
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(letter));
        QApplication::sendEvent(view, &press);
    }
    return {};
}

constexpr ScriptVerb kVerbs[] = {
    {"open", "FILE|FOLDER", "opens a program; of a folder its program.lw", openFile, true},
    {"example", "GROUP/NAME", "opens an example as a click on its card of the welcome page does", openExample,
     true},
    {"ready", "FILE", "fails unless this program or network is open, without a problem, at its beginning",
     checkReady},
    {"network", "FILE [MACHINE|auto [MODE|auto [INPUT]]]", "lowers a network and opens the program",
     openNetwork, true},
    {"tile", "FILE SIZE|auto PICTURE|SIZE [MACHINE]", "shows how a picture is cut into tiles for a network",
     tileNetwork, true},
    {"tiles",
     "run|debug|give|read|difference|share input|share layers|pick TILE|open TILE|element ROW COLUMN|curve WHAT|"
     "compare|strategy NAME",
     "runs all tiles, shows what they give or read or how far it is from the whole picture, plans another way of sharing on an array, selects or opens "
     "one, selects an element, shows sizes, runs every overlap strategy or opens the program of one",
     useTiles, true},
    {"train", "FILE [POLICY [MACHINE]]", "shows what a training step of a network stores and computes again",
     trainNetwork, true},
    {"training",
     "policy NAME|budget BYTES|schedule NAME|what-if NAME NUMBER|what-if TEXT|element TYPE|keep NAME WAY|"
     "place NAME MEMORY|choose NAME|run|debug [STEPS]|compare POLICY|measure",
     "decides something else, selects a value, runs the step, opens its program, compares gradients, or measures inverses",
     useTraining, true},
    {"processor", "FILE [MACHINE|auto [INPUT]]",
     "shows what a network takes as firmware of the neural network processor", planFirmware, true},
    {"firmware", "make|language numpy|torch|cpp|tensorflow|compare|with FILE",
     "makes what is planned and compares it, shows software of the firmware in a language, runs it beside the firmware and compares, or sets another firmware beside it",
     useFirmware, true},
    {"do", "ACTION [TIMES]", "what a menu item does: run, step, stepBack, themeDark, workspaceEdit ...",
     doAction, true},
    {"seek", "CLOCK", "goes to a clock", seek, true},
    {"core", "NAME", "brings a core of a machine of several into focus: c1", chooseCore, true},
    {"pass", "NUMBER [CLOCK]", "goes to a clock of a pass of the array or the pooling circuitry in sight",
     showPass, true},
    {"break", "WHERE", "sets a breakpoint, written as in lw step", addBreakpoint, true},
    {"select", "BUNDLE", "selects a bundle in all views", selectBundle, true},
    {"cell", "NAME", "selects a cell in all views: v2[1][5], vmem[100], r3", selectCell, true},
    {"level", "board|chip|core", "of the chip diagram", showLevel, true},
    {"part", "NAME", "clicks a part of the chip diagram: vmem, mxu, mxu.queue, dma", clickPart, true},
    {"tensor", "NAME|FILE [OTHER [beside|absolute|relative|ulp]]",
     "shows a tensor in the Tensors workspace, and another one or the difference beside it", showTensor,
     true},
    {"facets", "DIMENSION|none", "shows a small picture for each index of a dimension of the tensor, from 0",
     showFacets, true},
    {"element", "LAYER TENSOR[ROW,COLUMN,CHANNEL]",
     "shows what an element of a network on a circuit is made of", showElement, true},
    {"layer", "NAME", "selects a layer in the graph of the network", selectLayer, true},
    {"rows", "COLUMNS|none", "shows each row of the tensor as rows of that many elements", splitRows, true},
    {"plane", "FILE", "writes the picture of the tensor shown, a pixel for each cell", writePlane},
    {"caret", "LINE [COLUMN]", "places the caret in the text in front", placeCaret, true},
    {"type", "TEXT", "types it there", typeText},
    {"show", "VIEW", "brings a view to the front", raiseView, true},
    {"settings", "appearance|language|shortcuts", "opens a page of the settings", openSettings},
    {"close", "", "closes the dialogs that are open", closeDialogs},
    {"manual", "[TOPIC...]", "opens the manual at the first topic it knows, or its contents", openManual,
     true},
    {"size", "WIDTH HEIGHT", "of the window", resize},
    {"screenshot", "FILE", "writes a picture of the window", screenshot},
};

} // namespace

std::span<const ScriptVerb> scriptVerbs() { return kVerbs; }

const ScriptVerb* findScriptVerb(const QString& name) {
    for (const ScriptVerb& row : kVerbs)
        if (name == QLatin1String(row.name)) return &row;
    return nullptr;
}

} // namespace lw::ide
