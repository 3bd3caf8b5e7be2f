// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/blocks_view.h"

#include "core/project/exact_numbers.h"
#include "widgets/firmware/firmware_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"

#include <QAbstractTableModel>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>
#include <QSplitter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::firmware {

using scene::firmware::BlockNumber;
using scene::firmware::kLossBins;
using scene::firmware::NumberBlock;
using scene::firmware::NumberBlocks;
using session::counted;
using theme::Role;

namespace {

constexpr int kCurveWidth = 340, kCurveHeight = 136; // with its axes and what they show
constexpr std::size_t kMostShown = 65'536;           // numbers: a matrix of 128 x 128 has a quarter of that
struct BlockColumn {
    enum : int { Block, Value, Mantissa, Bits, Rounded, Lost, Exact, kCount };
};
enum { BitsRole = Qt::UserRole + 1, LossRole, SaturatedRole };

QString shortText(double value) { return QString::number(value, 'g', 7); }

// How far what is left is from float64, with all that was rounded before it.
QString exactText(const BlockNumber& number, double exact) {
    return std::isfinite(exact) ? QString::number(number.rounded - exact, 'g', 4) : QString();
}

} // namespace

class BlocksModel : public QAbstractTableModel {
  public:
    using QAbstractTableModel::QAbstractTableModel;

    void show(NumberBlocks blocks, concord::Numbers exact) {
        beginResetModel();
        m_blocks = std::move(blocks);
        m_exact = std::move(exact);
        endResetModel();
    }
    const NumberBlocks& blocks() const { return m_blocks; }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() || m_blocks.blocks.empty() ? 0 : static_cast<int>(m_blocks.numbers);
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : BlockColumn::kCount;
    }
    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const std::size_t n = m_blocks.blocks.front().numbers.size(),
                          row = static_cast<std::size_t>(index.row());
        const NumberBlock& block = m_blocks.blocks[row / n];
        const BlockNumber& number = block.numbers[row % n];
        const double lost = number.value - number.rounded;
        if (role == BitsRole) return number.mantissa;
        if (role == LossRole) return lost / block.step;
        if (role == SaturatedRole) return number.isSaturated;
        if (role == Qt::TextAlignmentRole && index.column() != BlockColumn::Block)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        if (role != Qt::DisplayRole) return {};
        switch (index.column()) {
        case BlockColumn::Block:
            if (row % n != 0) return QString();
            return sharesNothing() ? QString::number(row / n)
                                   : BlocksView::tr("%1: 2^%2").arg(row / n).arg(block.exponent);
        case BlockColumn::Value: return shortText(number.value);
        case BlockColumn::Mantissa:
            return (m_blocks.mx ? shortText(numeric::mxElement(static_cast<std::uint8_t>(number.mantissa),
                                                               *m_blocks.mx))
                                : QString::number(number.mantissa)) +
                   (number.isSaturated ? QStringLiteral(" !") : QString());
        case BlockColumn::Bits: return {};
        case BlockColumn::Rounded: return shortText(number.rounded);
        case BlockColumn::Exact: return row < m_exact.size() ? exactText(number, m_exact[row]) : QString();
        default: return shortText(lost);
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
        switch (section) {
        case BlockColumn::Block:
            return sharesNothing() ? BlocksView::tr("Block") : BlocksView::tr("Block: exponent");
        case BlockColumn::Value: return BlocksView::tr("Value");
        case BlockColumn::Mantissa:
            return m_blocks.mx ? BlocksView::tr("Element") : BlocksView::tr("Mantissa");
        case BlockColumn::Bits: return BlocksView::tr("Bits");
        case BlockColumn::Rounded: return BlocksView::tr("Rounded");
        case BlockColumn::Exact: return BlocksView::tr("Off float64");
        default: return BlocksView::tr("Lost");
        }
    }

  private:
    bool sharesNothing() const { return !m_blocks.mx && numeric::areIntegers(m_blocks.format); }

    NumberBlocks m_blocks;
    concord::Numbers m_exact; // of each number, with nothing rounded; empty: not known
};

