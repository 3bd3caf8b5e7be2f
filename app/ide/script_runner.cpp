// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_runner.h"

#include "widgets/circuit/circuit_feed.h"
#include "widgets/firmware/differences_view.h"
#include "widgets/paint/tensor_canvas.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/recompute/gradients_view.h"
#include "widgets/recompute/inverse_view.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/mask_view.h"
#include "widgets/striding/network_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/tiling/overlap_view.h"
#include "widgets/tiling/ring_view.h"
#include "widgets/tiling/size_view.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>
#include <cstdio>

namespace lw::ide {

namespace {

constexpr int kPollMilliseconds = 15;
constexpr int kScriptSettleMilliseconds = 60; // for layouts and paints that a line led to
constexpr qint64 kMostMilliseconds = 120000;
// Of the menus Run and View: they change settings or the layout for good, or ask something.
constexpr const char* kNotForLinks[] = {"themeSystem", "themeLight",    "themeDark", "resetLayout",
                                        "floatView",   "hideView",      "palette",   "followMacros",
                                        "breakOnNan",  "newBreakpoint", "runFor",    "runModes"};

} // namespace

ScriptRunner::ScriptRunner(MainWindow& window, QString path, QObject* parent)
    : QObject(parent), m_window(window), m_path(std::move(path)) {
    m_timer.setInterval(kPollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &ScriptRunner::next);
    const auto failedAt = [this](const char* verb) {
        return [this, verb](const QString& text) {
            if (m_timer.isActive()) fail(tr("%1: %2").arg(QLatin1String(verb), text));
        };
    };
    connect(&window.striding(), &striding::StridingDesk::failed, this, failedAt("network"));
    connect(&window.tiling(), &tiling::TilingDesk::failed, this, failedAt("tiles"));
    connect(&window.training(), &recompute::RecomputeDesk::failed, this, failedAt("training"));
    connect(&window.processor(), &firmware::ProcessorDesk::failed, this, failedAt("processor"));
    const auto note = [this](const QString& text) { m_complaints << text; };
    connect(&window.striding(), &striding::StridingDesk::notRead, this, note);
    connect(&window.session(), &session::DebugSession::refused, this, note);
    connect(&window.session(), &session::DebugSession::inputFailed, this, note);
    connect(&window.documents(), &editor::DocumentArea::problem, this, note);
    connect(&window.keeper(), &ProjectKeeper::problem, this, note);
}

ScriptRunner::ScriptRunner(MainWindow& window, const QString& steps, const QString& folder)
    : ScriptRunner(window, folder + QStringLiteral("/steps"), &window) {
    m_isLink = true;
    m_lines = steps.split(QLatin1Char(';'));
    m_sinceLine.start();
    m_timer.start();
}

// A text from anywhere may look at things and run them, and changes no file and no setting of a person's.
bool ScriptRunner::mayDo(const QString& action) const {
    if (!m_isLink) return true;
    if (std::any_of(std::begin(kNotForLinks), std::end(kNotForLinks),
                    [&](const char* id) { return action == QLatin1String(id); }))
        return false;
    return std::any_of(actionRows().begin(), actionRows().end(), [&](const ActionRow& row) {
        return action == QLatin1String(row.id) && (row.menu == Menu::Run || row.menu == Menu::View);
    });
}

QString ScriptRunner::fileOf(const QString& name) const {
    return QFileInfo(QFileInfo(m_path).dir(), name).absoluteFilePath();
}

void ScriptRunner::start() {
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(tr("%1 cannot be read: %2").arg(m_path, file.errorString()));
    m_lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    m_sinceLine.start();
    m_timer.start();
}

bool ScriptRunner::isIdle() const {
    // What is in sight is painted as it will stay.
    for (auto* canvas : m_window.findChildren<paint::TensorCanvas*>())
        if (!canvas->visibleRegion().isEmpty() && canvas->tiles().isWaiting()) return false;
    const bool assembled = m_window.documents().startFile().isEmpty() || m_window.documents().assembly();
    for (const auto* view : m_window.findChildren<paint::TensorsView*>())
        if (view->isReading()) return false;
    for (const session::TechniqueDesk* desk : m_window.desks())
        if (desk->isBusy()) return false;
    for (const auto* view : m_window.findChildren<striding::MaskView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<striding::PatchView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<striding::ExactnessView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<firmware::DifferencesView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<striding::NetworkView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<tiling::RingView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<tiling::SizeView*>())
        if (view->work().isBusy()) return false;
    for (const auto* view : m_window.findChildren<tiling::OverlapView*>())
        if (view->work().isBusy()) return false;
    for (const auto* view : m_window.findChildren<recompute::InverseView*>())
        if (view->isWaiting()) return false;
    for (const auto* view : m_window.findChildren<recompute::GradientsView*>())
        if (view->isWaiting()) return false;
    for (const auto* feed : m_window.findChildren<circuit::CircuitFeed*>())
        if (feed->isWaiting() || feed->isPlaying()) return false;
    return assembled && !m_window.session().isBusy() && m_sinceLine.elapsed() >= kScriptSettleMilliseconds;
}

void ScriptRunner::next() {
    if (!isIdle()) {
        if (m_sinceLine.elapsed() > kMostMilliseconds) fail(tr("it takes too long"));
        return;
    }
    const auto afterwards = std::exchange(m_afterwards, {});
    if (const QString wrong = afterwards ? afterwards() : QString(); !wrong.isEmpty()) return fail(wrong);
    while (m_line < m_lines.size()) {
        const QString line = m_lines[m_line++].section(QLatin1Char('#'), 0, 0).trimmed();
        if (line.isEmpty()) continue;
        QStringList words = QProcess::splitCommand(line);
        if (words.isEmpty()) return fail(tr("a line of nothing but quotes"));
        const QString verb = words.takeFirst();
        if (const ScriptVerb* row = findScriptVerb(verb); row && (row->isForLinks || !m_isLink)) {
            m_sinceLine.restart();
            const QString wrong = row->act(*this, words);
            if (!wrong.isEmpty()) fail(tr("%1: %2").arg(verb, wrong));
            return;
        }
        QString known;
        for (const ScriptVerb& row : scriptVerbs())
            if (row.isForLinks || !m_isLink)
                known += QStringLiteral("\n  %1 %2: %3")
                             .arg(QLatin1String(row.name), QLatin1String(row.arguments),
                                  QLatin1String(row.summary));
        return fail(tr("%1 is not a verb. There are:%2").arg(verb, known));
    }
    end(0);
}

void ScriptRunner::end(int code) {
    m_timer.stop();
    if (m_isLink)
        deleteLater();
    else
        QApplication::exit(code);
}

void ScriptRunner::fail(const QString& text) {
    if (m_isLink)
        m_window.tell(text);
    else
        std::fprintf(stderr, "%s:%d: %s\n", qPrintable(m_path), m_line, qPrintable(text));
    end(1);
}

} // namespace lw::ide

#include "moc_script_runner.cpp"
