// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/network_card.h"

#include "widgets/theme/changed_delegate.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QVBoxLayout>

namespace lw::striding {

namespace {
constexpr int kLinesOfWhy = 5;
} // namespace

NetworkCard::NetworkCard(const theme::Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_title(new theme::ElidedLabel(this))
    , m_table(new QTableView(this))
    , m_why(new theme::WrappedLabel(kLinesOfWhy, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 4, 4);
    layout->setSpacing(4);
    theme::keepFont(*m_title, theme, &theme::Theme::title);
    layout->addWidget(m_title);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("The layer that is selected"));
    theme::dressTable(*m_table, theme);
    m_table->horizontalHeader()->hide();
    layout->addWidget(m_table, 1);
    layout->addWidget(m_why);
    auto* buttons = new QGridLayout;
    buttons->setSpacing(4);
    layout->addLayout(buttons);
    const QPair<QString, QString> texts[kWays] = {
        {tr("Program"), tr("The rows of the program that compute it, in the text (Return)")},
        {tr("Tensor"), tr("What it computes, in the workspace Tensors")},
        {tr("Mask"), tr("How its stride is computed, in the view Mask")},
        {tr("Patch"), tr("What each of its elements is made of, in the view Patch")},
    };
    for (int i = 0; i < kWays; ++i) {
        m_buttons[i] = new QPushButton(texts[i].first, this);
        m_buttons[i]->setToolTip(texts[i].second);
        m_buttons[i]->setAccessibleName(texts[i].second);
        buttons->addWidget(m_buttons[i], i / 2, i % 2);
        connect(m_buttons[i], &QPushButton::clicked, this, [this, i] { Q_EMIT wanted(static_cast<Way>(i)); });
    }
    show({}, {}, {}, {});
}

void NetworkCard::show(const QString& title, const paint::Facts& facts, const QString& why,
                       const QVector<Way>& ways) {
    m_title->setText(title.isEmpty() ? tr("No layer is selected") : title);
    const auto cell = [facts](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        return column == 0 ? facts[row].first : facts[row].second;
    };
    m_model.show({{tr("What"), tr("Value")}, static_cast<int>(facts.size()), cell});
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    for (int i = 0; i < kWays; ++i) m_buttons[i]->setEnabled(ways.contains(static_cast<Way>(i)));
}

} // namespace lw::striding

#include "moc_network_card.cpp"