namespace {

// Mantissas as squares, the sign first; what is lost as a bar as wide as the part of half a step, and in
// another colour where the mantissa that there would be does not exist.
class BlockDelegate : public theme::RowDelegate {
  public:
    BlockDelegate(const theme::Theme& theme, const BlocksModel& model, QObject* parent)
        : RowDelegate(theme, parent), m_model(model) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        if (index.column() == BlockColumn::Lost) {
            const double part = std::min(2 * std::abs(index.data(LossRole).toDouble()), 1.0);
            QRectF bar = QRectF(option.rect).adjusted(2, 3, -2, -3);
            bar.setLeft(bar.right() - bar.width() * part);
            const bool isSaturated = index.data(SaturatedRole).toBool();
            painter->fillRect(bar, theme().fill(isSaturated ? Role::Error : Role::Warning, 0.35));
        }
        RowDelegate::paint(painter, option, index);
        if (index.column() == BlockColumn::Bits)
            paintBits(*painter, option.rect, index.data(BitsRole).toInt());
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QSize out = RowDelegate::sizeHint(option, index);
        if (index.column() == BlockColumn::Bits) out.setWidth(m_model.blocks().bits() * side() + 16);
        return out;
    }

  private:
    int side() const { return theme().scaled(12); }
    void paintBits(QPainter& painter, const QRect& box, int mantissa) const {
        const int bits = m_model.blocks().bits();
        for (int bit = 0; bit < bits; ++bit) {
            const bool isSet = ((static_cast<unsigned>(mantissa) >> (bits - 1 - bit)) & 1U) != 0;
            const QRect square(box.left() + 8 + bit * side(), box.center().y() - side() / 2 + 1, side() - 2,
                               side() - 2);
            const Role role = bit == 0 ? Role::UnitMemory : Role::Accent;
            painter.setPen(theme()[isSet ? role : Role::Border]);
            painter.setBrush(isSet ? theme().fill(role, 0.6) : theme()[Role::Surface]);
            painter.drawRect(square);
        }
    }

    const BlocksModel& m_model;
};

} // namespace

BlocksView::BlocksView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent)
    : FirmwareView(
          context, desk,
          tr("The numbers of an instruction as blocks: shared exponents, mantissas as bits, and what "
             "rounding loses."),
          parent)
    , m_model(new BlocksModel(this)) {
    bodyLayout()->addWidget(makeTools());
    auto* split = new QSplitter(body());
    split->setChildrenCollapsible(false);
    m_table = new QTableView(split);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Numbers in blocks"));
    m_table->setItemDelegate(new BlockDelegate(theme(), *m_model, m_table));
    theme::dressTable(*m_table, theme());
    theme::sayWhenEmpty(*m_table,
                        tr("Select an instruction that computes: in the text, the graph or the chain."));
    auto* right = new QSplitter(Qt::Vertical, split);
    right->setChildrenCollapsible(false);
    m_losses = new charts::CurveView(theme(), right);
    m_losses->setMinimumSize(theme().scaled(kCurveWidth), theme().scaled(kCurveHeight));
    right->addWidget(makeFormats());
    m_losses->setAxes({.across = tr("lost, in steps of the mantissa (0: nothing)"), .up = tr("numbers")});
    constexpr double kBin = 2.0 / (kLossBins - 1);
    m_losses->setAcross(-1, kBin);
    right->setSizes({2 * theme().scaled(kCurveHeight), theme().scaled(kCurveHeight)});
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    bodyLayout()->addWidget(split, 1);
    setFocusProxy(m_table);
    connect(&viewContext().selection, &session::Selection::changed, this, &BlocksView::follow);
    connect(&desk, &FirmwareDesk::factsChanged, this, [this] {
        if (isVisible()) this->desk().askForValues();
        showBlocks();
    });
    follow();
}

