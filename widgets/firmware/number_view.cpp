// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/number_view.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/changed_delegate.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include <limits>
#include <optional>
#include <utility>

namespace lw::firmware {

using numeric::NumberBlock;
using numeric::NumberFormat;

namespace {

constexpr int kMostNumbersShown = 4096;
constexpr std::size_t kMostSaidBlocks = 3;

std::optional<double> numberIn(const QString& word) {
    if (word.compare(QLatin1String("nan"), Qt::CaseInsensitive) == 0)
        return std::numeric_limits<double>::quiet_NaN();
    bool isNumber = false;
    const double out = QLocale::c().toDouble(word, &isNumber);
    return isNumber ? std::optional(out) : std::nullopt;
}

// Bits such as 0x7e, of a format without blocks.
std::optional<std::uint16_t> bitsIn(const QString& word, const NumberFormat& format) {
    if (format.bitsAlone() == 0) return {};
    bool isNumber = false;
    const uint out = word.mid(2).toUInt(&isNumber, 16);
    const bool fits = out < 1U << format.bitsAlone();
    return isNumber && fits ? std::optional(static_cast<std::uint16_t>(out)) : std::nullopt;
}

} // namespace

NumberView::NumberView(const session::ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_theme(context.theme)
    , m_message(new QLabel(this))
    , m_table(new QTableView(this))
    , m_model(new paint::SceneTableModel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTools());
    m_message->setWordWrap(true);
    m_message->setContentsMargins(8, 0, 8, 4);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_message);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Numbers bit by bit"));
    m_table->setItemDelegate(new theme::RowDelegate(m_theme, m_table));
    theme::dressTable(*m_table, m_theme);
    column->addWidget(m_table, 1);
    setFocusProxy(m_numbers);
    showCards();
}

QWidget* NumberView::makeTools() {
    auto* tools = new QWidget(this);
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 3, 8, 3);
    m_numbers = new QLineEdit(QStringLiteral("3 -1.5 0.75 0.2"), tools);
    m_numbers->setAccessibleName(tr("Numbers"));
    m_numbers->setToolTip(
        tr("Numbers with spaces between them, inf and nan, or bits such as 0x7e of a format without blocks"));
    m_numbers->setFont(m_theme.monospace());
    row->addWidget(m_numbers, 1);
    m_formats = new QComboBox(tools);
    m_formats->setAccessibleName(tr("Format"));
    for (const std::string& name : numeric::numberFormatNames())
        m_formats->addItem(QString::fromStdString(name));
    m_formats->setCurrentText(QStringLiteral("bfp5"));
    row->addWidget(m_formats);
    m_roundings = new QComboBox(tools);
    m_roundings->setAccessibleName(tr("Rounding"));
    m_roundings->addItems(
        {tr("to nearest even"), tr("toward zero"), tr("by chance")}); // as numeric::Rounding
    row->addWidget(m_roundings);
    connect(m_numbers, &QLineEdit::textChanged, this, &NumberView::showCards);
    connect(m_formats, &QComboBox::currentIndexChanged, this, &NumberView::showCards);
    connect(m_roundings, &QComboBox::currentIndexChanged, this, &NumberView::showCards);
    return tools;
}

void NumberView::showCards() {
    const auto format = numeric::numberFormatNamed(m_formats->currentText().toStdString());
    std::vector<double> values;
    std::vector<std::uint16_t> codes;
    const QStringList words = m_numbers->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words.mid(0, kMostNumbersShown)) {
        if (word.startsWith(QLatin1String("0x"), Qt::CaseInsensitive)) {
            const auto code = bitsIn(word, *format);
            if (!code)
                return refuse(format->bitsAlone() == 0
                                  ? tr("%1 has blocks: type numbers instead of the bits %2.")
                                        .arg(m_formats->currentText(), word)
                                  : tr("%1 is not a number of %2 bits: type fewer hexadecimal digits.")
                                        .arg(word)
                                        .arg(format->bitsAlone()));
            codes.push_back(*code);
        } else {
            const auto value = numberIn(word);
            if (!value)
                return refuse(tr("%1 is not a number: type some like 0.1, -3e-5, inf or nan.").arg(word));
            values.push_back(*value);
        }
    }
    if (!codes.empty() && !values.empty())
        return refuse(tr("Some of these are numbers, and some are bits: type one or the other."));
    if (words.isEmpty()) return refuse(tr("Type numbers to see their bits."));
    if (!codes.empty()) return showBlocks({numeric::blockOfCodes(codes, *format)});
    numeric::CardRounding how;
    how.rounding = static_cast<numeric::Rounding>(m_roundings->currentIndex());
    showBlocks(numeric::numberBlocks(values, *format, how));
}

void NumberView::showBlocks(const std::vector<NumberBlock>& blocks) {
    QStringList columns, said{session::coreText(blocks.front().title)};
    std::vector<QStringList> rows;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!blocks[i].shared.empty() && i < kMostSaidBlocks) said << session::coreText(blocks[i].shared);
        const auto cards = numeric::cardTable(blocks[i]);
        for (std::size_t row = 0; row < cards.size(); ++row) {
            QStringList& cells = row == 0 ? columns : rows.emplace_back();
            cells = {row == 0 ? tr("Block") : QString::number(i)};
            for (std::size_t cell = 0; cell < cards[row].size(); ++cell) {
                const bool isWord = row == 0 || cell + 1 == cards[row].size(); // the last one is a remark
                cells << (isWord && !cards[row][cell].empty() ? session::coreText(cards[row][cell])
                                                              : QString::fromStdString(cards[row][cell]));
            }
        }
    }
    if (blocks.size() > kMostSaidBlocks) said << QStringLiteral("...");
    m_message->setText(said.join(QLatin1Char('\n')));
    const auto count = static_cast<int>(rows.size());
    m_model->show({columns, count, [rows = std::move(rows)](int row, int column, int role) -> QVariant {
                       if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
                       if (role != Qt::DisplayRole) return {};
                       return rows[static_cast<std::size_t>(row)].value(column);
                   }});
    m_table->setColumnHidden(0, blocks.size() == 1);
    m_table->resizeColumnsToContents();
}

void NumberView::refuse(const QString& why) {
    m_message->setText(why);
    m_model->show({{}, 0, [](int, int, int) { return QVariant(); }});
}

} // namespace lw::firmware

#include "moc_number_view.cpp"
