// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/stop_bar.h"

#include "core/machine/results.h"
#include "core/program/lines.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/icon.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace lw::debug {

namespace {

QString resultsOf(const session::Frame& frame) {
    return QString::fromStdString(machine::textOf(machine::resultsOf(frame.loaded->scope(), frame.moment())));
}

} // namespace

using theme::Role;

int StopBar::lineNow(const session::Loaded& loaded, const Place& place) const {
    const int now = m_lineNow ? m_lineNow(loaded, place) + 1 : 0; // 0: it is gone
    return now > 0 ? now : static_cast<int>(place.line);
}

QString StopBar::lineText(const session::Loaded& loaded, const Place& place) const {
    const QString path = loaded.sources.value(static_cast<int>(place.file));
    return QStringLiteral("%1:%2").arg(path.section(QLatin1Char('/'), -1)).arg(lineNow(loaded, place));
}

std::vector<Place> StopBar::linesOf(machine::BundleOf bundle) const {
    const session::FramePtr& frame = m_context.session.frame(bundle.core);
    return frame ? program::linesOf(frame->loaded->program, bundle.bundle) : std::vector<Place>();
}

QString StopBar::placeText(machine::BundleOf bundle) const {
    const session::Loaded& loaded = *m_context.session.frame(bundle.core)->loaded;
    const QString out = loaded.bundleText(bundle.bundle);
    const auto lines = linesOf(bundle);
    return lines.empty() ? out : QStringLiteral("%1, %2").arg(out, lineText(loaded, lines.front()));
}

// For a bundle in a macro, the outermost call: ", called in program.lw:158".
QString StopBar::callText(machine::BundleOf bundle) const {
    const auto lines = linesOf(bundle);
    if (lines.size() < 2) return {};
    return tr(", called in %1").arg(lineText(*m_context.session.frame(bundle.core)->loaded, lines.back()));
}

