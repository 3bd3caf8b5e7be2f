// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_pane.h"

#include "core/machine/cell_value.h"

#include <QComboBox>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace lw::paint {

namespace {

constexpr int kSliderWidth = 110, kHeadHeight = 26, kCompactHead = 196;
constexpr std::uint64_t kTableRows = 4096, kTableColumns = 256; // anything more is shown in parts

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
    , m_box(new QBoxLayout(QBoxLayout::TopToBottom, this))
    , m_head(new QWidget(this))
    , m_headColumn(new QVBoxLayout(m_head))
    , m_title(new theme::ElidedLabel(m_head))
    , m_controls(new QWidget(m_head))
    , m_controlLayout(new QHBoxLayout(m_controls))
    , m_canvas(new TensorCanvas(theme, this))
    , m_twin(new TableTwin(theme, m_canvas, tr("Tensor as a table"), this))
    , m_curve(new charts::CurveView(theme, this))
    , m_scale(new ColourScale(theme, this))
    , m_stretch(new StretchBar(this)) {
    for (QBoxLayout* layout : {m_box, static_cast<QBoxLayout*>(m_headColumn)}) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
    }
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(8);
    head->addStrut(kHeadHeight); // with and without controls, so that pictures side by side are of one size
    m_controlLayout->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_controls);
    head->addWidget(m_twin->makeButton(this));
    m_headColumn->addLayout(head);
    m_headColumn->addStretch();
    m_box->addWidget(m_head);
    m_box->addWidget(m_twin, 1);
    m_box->addWidget(m_curve, 1);
    m_box->addWidget(m_scale);
    m_box->addWidget(m_stretch);
    connect(m_canvas, &TensorCanvas::lookChanged, this,
            [this] { m_scale->setLook(m_canvas->tiles().look()); });
    connectCurve();
    connect(&theme, &theme::Theme::changed, this, &TensorPane::fitHead);
    showWanted();
    // It begins where the picture looks, and stays there, wherever the machine goes.
    connect(m_twin->action(), &QAction::toggled, this, [this] {
        showWanted();
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
    m_curve->setElements(nullptr);
    showWanted();
    makeControls();
}

void TensorPane::show(const scene::TensorInfo& info, scene::ElementSourcePtr elements) {
    const bool isOther = !m_elements || info.name != m_info.name || info.shape != m_info.shape;
    m_info = info;
    m_elements = std::move(elements);
    if (isOther) {
        m_split = 0;
        m_roles = scene::defaultRoles(m_info.shape);
        m_title->setText(QString::fromStdString(m_info.name) + QStringLiteral("   ") + titleOf(m_info));
        m_canvas->setAccessibleName(tr("Picture of %1").arg(m_title->text()));
        makeControls();
    }
    refresh();
}

void TensorPane::setCompact(bool compact) {
    const auto direction = compact ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (m_box->direction() == direction) return;
    m_box->setDirection(direction);
    fitHead();
    // Below the title, or below the picture.
    if (compact)
        m_headColumn->insertWidget(1, m_scale);
    else
        m_box->insertWidget(m_box->indexOf(m_stretch), m_scale);
}

// Beside the picture it is as wide as its letters need.
void TensorPane::fitHead() {
    const bool isBeside = m_box->direction() == QBoxLayout::LeftToRight;
    m_head->setMinimumWidth(isBeside ? m_theme.scaled(kCompactHead) : 0);
    m_head->setMaximumWidth(isBeside ? m_theme.scaled(kCompactHead) : QWIDGETSIZE_MAX);
}

void TensorPane::setTitle(const QString& title) {
    m_title->setToolTip(QString::fromStdString(m_info.name) + QStringLiteral("   ") + titleOf(m_info));
    m_title->setText(title);
    m_canvas->setAccessibleName(tr("Picture of %1").arg(title));
}

void TensorPane::refresh() {
    if (!m_elements) return;
    scene::ElementSourcePtr source = m_split ? scene::reshaped(m_elements, shape()) : m_elements;
    scene::Plane plane;
    if (m_roles.facets == scene::AxisRoles::kNone) {
        m_facets.reset();
        plane = scene::planeOf(shape(), m_roles);
    } else {
        // How many are in a row is settled when the facets are chosen: a step moves nothing.
        scene::FacetGrid grid = scene::facetGrid(
            shape(), m_roles, m_roles.facets, m_canvas->width() / std::max(1.0, double(m_canvas->height())));
        if (m_facets && m_facets->count == grid.count && m_facets->one.rows == grid.one.rows &&
            m_facets->one.columns == grid.one.columns) {
            grid.across = m_facets->across;
            grid.down = m_facets->down;
        }
        m_facets = grid;
        source = scene::facetsOf(source, grid);
        plane = scene::planeOf(source->shape(), scene::defaultRoles(source->shape()));
    }
    if (m_facets)
        m_canvas->setPeriods(m_facets->one.rows + 1, m_facets->one.columns + 1, m_facets->across);
    else
        m_canvas->setPeriods(0, 0);
    m_canvas->setPicture(std::make_shared<scene::TensorPicture>(std::move(source), plane));
    m_curve->setElements(isCurve() ? m_elements : nullptr);
    markInCurve();
    showWanted();
    updateTable();
}

// Facets are arranged to suit the room there is now.
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
        return m_twin->model().show({{}, 0, {}, {}}); // does not keep an old moment
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
    if (roles == m_roles || roles.index.size() != shape().size()) return;
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
    return scene::planeOf(shape(), m_roles).element(cell.row, cell.column);
}

