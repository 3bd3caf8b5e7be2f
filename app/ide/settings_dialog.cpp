// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/settings_dialog.h"

#include "app/ide/language.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lw::ide {

namespace {

constexpr int kSettingsWidth = 720, kSettingsHeight = 520, kMargin = 16, kTextWidth = 440;

QLabel* explanation(const QString& text, QWidget* parent) {
    auto* out = new QLabel(text, parent);
    out->setWordWrap(true);
    out->setForegroundRole(QPalette::PlaceholderText);
    out->setMinimumWidth(kTextWidth);
    return out;
}

QFormLayout* formOf(QWidget* page) {
    auto* form = new QFormLayout(page);
    form->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    form->setVerticalSpacing(kMargin / 2);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    return form;
}

// A row whose field has the name of its label.
void addRow(QFormLayout& form, const QString& label, QWidget* field) {
    form.addRow(label, field);
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')).remove(QLatin1Char(':')));
}

} // namespace

SettingsDialog::SettingsDialog(theme::Theme& theme, ActionTable& actions, const Preferences& running,
                               QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_running(running)
    , m_chosen(readPreferences())
    , m_pages(new QTabWidget(this))
    , m_look(new QComboBox(this))
    , m_scale(new QSpinBox(this))
    , m_points(new QDoubleSpinBox(this))
    , m_presentation(new QSpinBox(this))
    , m_language(new QComboBox(this))
    , m_shortcuts(new ShortcutPage(theme, actions, this))
    , m_restart(makeRestart()) {
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(kSettingsWidth, kSettingsHeight);
    m_pages->setDocumentMode(true); // no frame in a frame
    m_pages->setAccessibleName(tr("Pages of the settings"));
    m_pages->addTab(makeAppearance(), tr("&Appearance"));
    m_pages->addTab(makeLanguage(), tr("&Language"));
    m_pages->addTab(m_shortcuts, tr("&Shortcuts"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_restart);
    layout->addWidget(buttons);
    keep();
}

QWidget* SettingsDialog::makeAppearance() {
    auto* page = new QWidget(this);
    QFormLayout& form = *formOf(page);
    m_look->addItem(tr("As the system"), static_cast<int>(theme::Choice::System));
    m_look->addItem(tr("Light"), static_cast<int>(theme::Choice::Light));
    m_look->addItem(tr("Dark"), static_cast<int>(theme::Choice::Dark));
    m_look->setCurrentIndex(m_look->findData(static_cast<int>(m_chosen.theme)));
    addRow(form, tr("&Theme:"), m_look);
    m_scale->setRange(Preferences::kLeastScale, Preferences::kMostScale);
    m_scale->setSingleStep(10);
    m_scale->setSuffix(tr(" %"));
    m_scale->setValue(m_chosen.scalePercent);
    addRow(form, tr("Si&ze of everything:"), m_scale);
    form.addRow(
        QString(),
        explanation(tr("For projectors and very fine screens. Above 100 % it takes effect after a restart."),
                    page));
    m_points->setRange(Preferences::kLeastPoints, Preferences::kMostPoints);
    m_points->setDecimals(1);
    m_points->setSingleStep(0.5);
    m_points->setSuffix(tr(" pt"));
    m_points->setValue(m_chosen.sourcePoints);
    addRow(form, tr("Size of &program text:"), m_points);
    m_presentation->setRange(Preferences::kLeastPresentation, Preferences::kMostPresentation);
    m_presentation->setSingleStep(5);
    m_presentation->setSuffix(tr(" %"));
    m_presentation->setValue(m_chosen.presentationPercent);
    addRow(form, tr("Type in pr&esentation mode:"), m_presentation);
    connect(m_look, &QComboBox::currentIndexChanged, this, &SettingsDialog::keep);
    connect(m_scale, &QSpinBox::valueChanged, this, &SettingsDialog::keep);
    connect(m_points, &QDoubleSpinBox::valueChanged, this, &SettingsDialog::keep);
    connect(m_presentation, &QSpinBox::valueChanged, this, &SettingsDialog::keep);
    return page;
}

QWidget* SettingsDialog::makeLanguage() {
    auto* page = new QWidget(this);
    QFormLayout& form = *formOf(page);
    m_language->addItem(tr("As the system"), QString());
    bool all = true;
    for (const Language& language : languages()) {
        const QString code = QString::fromLatin1(language.code);
        if (hasCatalogue(code))
            m_language->addItem(QString::fromUtf8(language.name), code);
        else
            all = false;
    }
    m_language->setCurrentIndex(std::max(0, m_language->findData(m_chosen.language)));
    addRow(form, tr("&Language:"), m_language);
    form.addRow(QString(), explanation(tr("Names of instructions, registers and units stay English. "
                                          "Takes effect after a restart."),
                                       page));
    if (!all)
        form.addRow(QString(),
                    explanation(tr("This program was built without the tool that compiles catalogues "
                                   "(lrelease); other languages are missing."),
                                page));
    connect(m_language, &QComboBox::currentIndexChanged, this, &SettingsDialog::keep);
    return page;
}

QFrame* SettingsDialog::makeRestart() {
    auto* out = new QFrame(this);
    auto* row = new QHBoxLayout(out);
    row->setContentsMargins(0, 0, 0, 0);
    auto* text = new QLabel(tr("Some of it takes effect when Lanewright restarts. Open files and the "
                               "place in the run come back."),
                            out);
    text->setWordWrap(true);
    auto* button = new QPushButton(tr("&Restart Now"), out);
    button->setAutoDefault(false);
    row->addWidget(text, 1);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, &SettingsDialog::restartWanted);
    return out;
}

void SettingsDialog::keep() {
    m_chosen.theme = static_cast<theme::Choice>(m_look->currentData().toInt());
    m_chosen.scalePercent = m_scale->value();
    m_chosen.sourcePoints = m_points->value();
    m_chosen.presentationPercent = m_presentation->value();
    m_chosen.language = m_language->currentData().toString();
    if (m_chosen != readPreferences()) writePreferences(m_chosen);
    m_theme.choose(m_chosen.theme);
    m_theme.setSourcePoints(m_chosen.sourcePoints);
    m_theme.setMagnification(m_chosen.reduced());
    m_restart->setVisible(m_chosen.enlarged() != m_running.enlarged() ||
                          m_chosen.language != m_running.language);
}

} // namespace lw::ide

#include "moc_settings_dialog.cpp"
