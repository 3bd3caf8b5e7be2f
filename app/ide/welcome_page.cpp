// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/welcome_page.h"

#include "widgets/theme/icon.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lw::ide {

using theme::Role;

namespace {

constexpr int kLeastColumns = 3, kMostColumns = 4, kWelcomeMargin = 48, kWelcomeGap = 12;
constexpr QLatin1String kStridingLesson("lesson");
constexpr int kCardWidth = 400, kCardHeight = 118, kPicture = 90, kMostRecentShown = 8;

// A few cells become squares; a photograph is made smaller.
QPixmap fittedPicture(const QString& path, qreal ratio) {
    const QImage image = path.isEmpty() ? QImage() : QImage(path);
    if (image.isNull()) return {};
    const int side = qRound(kPicture * ratio);
    const bool grows = image.width() <= side && image.height() <= side;
    QPixmap out = QPixmap::fromImage(image.scaled(side, side, Qt::KeepAspectRatio,
                                                  grows ? Qt::FastTransformation : Qt::SmoothTransformation));
    out.setDevicePixelRatio(ratio);
    return out;
}

// A card: title, two or three lines, a picture of what comes out;
// an edge in the accent when it has the focus or the mouse.
class Card : public QAbstractButton {
  public:
    Card(const theme::Theme& theme, const Example& example, QWidget* parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_teaches(example.teaches)
        , m_picture(fittedPicture(example.picture, devicePixelRatioF())) {
        setText(example.title);
        setAccessibleName(example.title);
        setAccessibleDescription(example.teaches);
        setToolTip(example.teaches);
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        fit();
        connect(&theme, &theme::Theme::changed, this, [this] { fit(); });
    }
    QSize sizeHint() const override { return {m_theme.scaled(kCardWidth), m_theme.scaled(kCardHeight)}; }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool lit = underMouse() || hasFocus();
        painter.setPen(QPen(m_theme[lit ? Role::Accent : Role::Border], lit ? 1.5 : 1));
        painter.setBrush(m_theme[Role::Raised]);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        QFont bold = m_theme.text();
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(m_theme[Role::Text]);
        QRect inner = rect().adjusted(14, 10, -14, -10);
        if (!m_picture.isNull()) {
            const QSizeF size = m_picture.deviceIndependentSize();
            painter.drawPixmap(QPointF(inner.right() - (kPicture + size.width()) / 2,
                                       rect().center().y() - size.height() / 2),
                               m_picture);
            inner.setRight(inner.right() - kPicture - 12);
        }
        QRect title;
        painter.drawText(inner, Qt::AlignTop | Qt::TextWordWrap, text(), &title);
        painter.setFont(m_theme.small());
        painter.setPen(m_theme[Role::Muted]);
        inner.setTop(title.bottom() + 6);
        painter.drawText(inner, Qt::AlignTop | Qt::TextWordWrap,
                         shortened(painter.fontMetrics(), inner.size()));
    }

  private:
    void fit() {
        const int height = sizeHint().height();
        setMinimumSize(m_theme.scaled(kCardWidth - 160), height);
        setMaximumSize(m_theme.scaled(kCardWidth + 120), height);
        updateGeometry();
    }
    // As many whole words as the lines hold.
    QString shortened(const QFontMetrics& metrics, const QSize& room) const {
        const QRect box(0, 0, room.width(), room.height() / metrics.lineSpacing() * metrics.lineSpacing());
        QString text = m_teaches;
        if (metrics.boundingRect(box, Qt::TextWordWrap, text).height() <= box.height()) return text;
        while (metrics.boundingRect(box, Qt::TextWordWrap, text + QStringLiteral("...")).height() >
                   box.height() &&
               text.contains(QLatin1Char(' ')))
            text = text.left(text.lastIndexOf(QLatin1Char(' ')));
        return text + QStringLiteral("...");
    }

    const theme::Theme& m_theme;
    QString m_teaches;
    QPixmap m_picture;
};

} // namespace