// ---- as a curve

// With one extent, and not seen as rows and columns.
bool TensorPane::canBeCurve() const {
    if (!m_elements || m_split != 0) return false;
    const std::uint64_t count = m_elements->count();
    return count > 1 && count <= charts::CurveView::kMost &&
           std::count_if(m_info.shape.begin(), m_info.shape.end(),
                         [](std::uint64_t extent) { return extent > 1; }) == 1;
}

void TensorPane::showCurve(bool curve) {
    m_wantsCurve = curve;
    makeControls();
    refresh();
    Q_EMIT rolesChanged();
}

void TensorPane::showLike(const TensorPane& other) {
    if (m_info.shape != other.m_info.shape) return;
    setSplit(other.m_split);
    setRoles(other.m_roles);
    if (m_wantsCurve != other.m_wantsCurve) showCurve(other.m_wantsCurve);
}

void TensorPane::showWanted() {
    const bool curve = isCurve() && !m_twin->isTable();
    m_curve->setVisible(curve);
    m_twin->setVisible(!curve);
    m_scale->setVisible(m_elements && !curve && !m_twin->isTable());
    setFocusProxy(curve ? static_cast<QWidget*>(m_curve) : m_twin);
}

void TensorPane::markInCurve() {
    m_curve->mark(isCurve() && m_canvas->selected() ? elementAt(*m_canvas->selected()) : std::nullopt);
}

// What is pointed at in the curve is the same as in the picture.
void TensorPane::connectCurve() {
    const auto cellOf = [this](std::uint64_t element) -> TensorCanvas::Cell {
        const auto at = scene::cellOf(shape(), m_roles, element);
        return at ? TensorCanvas::Cell{at->first, at->second} : TensorCanvas::Cell{};
    };
    connect(m_canvas, &CellCanvas::selectedChanged, this, &TensorPane::markInCurve);
    connect(m_curve, &charts::CurveView::hovered, this, [this, cellOf](std::optional<std::uint64_t> element) {
        Q_EMIT m_canvas->hovered(element ? std::optional(cellOf(*element)) : std::nullopt);
    });
    connect(m_curve, &charts::CurveView::picked, this, [this, cellOf](std::uint64_t element) {
        m_canvas->setSelected(cellOf(element));
        Q_EMIT m_canvas->picked(cellOf(element));
    });
}