QWidget* BlocksView::makeTools() {
    auto* tools = new QWidget(body());
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 3, 8, 3);
    m_message = new theme::WrappedLabel(2, tools);
    row->addWidget(m_message, 1);
    m_bits = new QSlider(Qt::Horizontal, tools);
    m_bits->setRange(numeric::kFewestMantissaBits, numeric::kMostMantissaBits);
    m_bits->setAccessibleName(tr("Bits of a mantissa"));
    m_bits->setToolTip(tr("Bits of a mantissa, from 2 to 16: tries what other formats lose"));
    m_bits->setFixedWidth(theme().scaled(160));
    connect(m_bits, &QSlider::valueChanged, this, [this](int bits) {
        m_chosen = bits;
        showBlocks();
    });
    row->addWidget(m_bits);
    m_own = new QPushButton(tr("As the Firmware"), tools);
    m_own->setToolTip(tr("As many bits as the firmware has for this"));
    connect(m_own, &QPushButton::clicked, this, [this] {
        m_chosen.reset();
        showBlocks();
    });
    row->addWidget(m_own);
    return tools;
}

QTableView* BlocksView::makeFormats() {
    m_formatsModel = new paint::SceneTableModel(this);
    m_formats = new QTableView(body());
    m_formats->setModel(m_formatsModel);
    m_formats->setAccessibleName(tr("What formats lose"));
    m_formats->setToolTip(
        tr("The same numbers in the firmware's format and in MX formats: click one to see them in it"));
    m_formats->setItemDelegate(new theme::RowDelegate(theme(), m_formats));
    theme::dressTable(*m_formats, theme());
    connect(m_formats->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (!row.isValid() || row.row() == m_format) return;
                m_format = row.row();
                showBlocks();
            });
    return m_formats;
}

const NumberBlocks& BlocksView::blocks() const { return m_model->blocks(); }

void BlocksView::showEvent(QShowEvent* event) {
    FirmwareView::showEvent(event);
    desk().askForValues();
}

BlocksView::~BlocksView() { *m_stop = true; }

// Computed as soon as somebody looks: it takes as long as a run.
void BlocksView::askForExact() {
    const FactsPtr& facts = desk().facts();
    const ValuesPtr& values = desk().values();
    if (!facts || !values || !isVisible() || m_exactOf == values) return;
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_exactOf = values;
    m_exact.reset();
    m_task.ask(
        [facts, values, stop = m_stop] {
            return std::make_shared<const concord::NodeNumbers>(
                project::exactNumbersOf(facts->software, values->observed, stop.get()));
        },
        [this, values](const std::shared_ptr<const concord::NodeNumbers>& exact) {
            if (values != m_exactOf) return;
            m_exact = exact;
            showBlocks();
        });
}

concord::Numbers BlocksView::exactOf() const {
    const FactsPtr& facts = desk().facts();
    if (!facts || !m_bundle || !m_exact || m_exactOf != desk().values()) return {};
    const auto exact =
        scene::firmware::roundedValue(facts->software.graph, facts->software.stream, *m_exact, *m_bundle);
    return exact ? exact->numbers : concord::Numbers();
}

void BlocksView::follow() {
    if (const auto bundle = viewContext().selectedBundle()) m_bundle = bundle;
    showBlocks();
}

