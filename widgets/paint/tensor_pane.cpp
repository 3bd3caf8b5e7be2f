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
constexpr std::uint64_t kTableRows = 4096, kTableColumns = 256; // more is a stretch of it

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
    , m_title(new theme::ElidedLabel(this))
    , m_controls(new QWidget(this))
    , m_controlLayout(new QHBoxLayout(m_controls))
    , m_canvas(new TensorCanvas(theme, this))
    , m_twin(new TableTwin(theme, m_canvas, tr("Tensor as a table"), this))
    , m_stretch(new StretchBar(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(8);
    head->addStrut(kHeadHeight); // with and without controls, so that pictures side by side are of one size
    m_controlLayout->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_controls);
    head->addWidget(m_twin->makeButton(this));
    layout->addLayout(head);
    layout->addWidget(m_twin, 1);
    layout->addWidget(m_stretch);
    setFocusProxy(m_twin);
    // It begins where the picture looks, and stays there, whatever is stepped to.
    connect(m_twin->action(), &QAction::toggled, this, [this] {
        const TensorSight& sight = m_canvas->sight();
        moveTable({static_cast<std::uint64_t>(std::max(sight.row, 0.0)),
                   static_cast<std::uint64_t>(std::max(sight.column, 0.0))});
    });
    connect(m_stretch, &StretchBar::moved, this, [this](std::uint64_t row, std::uint64_t column) {
        moveTable({row, column});
    });
    connect(m_twin, &TableTwin::picked, this, &TensorPane::pickInTable);
}

void TensorPane::showNothing(const QString& empty) {
    m_elements = nullptr;
    m_info = {};
    m_title->clear();
    m_canvas->setEmptyText(empty);
    m_canvas->setAccessibleName(tr("Picture of a tensor"));
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
        m_canvas->setAccessibleName(tr("Picture of %1").arg(m_title->text()));
        makeControls();
    }
    refresh();
}

void TensorPane::setTitle(const QString& title) {
    m_title->setToolTip(QString::fromStdString(m_info.name) + QStringLiteral("   ") + titleOf(m_info));
    m_title->setText(title);
    m_canvas->setAccessibleName(tr("Picture of %1").arg(title));
}

void TensorPane::refresh() {
    if (!m_elements) return;
    scene::ElementSourcePtr source = m_elements;
    scene::Plane plane;
    if (m_roles.facets == scene::AxisRoles::kNone) {
        m_facets.reset();
        plane = scene::planeOf(m_info.shape, m_roles);
    } else {
        // How many stand in a row is settled when the facets are chosen: a step moves nothing.
        scene::FacetGrid grid =
            scene::facetGrid(m_info.shape, m_roles, m_roles.facets,
                             m_canvas->width() / std::max(1.0, double(m_canvas->height())));
        if (m_facets && m_facets->count == grid.count && m_facets->one.rows == grid.one.rows &&
            m_facets->one.columns == grid.one.columns) {
            grid.across = m_facets->across;
            grid.down = m_facets->down;
        }
        m_facets = grid;
        source = scene::facetsOf(m_elements, grid);
        plane = scene::planeOf(source->shape(), scene::defaultRoles(source->shape()));
    }
    m_canvas->setPeriods(m_facets ? m_facets->one.rows + 1 : 0, m_facets ? m_facets->one.columns + 1 : 0);
    m_canvas->setPicture(std::make_shared<scene::TensorPicture>(std::move(source), plane));
    updateTable();
}

// Facets stand as suits the room there is now.
void TensorPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_facets) return;
    layout()->activate();
    const scene::FacetGrid before = *std::exchange(m_facets, {});
    refresh();
    if (*m_facets != before) m_canvas->fit();
}

// ---- the same as a table

SceneTable TensorPane::table() const {
    if (!m_elements || !m_canvas->tiles().picture()) return {{}, 0, {}, {}};
    const scene::Plane plane = m_canvas->tiles().picture()->plane();
    const auto columns = std::min<std::uint64_t>(plane.columns - m_tableAt.column, kTableColumns);
    const auto rows = std::min<std::uint64_t>(plane.rows - m_tableAt.row, kTableRows);
    QStringList names;
    for (std::uint64_t i = 0; i < columns; ++i) names << QString::number(m_tableAt.column + i);
    const auto valueAt = [picture = m_canvas->tiles().picture(), plane,
                          at = m_tableAt](int row, int column, int role) -> QVariant {
        const auto element =
            scene::elementAt(picture->elements(), plane.element(at.row + static_cast<unsigned>(row),
                                                                at.column + static_cast<unsigned>(column)));
        if (!element) return {};
        if (element->flags & scene::kOutside) return QString();
        if (role == SceneTableModel::ChangedRole) return (element->flags & scene::kChanged) != 0;
        return element->flags & scene::kWritten
                   ? QString::fromStdString(machine::cellText(picture->elements().type(), element->bits))
                   : QStringLiteral("·");
    };
    return {names, static_cast<int>(rows), valueAt,
            [at = m_tableAt](int row) { return QString::number(at.row + static_cast<unsigned>(row)); }};
}

