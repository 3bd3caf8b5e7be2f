// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_list_model.h"

#include "core/machine/cell_value.h"

#include <algorithm>

namespace lw::paint {

namespace {

// The state's tree and what reads it live as long as someone reads.
struct Held {
    std::shared_ptr<const session::Loaded> loaded;
    scene::ElementSourcePtr elements;
};

} // namespace

void TensorListModel::setLoaded(std::shared_ptr<const session::Loaded> loaded) {
    if (loaded == m_loaded) return;
    beginResetModel();
    m_loaded = std::move(loaded);
    std::erase_if(m_entries, [](const Entry& entry) { return !entry.elements; });
    std::vector<Entry> all;
    if (m_loaded)
        for (const program::NamedTensor& tensor : m_loaded->program.tensors)
            all.push_back({scene::infoOf(tensor, m_loaded->machine.target), nullptr});
    all.insert(all.end(), m_entries.begin(), m_entries.end());
    m_entries = std::move(all);
    endResetModel();
}

bool TensorListModel::addRegister(const QString& name) {
    if (!m_loaded) return false;
    if (rowOf(name) >= 0) return true;
    const machine::CoreTree tree = m_loaded->coreTree();
    for (std::uint32_t i = 0; i < tree.whole().size(); ++i) {
        const machine::NodeId file{i};
        const bool isFile = tree.at(file).role == machine::Role::VectorRegisters &&
                            tree.whole().isBelow(file, tree.root()) && tree.at(file).shape.size() >= 2;
        if (isFile && addRegisterOf(file, name)) return true;
    }
    return false;
}

bool TensorListModel::addRegisterOf(machine::NodeId file, const QString& name) {
    const machine::CoreTree tree = m_loaded->coreTree();
    const machine::Node& node = tree.at(file);
    tensor::Shape shape(node.shape.begin() + 1, node.shape.end());
    const std::uint64_t each = tensor::countOf(shape).value_or(0);
    for (std::uint64_t i = 0; i < node.shape[0]; ++i) {
        const machine::CellRef first{file, i * each};
        // Its first cell without the indices in it: v2 of v2[0][0], "mvm/InitialVrf"[3] of that and [0].
        const std::string cell = machine::nameOfCell(m_loaded->scope(), first);
        const int indices = static_cast<int>(shape.size());
        if (QString::fromStdString(cell).section(QLatin1Char('['), 0, -1 - indices) != name) continue;
        beginResetModel();
        m_entries.push_back(
            {{name.toStdString(), machine::encodingOf(node), shape, "", "", "row", 0, 0}, nullptr, first});
        endResetModel();
        return true;
    }
    return false;
}

QString TensorListModel::expressionOf(int row, std::uint64_t element) const {
    const Entry& entry = m_entries[static_cast<std::size_t>(row)];
    if (entry.elements) return {};
    if (!entry.firstCell) return QString::fromStdString(scene::elementExpression(entry.info, element));
    return QString::fromStdString(
        machine::nameOfCell(m_loaded->scope(), {entry.firstCell->node, entry.firstCell->element + element}));
}

void TensorListModel::addFile(const QString& name, scene::ElementSourcePtr elements) {
    beginResetModel();
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.elements && entry.title() == name; });
    scene::TensorInfo info{name.toStdString(), elements->type(), elements->shape(), "", "", "row", 0, 0};
    m_entries.push_back({std::move(info), std::move(elements)});
    endResetModel();
}

int TensorListModel::rowOf(const QString& name) const {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& entry) { return entry.title() == name; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

scene::ElementSourcePtr TensorListModel::elementsAt(int row, const session::FramePtr& frame) const {
    const Entry& entry = m_entries[static_cast<std::size_t>(row)];
    if (entry.elements || !frame || frame->loaded != m_loaded) return entry.elements;
    if (entry.firstCell) {
        auto held = std::make_shared<Held>(
            Held{m_loaded,
                 scene::elementsOfCells(m_loaded->tree, entry.firstCell->node, entry.firstCell->element,
                                        entry.info.shape, entry.info.type, frame->state, frame->before)});
        return {held, held->elements.get()};
    }
    const program::NamedTensor* tensor = program::findTensor(m_loaded->program, entry.info.name);
    auto elements = scene::elementsOfState(m_loaded->scope(), *tensor, frame->state, frame->before);
    if (!elements) return nullptr;
    auto held = std::make_shared<Held>(Held{m_loaded, *std::move(elements)});
    return {held, held->elements.get()};
}

int TensorListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}
int TensorListModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant TensorListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const scene::TensorInfo& info = entry.info;
    if (role == Qt::ToolTipRole) {
        const QString what = QStringLiteral("%1  %2 %3")
                                 .arg(entry.title(), QString::fromStdString(std::string(nameOf(info.type))),
                                      QString::fromStdString(tensor::shapeText(info.shape)));
        if (entry.elements) return tr("%1, from a file").arg(what);
        if (entry.firstCell) return tr("%1, a vector register").arg(what);
        return tr("%1, %2 from %3 %4 on, %5 long, layout %6")
            .arg(what, QString::fromStdString(info.space), QString::fromStdString(info.unit))
            .arg(info.address)
            .arg(info.units)
            .arg(QString::fromStdString(info.layout));
    }
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Name: return entry.title();
    case Type: return QString::fromStdString(std::string(nameOf(info.type)));
    case Shape: {
        QStringList extents;
        for (const std::uint64_t extent : info.shape) extents << QString::number(extent);
        return extents.isEmpty() ? tr("scalar") : extents.join(QStringLiteral("x"));
    }
    default:
        if (entry.elements) return tr("file");
        if (entry.firstCell) return tr("register");
        return QStringLiteral("%1 %2").arg(QString::fromStdString(info.space)).arg(info.address);
    }
}

QVariant TensorListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("Tensor");
    case Type: return tr("Type");
    case Shape: return tr("Shape");
    default: return tr("Place");
    }
}

} // namespace lw::paint

#include "moc_tensor_list_model.cpp"