void BlocksView::showBlocks() {
    askForExact();
    const FactsPtr& facts = desk().facts();
    const ValuesPtr& values = desk().values();
    std::optional<scene::firmware::RoundedValue> value;
    if (facts && values && m_bundle)
        value = scene::firmware::roundedValue(facts->software.graph, facts->software.stream, values->numbers,
                                              *m_bundle);
    m_own->setEnabled(value && m_chosen && *m_chosen != static_cast<int>(value->bits));
    m_bits->setEnabled(value && m_format == 0);
    if (!value) {
        m_model->show({}, {});
        showFormats({});
        m_message->setText(m_bundle && facts ? tr("Instruction %1 computes nothing.").arg(*m_bundle)
                                             : QString());
        return showLosses();
    }
    const int bits = m_chosen.value_or(static_cast<int>(value->bits));
    {
        const QSignalBlocker quiet(m_bits);
        m_bits->setValue(bits);
    }
    const std::size_t all = value->numbers.size();
    value->numbers.resize(std::min(all, kMostShown));
    const std::vector<NumberBlocks> formats = scene::firmware::inEveryFormat(
        value->numbers, facts->software.stream.format.n,
        {bits, static_cast<int>(facts->software.stream.format.exponentBits)}, value->how);
    m_model->show(formats[static_cast<std::size_t>(m_format)], exactOf());
    showFormats(all == 0 ? std::vector<NumberBlocks>() : formats);
    m_table->resizeColumnsToContents();
    const NumberBlocks& shown = m_model->blocks();
    QString text = (value->isRounded
                        ? tr("Instruction %1 rounds these to mantissas of %2 bits; here %3.")
                        : tr("Instruction %1 gives these, which a product would round to %2 bits; here %3."))
                       .arg(QString::number(*m_bundle), QString::number(value->bits),
                            shown.mx ? QString::fromStdString(shown.name()) : QString::number(bits));
    const auto& fault = values->observed.stop.fault;
    if (fault && all == 0) text = tr("Instruction %1 was not reached.").arg(*m_bundle);
    if (fault) text += QLatin1Char(' ') + faultText(*fault);
    if (all != 0)
        text += QLatin1Char(' ') +
                tr("%1 of %2 lose nothing, %3 are cut at the end of the range, at most %4 is lost.")
                    .arg(counted(shown.exact), counted(shown.numbers), counted(shown.saturated),
                         shortText(shown.largestLoss));
    if (all > kMostShown)
        text += QLatin1Char(' ') + tr("Shown: the first %1 of %2.").arg(counted(kMostShown), counted(all));
    m_message->setText(text);
    showLosses();
}

void BlocksView::showFormats(const std::vector<NumberBlocks>& formats) {
    std::vector<QStringList> rows;
    for (const NumberBlocks& one : formats)
        rows.push_back({QString::fromStdString(one.name()), QString::number(one.bitsOfNumber(), 'g', 4),
                        counted(one.exact), counted(one.saturated), QString::number(one.largestLoss, 'g', 4),
                        QString::number(one.meanLoss(), 'g', 4)});
    const QSignalBlocker quiet(m_formats->selectionModel());
    const auto count = static_cast<int>(rows.size());
    m_formatsModel->show({{tr("Format"), tr("Bits of a number"), tr("Lose nothing"), tr("Cut"),
                           tr("Largest loss"), tr("Mean loss")},
                          count,
                          [rows = std::move(rows)](int row, int column, int role) -> QVariant {
                              if (role == Qt::TextAlignmentRole && column > 0)
                                  return QVariant(Qt::AlignRight | Qt::AlignVCenter);
                              if (role != Qt::DisplayRole) return {};
                              return rows[static_cast<std::size_t>(row)][column];
                          }});
    if (count > 0) m_formats->selectRow(m_format);
    m_formats->resizeColumnsToContents();
}

void BlocksView::showLosses() {
    tensor::Tensor counts(tensor::DType::F32, {kLossBins});
    for (std::size_t i = 0; i < kLossBins; ++i)
        counts.set(i, static_cast<float>(m_model->blocks().losses[i]));
    const bool isEmpty = m_model->blocks().blocks.empty();
    m_losses->setElements(isEmpty ? nullptr : scene::elementsOf(std::move(counts)));
    m_losses->parentWidget()->setVisible(!isEmpty); // an empty chart says less than the sentence beside it
}

} // namespace lw::firmware

#include "moc_blocks_view.cpp"
