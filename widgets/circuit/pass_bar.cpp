// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/pass_bar.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/icon.h"

#include <algorithm>
#include <limits>

namespace lw::circuit {

using session::counted;

namespace {

constexpr int kLeastSlider = 60;

int toInt(std::uint64_t number) {
    return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

} // namespace

PassBar::PassBar(session::ViewContext context, CircuitFeed& feed, Circuit circuit, QWidget* parent)
    : QToolBar(parent), m_context(context), m_feed(feed), m_circuit(circuit) {
    makePasses();
    addSeparator();
    makeClocks();
    connect(&feed, &CircuitFeed::changed, this, &PassBar::update);
    connect(&feed, &CircuitFeed::playingChanged, this, [this] { m_play->setChecked(m_feed.isPlaying()); });
    update();
}

void PassBar::makePasses() {
    const bool isArray = m_circuit == Circuit::Array;
    const auto step = [&](const char* icon, const QString& text, int by) {
        return addAction(theme::icon(m_context.theme, QLatin1String(icon)), text, this,
                         [this, by] { m_feed.goTo(m_feed.current() + by); });
    };
    m_back = step("back", isArray ? tr("Previous Pass") : tr("Previous Pooling"), -1);
    m_pass = new QSpinBox(this);
    m_pass->setAccessibleName(isArray ? tr("Pass") : tr("Pooling"));
    m_pass->setToolTip(isArray ? tr("The pass through the array that is shown; the machine goes there")
                               : tr("The pooling instruction that is shown; the machine goes there"));
    m_pass->setPrefix(isArray ? tr("pass ") : tr("pooling "));
    m_pass->setKeyboardTracking(false);
    connect(m_pass, &QSpinBox::valueChanged, this, [this](int value) {
        if (!m_isFilling) m_feed.goTo(value - 1);
    });
    addWidget(m_pass);
    m_forward = step("forward", isArray ? tr("Next Pass") : tr("Next Pooling"), 1);
}

void PassBar::makeClocks() {
    m_play = addAction(theme::icon(m_context.theme, QStringLiteral("run")), tr("Play"));
    m_play->setToolTip(tr("One clock after the other, until it is over"));
    m_play->setCheckable(true);
    connect(m_play, &QAction::triggered, this, [this](bool on) {
        m_feed.setPlaying(on);
        m_play->setChecked(m_feed.isPlaying());
    });
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setAccessibleName(tr("Clock"));
    m_slider->setToolTip(tr("The clock; the machine goes there, forwards and back"));
    m_slider->setMinimumWidth(kLeastSlider);
    m_slider->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    addWidget(m_slider);
    m_clock = new QSpinBox(this);
    m_clock->setAccessibleName(tr("Clock, as a number"));
    m_clock->setToolTip(m_slider->toolTip());
    m_clock->setPrefix(tr("clock "));
    m_clock->setKeyboardTracking(false);
    addWidget(m_clock);
    const auto seek = [this](int value) {
        if (!m_isFilling) m_feed.seek(value);
    };
    connect(m_slider, &QSlider::valueChanged, this, seek);
    connect(m_clock, &QSpinBox::valueChanged, this, seek);
}

void PassBar::update() {
    const int count = static_cast<int>(m_feed.bundles().size()), current = m_feed.current();
    m_isFilling = true;
    m_back->setEnabled(current > 0);
    m_forward->setEnabled(current >= 0 && current + 1 < count);
    m_pass->setRange(1, std::max(count, 1));
    m_pass->setSuffix(tr(" of %1").arg(counted(static_cast<std::uint64_t>(count))));
    m_pass->setValue(current + 1);
    m_pass->setEnabled(count > 1);
    if (m_feed.isThere()) {
        const CircuitMoment& moment = *m_feed.moment();
        // After the last clock it is over.
        const int last = toInt(moment.clocks);
        m_clock->setRange(0, last);
        m_clock->setSuffix(tr(" of %1").arg(counted(moment.clocks)));
        const int now = static_cast<int>(std::clamp<std::int64_t>(moment.clock(), 0, last));
        m_clock->setValue(now);
        if (!m_slider->isSliderDown()) {
            m_slider->setRange(0, last);
            m_slider->setValue(now);
        }
    }
    m_isFilling = false;
}

} // namespace lw::circuit

#include "moc_pass_bar.cpp"