QWidget* TensorPane::makeCurveButton() {
    auto* button = new QToolButton(m_controls);
    button->setText(tr("Curve"));
    button->setToolTip(tr("The elements as a curve, or as a row of colours"));
    button->setCheckable(true);
    button->setChecked(m_wantsCurve);
    connect(button, &QToolButton::toggled, this, &TensorPane::showCurve, Qt::QueuedConnection);
    return button;
}

// ---- the last dimension as two

void TensorPane::setSplit(std::uint64_t across) {
    const std::uint64_t last = m_info.shape.empty() ? 0 : m_info.shape.back();
    if (across == m_split || (across != 0 && (last == 0 || last % across != 0))) return;
    m_split = across;
    m_facets.reset();
    m_roles = scene::defaultRoles(shape());
    if (m_split != 0) {
        const int rank = static_cast<int>(shape().size());
        m_roles.columns = rank - 1;
        m_roles.rows = rank - 2;
        if (rank > 2) m_roles.facets = rank - 3;
    }
    m_canvas->setSelected({});
    makeControls();
    refresh();
    m_canvas->fit();
    Q_EMIT rolesChanged();
}

QWidget* TensorPane::makeSplitBox() {
    auto* box = new QComboBox(m_controls);
    box->setAccessibleName(tr("Shape of a row"));
    box->setToolTip(tr("A row seen as a small picture: 64 numbers as 8 x 8, a picture for each row"));
    box->addItem(tr("row of %1").arg(m_info.shape.back()), 0);
    for (const auto& [down, across] : scene::splitsOf(m_info.shape))
        box->addItem(tr("row as %1 x %2").arg(down).arg(across), static_cast<qulonglong>(across));
    box->setCurrentIndex(std::max(0, box->findData(static_cast<qulonglong>(m_split))));
    connect(
        box, &QComboBox::activated, this, [this, box] { setSplit(box->currentData().toULongLong()); },
        Qt::QueuedConnection);
    return box;
}

// ---- which dimension is what

void TensorPane::makeControls() {
    while (QLayoutItem* item = m_controlLayout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    if (!m_elements || m_info.shape.empty()) return;
    const tensor::Shape shape = this->shape();
    for (int i = 0; i < static_cast<int>(shape.size()); ++i)
        if (i != m_roles.rows && i != m_roles.columns && i != m_roles.facets &&
            shape[static_cast<std::size_t>(i)] > 1)
            m_controlLayout->addWidget(makeSlider(i));
    if (canBeCurve()) m_controlLayout->addWidget(makeCurveButton());
    if (!scene::splitsOf(m_info.shape).empty()) m_controlLayout->addWidget(makeSplitBox());
    if (shape.size() < 2) return;
    using Roles = scene::AxisRoles;
    m_controlLayout->addWidget(makeAxisBox(tr("Down"), tr("The dimension that runs down"), &Roles::rows));
    m_controlLayout->addWidget(
        makeAxisBox(tr("Across"), tr("The dimension that runs across"), &Roles::columns));
    if (shape.size() > 2)
        m_controlLayout->addWidget(makeAxisBox(
            tr("Facets"), tr("The dimension that has a small picture for each index"), &Roles::facets));
}

QWidget* TensorPane::makeAxisBox(const QString& name, const QString& tip, int scene::AxisRoles::*role) {
    auto* box = new QComboBox(m_controls);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->addItem(tr("%1: none").arg(name), scene::AxisRoles::kNone);
    const tensor::Shape shape = this->shape();
    for (int i = 0; i < static_cast<int>(shape.size()); ++i)
        box->addItem(tr("%1: %2 (%3)").arg(name).arg(i).arg(shape[static_cast<std::size_t>(i)]), i);
    box->setCurrentIndex(m_roles.*role + 1);
    connect(box, &QComboBox::activated, this, [this, box, role] { give(box->currentData().toInt(), role); });
    return box;
}

// Whoever had the dimension gets the one given up for it.
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
    const std::uint64_t extent = shape()[at];
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