void TensorPane::updateTable() {
    const auto& picture = m_canvas->tiles().picture();
    if (!m_twin->action()->isChecked() || !m_elements || !picture) {
        m_stretch->hide();
        return m_twin->model().show({{}, 0, {}, {}}); // holds no old moment
    }
    const scene::Plane plane = picture->plane();
    m_tableAt.row = std::min(m_tableAt.row, plane.rows - std::min(plane.rows, kTableRows));
    m_tableAt.column = std::min(m_tableAt.column, plane.columns - std::min(plane.columns, kTableColumns));
    m_twin->model().show(table());
    m_stretch->show({m_tableAt.row, std::min(plane.rows, kTableRows), plane.rows},
                    {m_tableAt.column, std::min(plane.columns, kTableColumns), plane.columns});
    if (const auto& cell = m_canvas->selected();
        cell && cell->row >= m_tableAt.row && cell->column >= m_tableAt.column)
        m_twin->setCurrent(
            static_cast<int>(std::min<std::uint64_t>(cell->row - m_tableAt.row, kTableRows)),
            static_cast<int>(std::min<std::uint64_t>(cell->column - m_tableAt.column, kTableColumns)));
}

void TensorPane::moveTable(TensorCanvas::Cell first) {
    m_tableAt = first;
    updateTable();
}

void TensorPane::pickInTable(int row, int column) {
    const TensorCanvas::Cell cell{m_tableAt.row + static_cast<unsigned>(row),
                                  m_tableAt.column + static_cast<unsigned>(column)};
    m_canvas->setSelected(cell);
    Q_EMIT m_canvas->picked(cell);
}

void TensorPane::setRoles(const scene::AxisRoles& roles) {
    if (roles == m_roles || roles.index.size() != m_info.shape.size()) return;
    const bool sameAxes =
        roles.rows == m_roles.rows && roles.columns == m_roles.columns && roles.facets == m_roles.facets;
    if (!sameAxes) m_facets.reset();
    m_roles = roles;
    if (!sameAxes) makeControls();
    refresh();
    Q_EMIT rolesChanged();
}

void TensorPane::setControlsVisible(bool visible) { m_controls->setVisible(visible); }

std::optional<std::uint64_t> TensorPane::elementAt(const TensorCanvas::Cell& cell) const {
    if (m_facets) return m_facets->element(cell.row, cell.column);
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
        if (i != m_roles.rows && i != m_roles.columns && i != m_roles.facets &&
            m_info.shape[static_cast<std::size_t>(i)] > 1)
            m_controlLayout->addWidget(makeSlider(i));
    if (m_info.shape.size() < 2) return;
    using Roles = scene::AxisRoles;
    m_controlLayout->addWidget(makeAxisBox(tr("Down"), tr("The dimension that runs down"), &Roles::rows));
    m_controlLayout->addWidget(
        makeAxisBox(tr("Across"), tr("The dimension that runs across"), &Roles::columns));
    if (m_info.shape.size() > 2)
        m_controlLayout->addWidget(makeAxisBox(
            tr("Facets"), tr("The dimension that has a small picture for each index"), &Roles::facets));
}

QWidget* TensorPane::makeAxisBox(const QString& name, const QString& tip, int scene::AxisRoles::*role) {
    auto* box = new QComboBox(m_controls);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->addItem(tr("%1: none").arg(name), scene::AxisRoles::kNone);
    for (int i = 0; i < static_cast<int>(m_info.shape.size()); ++i)
        box->addItem(tr("%1: %2 (%3)").arg(name).arg(i).arg(m_info.shape[static_cast<std::size_t>(i)]), i);
    box->setCurrentIndex(m_roles.*role + 1);
    connect(box, &QComboBox::activated, this, [this, box, role] { give(box->currentData().toInt(), role); });
    return box;
}

// Whoever had the dimension gets the one that is given up for it.
void TensorPane::give(int axis, int scene::AxisRoles::*role) {
    scene::AxisRoles next = m_roles;
    const int before = next.*role;
    if (axis != scene::AxisRoles::kNone)
        for (int scene::AxisRoles::*other :
             {&scene::AxisRoles::rows, &scene::AxisRoles::columns, &scene::AxisRoles::facets})
            if (other != role && next.*other == axis) next.*other = before;
    next.*role = axis;
    setRoles(next);
}

void TensorPane::setFacets(int axis) { give(axis, &scene::AxisRoles::facets); }

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

#include "moc_tensor_pane.cpp"