WelcomePage::WelcomePage(const theme::Theme& theme, QWidget* parent) : QScrollArea(parent), m_theme(theme) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setAccessibleName(tr("Welcome"));
    build();
}

void WelcomePage::build() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kWelcomeMargin, 36, kWelcomeMargin, 36);
    layout->setSpacing(16);
    layout->addLayout(makeHead(page));
    auto* what = new QLabel(tr("Write programs for neural-network accelerators, run them on an exact "
                               "emulator, and step through them in both directions."),
                            page);
    what->setWordWrap(true);
    layout->addWidget(what);
    auto* start = new QLabel(tr("Start here"), page);
    theme::keepFont(*start, m_theme, &theme::Theme::title);
    layout->addWidget(start);
    layout->addLayout(makePath(page));
    auto* heading = new QLabel(tr("Examples"), page);
    theme::keepFont(*heading, m_theme, &theme::Theme::title);
    layout->addWidget(heading);
    m_jumps = new QHBoxLayout;
    layout->addLayout(m_jumps);
    auto* lessons = new QHBoxLayout;
    layout->addLayout(lessons);
    layout->addLayout(makeCards(page));
    m_jumps->addStretch();
    const auto addLesson = [&](const QString& title, const QString& chapter) {
        auto* lesson = new QToolButton(page);
        lesson->setText(title);
        lesson->setAutoRaise(true);
        connect(lesson, &QToolButton::clicked, this, [this, chapter] { Q_EMIT lessonWanted(chapter); });
        lessons->addWidget(lesson);
    };
    addLesson(tr("Lesson: striding on a chip that cannot stride"), kStridingLesson);
    addLesson(tr("Lesson: tiles, and the ring that lies"), QStringLiteral("tiling-lesson"));
    addLesson(tr("Lesson: remember or do again"), QStringLiteral("recompute-lesson"));
    addLesson(tr("Lesson: round where the hardware rounds"), QStringLiteral("quantise-lesson"));
    lessons->addStretch();
    auto* recentHeading = new QLabel(tr("Recent files"), page);
    theme::keepFont(*recentHeading, m_theme, &theme::Theme::title);
    layout->addWidget(recentHeading);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(4);
    layout->addLayout(m_recent);
    layout->addStretch();
    setWidget(page);
    setRecentFiles({});
}

// The name of the window, and how to begin without an example.
QHBoxLayout* WelcomePage::makeHead(QWidget* page) {
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("Lanewright"), page);
    QFont large = m_theme.title();
    large.setPointSizeF(20);
    title->setFont(large);
    head->addWidget(title);
    head->addStretch();
    const auto add = [&](const char* icon, const QString& text, void (WelcomePage::*wanted)()) {
        auto* button = new QPushButton(theme::icon(m_theme, QString::fromLatin1(icon)), text, page);
        connect(button, &QPushButton::clicked, this, wanted);
        head->addWidget(button);
    };
    add("new", tr("New File"), &WelcomePage::newWanted);
    add("new", tr("New from Template..."), &WelcomePage::templateWanted);
    add("open", tr("Open..."), &WelcomePage::openWanted);
    add("striding", tr("Open Network..."), &WelcomePage::networkWanted);
    return head;
}

// Three things to do, one after the other: what a bundle is, what a whole program does, what the pictures
// show.
QHBoxLayout* WelcomePage::makePath(QWidget* page) {
    auto* path = new QHBoxLayout;
    path->setSpacing(kWelcomeGap);
    // The last one leads to the lesson, for which the example only provides the picture.
    const auto add = [&](const QString& title, const QString& teaches, const QString& example,
                         bool isLesson) {
        Example step;
        step.title = title;
        step.teaches = teaches;
        for (const Example& one : examples())
            if (nameOf(one) == example) {
                if (!isLesson) step.program = one.program;
                step.picture = one.picture;
            }
        auto* card = new Card(m_theme, step, page);
        connect(card, &QAbstractButton::clicked, this, [this, program = step.program] {
            program.isEmpty() ? Q_EMIT lessonWanted(kStridingLesson) : Q_EMIT opened(program);
        });
        path->addWidget(card);
    };
    if (!examples().isEmpty()) {
        add(tr("1  Step through a bundle"),
            tr("Five bundles on a small machine. F11 steps forward, Shift+F10 back; About says what to look at."),
            QStringLiteral("training/first-bundle"), false);
        add(tr("2  Watch a network learn"),
            tr("Handwritten digits, 200 steps of training. F5 runs it; then look at the curve of its loss."),
            QStringLiteral("training/digits"), false);
    }
    add(tr("3  Take the lesson on striding"),
        tr("How a circuit that cannot stride computes a strided layer all the same, and when it goes wrong."),
        QStringLiteral("networks/edge-filter"), true);
    path->addStretch();
    return path;
}

