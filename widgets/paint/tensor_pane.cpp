// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_pane.h"

#include "core/machine/cell_value.h"

#include <QComboBox>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace lw::paint {

namespace {

constexpr int kSliderWidth = 110, kHeadHeight = 26;
constexpr std::uint64_t kTableRows = 4096, kTableColumns = 256; // more is seen in the picture

QString titleOf(const scene::TensorInfo& info) {
    QString out = QStringLiteral("%1 %2").arg(QString::fromStdString(std::string(nameOf(info.type))),
                                              QString::fromStdString(tensor::shapeText(info.shape)));
    if (!info.space.empty())
        out += QStringLiteral("  %1 %2 %3  %4")
                   .arg(QString::fromStdString(info.space), QString::fromStdString(info.unit),
                        QString::number(info.address), QString::fromStdString(info.layout));
    return out;
}

} // namespace

TensorPane::TensorPane(const theme::Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_title(new QLabel(this))
    , m_controls(new QWidget(this))
    , m_controlLayout(new QHBoxLayout(m_controls))
    , m_canvas(new TensorCanvas(theme, this))
    , m_twin(new TableTwin(theme, m_canvas, tr("Tensor as a table"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(8);
    head->addStrut(kHeadHeight); // with and without controls, so that pictures side by side are of one size
    m_controlLayout->setContentsMargins(0, 0, 0, 0);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    head->addWidget(m_title, 1);
    head->addWidget(m_controls);
    head->addWidget(m_twin->makeButton(this));
    layout->addLayout(head);
    layout->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_twin->action(), &QAction::toggled, this, &TensorPane::updateTable);
    connect(m_twin, &TableTwin::picked, this, &TensorPane::pickInTable);
}

void TensorPane::showNothing(const QString& empty) {
    m_elements = nullptr;
    m_info = {};
    m_title->clear();
    m_canvas->setEmptyText(empty);
    m_canvas->setPicture(nullptr);
    m_twin->model().show(table());
    makeControls();
}

void TensorPane::show(const scene::TensorInfo& info, scene::ElementSourcePtr elements) {
    const bool isOther = !m_elements || info.name != m_info.name || info.shape != m_info.shape;
    m_info = info;
    m_elements = std::move(elements);
    if (isOther) {
        m_roles = scene::defaultRoles(m_info.shape);
        m_title->setText(QString::fromStdString(m_info.name) + QStringLiteral("   ") + titleOf(m_info));
        m_title->setToolTip(m_title->text());
        m_canvas->setAccessibleName(tr("Picture of %1").arg(m_title->text()));
        makeControls();
    }
    refresh();
}

void TensorPane::refresh() {
    if (!m_elements) return;
    m_canvas->setPicture(
        std::make_shared<scene::TensorPicture>(m_elements, scene::planeOf(m_info.shape, m_roles)));
    updateTable();
}

// ---- the same as a table

SceneTable TensorPane::table() const {
    if (!m_elements || !m_canvas->tiles().picture()) return {{}, 0, {}, {}};
    const scene::Plane plane = m_canvas->tiles().picture()->plane();
    const auto columns = std::min<std::uint64_t>(plane.columns - m_tableAt.column, kTableColumns);
    const auto rows = std::min<std::uint64_t>(plane.rows - m_tableAt.row, kTableRows);
    QStringList names;
    for (std::uint64_t i = 0; i < columns; ++i) names << QString::number(m_tableAt.column + i);
    const auto valueAt = [elements = m_elements, plane, at = m_tableAt](int row, int column,
                                                                        int role) -> QVariant {
        const auto element =
            scene::elementAt(*elements, plane.element(at.row + static_cast<unsigned>(row),
                                                      at.column + static_cast<unsigned>(column)));
        if (!element) return {};
        if (role == SceneTableModel::ChangedRole) return (element->flags & scene::kChanged) != 0;
        return element->flags & scene::kWritten
                   ? QString::fromStdString(machine::cellText(elements->type(), element->bits))
                   : QStringLiteral("·");
    };
    return {names, static_cast<int>(rows), valueAt,
            [at = m_tableAt](int row) { return QString::number(at.row + static_cast<unsigned>(row)); }};
}

void TensorPane::updateTable() {
    if (!m_twin->action()->isChecked()) return m_twin->model().show({{}, 0, {}, {}}); // holds no old moment
    const TensorSight& sight = m_canvas->sight();
    m_tableAt = {static_cast<std::uint64_t>(sight.row), static_cast<std::uint64_t>(sight.column)};
    m_twin->model().show(table());
    if (const auto& cell = m_canvas->selected();
        cell && cell->row >= m_tableAt.row && cell->column >= m_tableAt.column)
        m_twin->setCurrent(
            static_cast<int>(std::min<std::uint64_t>(cell->row - m_tableAt.row, kTableRows)),
            static_cast<int>(std::min<std::uint64_t>(cell->column - m_tableAt.column, kTableColumns)));
}

void TensorPane::pickInTable(int row, int column) {
    const TensorCanvas::Cell cell{m_tableAt.row + static_cast<unsigned>(row),
                                  m_tableAt.column + static_cast<unsigned>(column)};
    m_canvas->setSelected(cell);
    Q_EMIT m_canvas->picked(cell);
}

void TensorPane::setRoles(const scene::AxisRoles& roles) {
    if (roles == m_roles || roles.index.size() != m_info.shape.size()) return;
    const bool sameAxes = roles.rows == m_roles.rows && roles.columns == m_roles.columns;
    m_roles = roles;
    if (!sameAxes) makeControls();
    refresh();
    Q_EMIT rolesChanged();
}

void TensorPane::setControlsVisible(bool visible) { m_controls->setVisible(visible); }

std::uint64_t TensorPane::elementAt(const TensorCanvas::Cell& cell) const {
    return scene::planeOf(m_info.shape, m_roles).element(cell.row, cell.column);
}

// ---- which dimension is what

void TensorPane::makeControls() {
    while (QLayoutItem* item = m_controlLayout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    if (!m_elements || m_info.shape.empty()) return;
    for (int i = 0; i < static_cast<int>(m_info.shape.size()); ++i)
        if (i != m_roles.rows && i != m_roles.columns) m_controlLayout->addWidget(makeSlider(i));
    if (m_info.shape.size() < 2) return;
    m_controlLayout->addWidget(makeAxisBox(tr("Down"), true));
    m_controlLayout->addWidget(makeAxisBox(tr("Across"), false));
}

QWidget* TensorPane::makeAxisBox(const QString& name, bool isRows) {
    auto* box = new QComboBox(m_controls);
    box->setAccessibleName(name);
    box->setToolTip(isRows ? tr("The dimension that runs down") : tr("The dimension that runs across"));
    box->addItem(tr("%1: none").arg(name), scene::AxisRoles::kNone);
    for (int i = 0; i < static_cast<int>(m_info.shape.size()); ++i)
        box->addItem(tr("%1: %2 (%3)").arg(name).arg(i).arg(m_info.shape[static_cast<std::size_t>(i)]), i);
    box->setCurrentIndex((isRows ? m_roles.rows : m_roles.columns) + 1);
    connect(box, &QComboBox::activated, this, [this, box, isRows] {
        const int axis = box->currentData().toInt();
        scene::AxisRoles next = m_roles;
        int& mine = isRows ? next.rows : next.columns;
        int& other = isRows ? next.columns : next.rows;
        if (other == axis) other = mine; // the two change places
        mine = axis;
        setRoles(next);
    });
    return box;
}

QWidget* TensorPane::makeSlider(int dimension) {
    const auto at = static_cast<std::size_t>(dimension);
    const std::uint64_t extent = m_info.shape[at];
    const int last =
        static_cast<int>(std::min<std::uint64_t>(extent ? extent - 1 : 0, std::numeric_limits<int>::max()));
    auto* box = new QWidget(m_controls);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* slider = new QSlider(Qt::Horizontal, box);
    slider->setFixedWidth(kSliderWidth);
    slider->setRange(0, last);
    slider->setAccessibleName(tr("Index of dimension %1").arg(dimension));
    auto* number = new QSpinBox(box);
    number->setRange(0, last);
    number->setAccessibleName(tr("Index of dimension %1, as a number").arg(dimension));
    slider->setValue(static_cast<int>(m_roles.index[at]));
    number->setValue(slider->value());
    connect(slider, &QSlider::valueChanged, number, &QSpinBox::setValue);
    connect(number, &QSpinBox::valueChanged, slider, &QSlider::setValue);
    connect(slider, &QSlider::valueChanged, this, [this, at](int value) {
        scene::AxisRoles next = m_roles;
        next.index[at] = static_cast<std::uint64_t>(value);
        setRoles(next);
    });
    layout->addWidget(new QLabel(tr("dim %1").arg(dimension), box));
    layout->addWidget(slider);
    layout->addWidget(number);
    return box;
}

} // namespace lw::paint