StopBar::StopBar(session::ViewContext context, QWidget* parent)
    : QFrame(parent)
    , m_context(context)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_show(new QToolButton(this))
    , m_call(new QToolButton(this))
    , m_read(new QToolButton(this))
    , m_restart(new QToolButton(this))
    , m_keep(new QToolButton(this))
    , m_goOn(new QToolButton(this)) {
    setAccessibleName(tr("Why it stopped"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    for (QToolButton* one : {m_call, m_show, m_goOn, m_read, m_restart, m_keep})
        layout->addWidget(one, 0, Qt::AlignTop);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Reason"));
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("Select the bundle in all views"));
    m_call->setText(tr("Show the Call"));
    m_call->setToolTip(tr("Go to the line that called the macro"));
    m_read->setText(tr("What to Read"));
    m_read->setToolTip(tr("Open the manual at the page of this kind of fault"));
    m_restart->setText(tr("Restart"));
    m_keep->setText(tr("Keep the Old One Running"));
    setAutoFillBackground(true);
    connect(m_show, &QToolButton::clicked, this, [this] {
        if (m_bundle) m_context.goToBundle(*m_bundle);
    });
    connect(m_goOn, &QToolButton::clicked, this, [this] {
        if (m_goesOn) m_context.session.setFocus(*m_goesOn);
    });
    connect(m_call, &QToolButton::clicked, this, &StopBar::showCall);
    connect(m_read, &QToolButton::clicked, this, [this] { Q_EMIT explanationWanted({m_topic}); });
    connect(m_restart, &QToolButton::clicked, this, &StopBar::restartWanted);
    connect(m_keep, &QToolButton::clicked, this, [this] {
        m_isKept = true;
        update();
    });
    connect(&context.session, &session::DebugSession::writerFound, this, &StopBar::answer);
    for (const auto happens : {&session::DebugSession::frameChanged, &session::DebugSession::programChanged})
        connect(&context.session, happens, this, [this] {
            const session::FramePtr& frame = m_context.frame();
            if (!frame || frame->state != m_askedOf) m_answer.reset(); // another core is not another moment
            update();
        });
    connect(&context.theme, &theme::Theme::changed, this, &StopBar::update);
    update();
}

void StopBar::setStale(bool stale) {
    m_stale = stale;
    m_isKept = m_isKept && stale;
    update();
}

// "Hazard: ..., at clock 12, bundle 3 (loop)": what happened and where.
QString StopBar::whatOf(const machine::Fault& fault) const {
    const session::Loaded& loaded = *m_context.session.frame(fault.core)->loaded;
    const machine::BundleOf bundle{fault.core, fault.bundle};
    QString text =
        tr("%1: %2").arg(session::coreText(machine::nameOf(fault.kind)), QString::fromStdString(fault.text));
    text += QLatin1Char('\n') + tr("at clock %1, %2").arg(session::counted(fault.clock), placeText(bundle)) +
            callText(bundle);
    if (index(fault.unit) < loaded.spec->units.size())
        text += tr(", in the %1").arg(session::coreText(loaded.spec->units[index(fault.unit)].title));
    if (fault.other.isKnown()) text += tr("; the other one: %1").arg(placeText(fault.other));
    if (!fault.advice.empty()) text += QLatin1Char('\n') + QString::fromStdString(fault.advice);
    return text;
}

// All that came in one clock, the lowest core first.
StopBar::Say StopBar::aboutFault(const session::Frame& frame) const {
    const machine::Fault& fault = *frame.report.stop.fault;
    QString text = whatOf(fault) + QLatin1Char('\n') + session::coreText(machine::meaningOf(fault.kind));
    for (const machine::Fault& other : frame.report.stop.otherFaults)
        text += QLatin1Char('\n') + whatOf(other);
    const QString topic = QStringLiteral("fault ") + QString::fromUtf8(machine::nameOf(fault.kind));
    return {Role::Error, QStringLiteral("error"), text, machine::BundleOf{fault.core, fault.bundle}, false,
            topic};
}

void StopBar::showCall() {
    const auto lines = m_bundle ? linesOf(*m_bundle) : std::vector<Place>();
    if (lines.empty()) return;
    const session::Loaded& loaded = *m_context.session.frame(m_bundle->core)->loaded;
    Q_EMIT placeWanted(loaded.sources.value(static_cast<int>(lines.back().file)),
                       lineNow(loaded, lines.back()));
}

// The bundle is selected everywhere at once: that is what was asked for.
void StopBar::answer(const QString& expression, const QString& text,
                     std::optional<machine::BundleOf> bundle) {
    m_answer = Say{Role::Accent, QStringLiteral("search"),
                   tr("Last write of %1: %2").arg(expression, session::coreText(text.toStdString())), bundle};
    m_askedOf = m_context.frame() ? m_context.frame()->state : nullptr;
    update();
    if (bundle) m_context.selection.selectBundle(*bundle);
}

QString StopBar::textOf(const machine::Hit& hit) const {
    const auto& known = m_context.session.breakpoints();
    const bool isThere = std::ranges::find(known, hit.id, &machine::Breakpoint::id) != known.end();
    const QString text = QString::fromStdString(hit.text);
    return isThere ? tr("Breakpoint %1: %2").arg(hit.id).arg(text) : tr("Arrived at %1").arg(text);
}

// The core has halted. Steps no longer go to it, but to one that is still running. If there is none, shows
// the results of its program, or of the first core that has some.
StopBar::Say StopBar::halted(const session::Frame& frame) const {
    for (const session::FramePtr& other : m_context.session.frames())
        if (!other->halted)
            return {Role::Muted,
                    QStringLiteral("success"),
                    tr("%1 has halted; %2 goes on.").arg(frame.loaded->coreName(), other->loaded->coreName()),
                    {},
                    false,
                    {},
                    other->core()};
    QString results = resultsOf(frame);
    for (const session::FramePtr& other : m_context.session.frames())
        if (const QString theirs = resultsOf(*other); results.isEmpty() && !theirs.isEmpty())
            results = other->loaded->heading() + theirs;
    const QString text =
        frame.loaded->heading() + tr("Halted after %1").arg(session::clocksText(frame.clock));
    return {Role::Success,
            QStringLiteral("success"),
            results.isEmpty() ? text + QLatin1Char('.') : QStringLiteral("%1: %2").arg(text, results),
            {}};
}

// Where it is, when there is nothing else to say: the line is always there, so that nothing jumps.
StopBar::Say StopBar::standing(const session::Frame& frame) const {
    if (frame.running) return {Role::Muted, QStringLiteral("run"), tr("Running"), {}};
    if (frame.halted) return halted(frame);
    const machine::BundleOf next{frame.core(), frame.nextBundle};
    return {Role::Muted, QStringLiteral("step"), tr("Next: %1").arg(placeText(next)) + callText(next), next};
}

StopBar::Say StopBar::waits(const session::Frame& frame) const {
    QString text = frame.loaded->heading() + tr("Waits: %1").arg(session::coreText(frame.waiting->rule));
    std::optional<machine::BundleOf> other;
    if (frame.waiting->other.isKnown()) {
        other = frame.waiting->other;
        text += tr(", because of %1").arg(placeText(*other));
    }
    if (frame.waiting->until != machine::kForever)
        text += tr("; until clock %1").arg(session::counted(frame.waiting->until));
    return {Role::Muted, QStringLiteral("step-clock"), text, other};
}

std::optional<StopBar::Say> StopBar::whatToSay() const {
    const session::FramePtr& frame = m_context.frame();
    if (!frame) return {};
    if (m_stale && !m_isKept)
        return Say{Role::Warning,
                   QStringLiteral("warning"),
                   tr("The program was changed. What runs is the program as it was loaded."),
                   {},
                   true};
    if (frame->running) return standing(*frame);
    if (m_answer) return m_answer;
    if (frame->report.stop.fault) return aboutFault(*frame);
    if (!frame->report.hits.empty()) {
        QString text;
        for (const machine::Hit& hit : frame->report.hits)
            text += (text.isEmpty() ? QString() : QStringLiteral("; ")) + textOf(hit);
        const machine::BundleOf stopped{frame->report.stop.core, frame->report.stop.bundle};
        return Say{Role::Accent, QStringLiteral("breakpoint"), text + callText(stopped), stopped};
    }
    return frame->waiting ? waits(*frame) : standing(*frame);
}

void StopBar::update() {
    const auto say = whatToSay();
    setVisible(say.has_value());
    if (!say) return;
    m_said = say->text;
    m_isFault = say->role == Role::Error;
    m_icon->setPixmap(theme::icon(m_context.theme, say->icon, say->role).pixmap(16, 16));
    m_bundle = say->bundle;
    m_show->setVisible(say->bundle.has_value());
    m_call->setVisible(m_bundle && linesOf(*m_bundle).size() > 1);
    m_goesOn = say->goesOn;
    m_goOn->setVisible(m_goesOn.has_value());
    if (m_goesOn) m_goOn->setText(tr("Go to %1").arg(m_context.session.frame(*m_goesOn)->loaded->coreName()));
    m_topic = say->topic;
    m_read->setVisible(!m_topic.isEmpty());
    for (QToolButton* one : {m_restart, m_keep}) one->setVisible(say->offersRestart);
    QPalette palette = m_context.theme.palette();
    palette.setColor(QPalette::Window, m_context.theme.fill(say->role, 0.12));
    setPalette(palette);
    fitHeight();
}

// A fault has all the lines it needs; everything else has one, always.
// (A layout short of room takes it from wrapped text first; a reason must never be cut off.)
void StopBar::fitHeight() {
    m_text->setWordWrap(m_isFault);
    m_text->setToolTip(m_isFault ? QString() : m_said);
    if (m_isFault) {
        m_text->setText(m_said);
        if (const int height = layout()->heightForWidth(width()); height > 0) setFixedHeight(height);
        return;
    }
    m_text->setMinimumWidth(1); // the text takes the room that is left
    m_text->setText(m_text->fontMetrics().elidedText(m_said, Qt::ElideRight, roomOfText()));
    const QMargins margins = layout()->contentsMargins();
    const int button = m_show->sizeHint().height();
    setFixedHeight(std::max(button, m_text->fontMetrics().height()) + margins.top() + margins.bottom());
}

int StopBar::roomOfText() const {
    int out = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right() -
              m_icon->sizeHint().width();
    for (const QToolButton* one : {m_call, m_show, m_goOn, m_read, m_restart, m_keep})
        if (!one->isHidden()) out -= one->sizeHint().width() + layout()->spacing();
    return out - layout()->spacing();
}

void StopBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitHeight();
}

} // namespace lw::debug

#include "moc_stop_bar.cpp"