// A heading for each group, its cards in rows.
QGridLayout* WelcomePage::makeCards(QWidget* page) {
    m_cards = new QGridLayout;
    m_cards->setSpacing(kWelcomeGap);
    m_inCards.clear();
    QString group;
    for (const Example& example : examples()) {
        if (example.group != group) {
            group = example.group;
            auto* heading = new QLabel(titleOf(group), page);
            m_inCards << heading;
            addJump(heading->text(), heading);
        }
        auto* card = new Card(m_theme, example, page);
        card->setObjectName(nameOf(example));
        connect(card, &QAbstractButton::clicked, this,
                [this, path = example.program] { Q_EMIT opened(path); });
        m_inCards << card;
    }
    if (group.isEmpty())
        m_inCards << new QLabel(tr("The folder of examples was not found beside the program."), page);
    m_columns = 0;
    arrangeCards(kLeastColumns);
    return m_cards;
}

void WelcomePage::arrangeCards(int columns) {
    if (std::exchange(m_columns, columns) == columns) return;
    int row = -1, column = columns;
    for (QWidget* widget : m_inCards) {
        m_cards->removeWidget(widget);
        const bool isCard = qobject_cast<QAbstractButton*>(widget) != nullptr;
        if (!isCard || column == columns) {
            ++row;
            column = 0;
        }
        m_cards->addWidget(widget, row, column, 1, isCard ? 1 : columns);
        column = isCard ? column + 1 : columns;
    }
    for (int i = 0; i <= kMostColumns; ++i)
        m_cards->setColumnStretch(i, i == columns); // the remainder is on the right
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    const int room = viewport()->width() - 2 * kWelcomeMargin,
              card = m_theme.scaled(kCardWidth) + kWelcomeGap;
    arrangeCards(std::clamp((room + kWelcomeGap) / card, kLeastColumns, kMostColumns));
}

// Brings a group to the top of the window, from the line of groups above the first.
void WelcomePage::addJump(const QString& text, QWidget* to) {
    auto* button = new QToolButton(to->parentWidget());
    button->setText(text);
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, to] { verticalScrollBar()->setValue(to->y()); });
    m_jumps->addWidget(button);
}

// A course's own folders keep their names.
QString WelcomePage::titleOf(const QString& group) {
    if (group == QLatin1String("training")) return tr("Training chip");
    if (group == QLatin1String("inference")) return tr("Inference circuit");
    if (group == QLatin1String("nnp")) return tr("Neural network processor");
    if (group == QLatin1String("networks")) return tr("Networks");
    return group;
}

void WelcomePage::setRecentFiles(const QStringList& paths) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_recentFiles = paths.mid(0, kMostRecentShown);
    for (const QString& path : m_recentFiles) {
        auto* button = new QToolButton(this);
        button->setText(path);
        button->setAutoRaise(true);
        button->setAccessibleName(path);
        connect(button, &QToolButton::clicked, this, [this, path] { Q_EMIT opened(path); });
        m_recent->addWidget(button);
    }
    if (!m_recentFiles.isEmpty()) return;
    auto* none = new QLabel(tr("None yet. Open a file, or begin a new one with Ctrl+N."), this);
    m_recent->addWidget(none);
}

} // namespace lw::ide

#include "moc_welcome_page.cpp"
