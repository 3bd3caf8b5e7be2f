// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/shortcut_page.h"

#include "widgets/theme/changed_delegate.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

namespace lw::ide {

namespace {

constexpr int kNameWidth = 300, kMenuWidth = 90;

// Two combinations pressed one after the other are not a shortcut of ours.
QKeySequence firstOf(const QKeySequence& keys) { return keys.isEmpty() ? keys : QKeySequence(keys[0]); }

} // namespace

ShortcutPage::ShortcutPage(const theme::Theme& theme, ActionTable& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_model(actions)
    , m_search(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_keys(new QKeySequenceEdit(this))
    , m_note(new QLabel(this))
    , m_set(new QPushButton(tr("&Set"), this))
    , m_none(new QPushButton(tr("&No Shortcut"), this))
    , m_reset(new QPushButton(tr("&Reset"), this)) {
    m_search->setPlaceholderText(tr("Search by name or key"));
    m_search->setAccessibleName(tr("Search shortcuts"));
    m_search->setClearButtonEnabled(true);
    makeTable(theme);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_table, 1);
    layout->addLayout(makeRecorder());
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_found.setFilterFixedString(text);
        m_table->selectRow(0);
    });
    m_table->selectRow(0);
    updateRecorder();
}

void ShortcutPage::makeTable(const theme::Theme& theme) {
    m_found.setSourceModel(&m_model);
    m_found.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_found.setFilterKeyColumn(-1); // every column
    m_table->setModel(&m_found);
    m_table->setAccessibleName(tr("Shortcuts"));
    theme::dressTable(*m_table, theme);
    theme::keepFont(*m_table, theme, &theme::Theme::text);
    m_table->setItemDelegate(new theme::ChangedDelegate(theme, ShortcutModel::kChangedRole, m_table));
    m_table->horizontalHeader()->resizeSection(ShortcutModel::Name, kNameWidth);
    m_table->horizontalHeader()->resizeSection(ShortcutModel::In, kMenuWidth);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_keys->clear();
        updateRecorder();
    });
    connect(m_table, &QTableView::activated, m_keys, [this] { m_keys->setFocus(); });
}

QLayout* ShortcutPage::makeRecorder() {
    auto* form = new QFormLayout;
    m_keys->setAccessibleName(tr("New shortcut"));
    m_keys->setAccessibleDescription(tr("Press the keys that the action chosen shall have"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_keys, 1);
    row->addWidget(m_set);
    row->addWidget(m_none);
    row->addWidget(m_reset);
    auto* resetAll = new QPushButton(tr("Reset &All"), this);
    row->addWidget(resetAll);
    for (QPushButton* button : {m_set, m_none, m_reset, resetAll}) button->setAutoDefault(false);
    auto* label = new QLabel(tr("New &shortcut:"), this);
    label->setBuddy(m_keys);
    form->addRow(label, row);
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(m_note->fontMetrics().lineSpacing() * 2); // no jumping rows when it shows a text
    m_note->setAlignment(Qt::AlignTop);
    form->addRow(m_note);
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& keys) {
        if (keys.count() > 1) m_keys->setKeySequence(firstOf(keys));
        updateRecorder();
    });
    connect(m_set, &QPushButton::clicked, this, &ShortcutPage::accept);
    connect(m_none, &QPushButton::clicked, this, [this] {
        if (QAction* action = chosen()) m_model.setKeys(action, {});
        updateRecorder();
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (QAction* action = chosen()) m_model.reset(action);
        updateRecorder();
    });
    connect(resetAll, &QPushButton::clicked, this, [this] {
        m_model.resetAll();
        updateRecorder();
    });
    return form;
}

QAction* ShortcutPage::chosen() const {
    const QModelIndex at = m_found.mapToSource(m_table->currentIndex());
    return at.isValid() ? m_model.actionAt(at.row()) : nullptr;
}

void ShortcutPage::choose(const QString& id) {
    m_search->clear();
    const QModelIndex at = m_found.mapFromSource(m_model.index(m_model.rowOf(m_actions[id]), 0));
    m_table->setCurrentIndex(at);
    m_table->scrollTo(at);
}

void ShortcutPage::record(const QKeySequence& keys) { m_keys->setKeySequence(keys); }

void ShortcutPage::accept() {
    QAction* action = chosen();
    const QKeySequence keys = firstOf(m_keys->keySequence());
    if (!action || keys.isEmpty() || !m_model.refusal(keys).isEmpty()) return;
    m_model.setKeys(action, keys);
    m_keys->clear();
    updateRecorder();
}

void ShortcutPage::updateRecorder() {
    const QAction* action = chosen();
    const QKeySequence keys = firstOf(m_keys->keySequence());
    QString note = m_model.refusal(keys);
    const bool refused = !note.isEmpty();
    const QAction* holder = refused ? nullptr : m_model.holderOf(keys, action);
    if (holder)
        note = tr("%1 is the shortcut of \"%2\", which then has none.")
                   .arg(keys.toString(QKeySequence::NativeText), plainTextOf(holder));
    m_note->setText(note);
    m_set->setEnabled(action && !keys.isEmpty() && !refused);
    m_set->setText(holder ? tr("&Set Anyway") : tr("&Set"));
    m_none->setEnabled(action && !action->shortcut().isEmpty());
    m_reset->setEnabled(action && action->shortcut() != ActionTable::defaultShortcut(action));
}

} // namespace lw::ide

#include "moc_shortcut_page.cpp"
