// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_files.h"

#include "core/scene/archive_elements.h"
#include "core/tensor/npy.h"
#include "widgets/paint/picture_files.h"
#include "widgets/paint/tr.h"
#include "widgets/session/core_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImageReader>

#include <algorithm>
#include <span>
#include <string>

namespace lw::paint {

namespace {

constexpr std::uint64_t kMostPixels = 16384; // of one side of an exported picture
constexpr std::size_t kPartOfText = 1 << 16; // written at a time, as each time costs a call of the system

QString toText(const Problem& problem) { return session::problemText(problem); }

OpenedFile openImage(const QString& path, const QString& name) {
    QImageReader reader(path);
    const QImage image = reader.read();
    if (image.isNull()) return {{}, QStringLiteral("%1: %2").arg(path, reader.errorString())};
    const auto width = static_cast<std::size_t>(image.width()),
               height = static_cast<std::size_t>(image.height());
    const bool isGrey = image.isGrayscale();
    const QImage pixels = image.convertToFormat(isGrey ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    const std::size_t channels = isGrey ? 1 : 3;
    std::vector<std::byte> bytes(width * height * channels);
    for (std::size_t y = 0; y < height; ++y) {
        const uchar* line = pixels.constScanLine(static_cast<int>(y));
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t c = 0; c < channels; ++c)
                bytes[(c * height + y) * width + x] = std::byte{line[x * channels + c]};
    }
    tensor::Shape shape = isGrey ? tensor::Shape{height, width} : tensor::Shape{channels, height, width};
    return {
        {{name, scene::elementsOf(tensor::Tensor(tensor::DType::U8, std::move(shape), std::move(bytes)))}},
        {}};
}

void putCsv(const tensor::Tensor& tensor, FileParts& parts) {
    const std::uint64_t row = tensor.shape().empty() ? 1 : std::max<std::uint64_t>(tensor.shape().back(), 1);
    std::string lines;
    const auto put = [&] {
        parts.put(std::as_bytes(std::span(lines)));
        lines.clear();
    };
    for (std::uint64_t i = 0; i < tensor.count(); ++i) {
        lines += textAt(tensor, i);
        lines += (i + 1) % row == 0 ? '\n' : ',';
        if (lines.size() >= kPartOfText) put();
    }
    put();
}

} // namespace

OpenedFile openTensorFile(const QString& path) {
    const QFileInfo about(path);
    const QString name = about.fileName(), suffix = about.suffix().toLower();
    if (suffix == QLatin1String("npz")) {
        auto arrays = scene::elementsOfArchive(path.toStdString());
        if (!arrays) return {{}, toText(arrays.problem())};
        OpenedFile out;
        for (scene::ArchiveElements& array : *arrays)
            out.tensors.push_back(
                {name + QLatin1Char('/') + QString::fromStdString(array.name), std::move(array.elements)});
        return out;
    }
    if (suffix != QLatin1String("npy") && QImageReader::supportedImageFormats().contains(suffix.toLatin1()))
        return openImage(path, name);
    auto elements = scene::elementsOfFile(path.toStdString());
    if (!elements) return {{}, toText(elements.problem())};
    return {{{name, *std::move(elements)}}, {}};
}

QImage planeImage(const scene::TensorPicture& picture, const TensorLook& look, const ColourMap& map,
                  const theme::Colours& colours) {
    const scene::Plane& plane = picture.plane();
    if (plane.rows > kMostPixels || plane.columns > kMostPixels || plane.rows == 0) return {};
    QImage out(static_cast<int>(plane.columns), static_cast<int>(plane.rows), QImage::Format_RGB32);
    std::vector<scene::CellSummary> cells(plane.columns);
    for (std::uint64_t row = 0; row < plane.rows; ++row) {
        if (!picture.summaries(0, row, 0, 1, plane.columns, cells)) return {};
        for (std::size_t x = 0; x < cells.size(); ++x)
            out.setPixel(static_cast<int>(x), static_cast<int>(row), colourOf(cells[x], look, map, colours));
    }
    return out;
}

QString exportTensor(const scene::ElementSource& elements, const scene::TensorPicture& picture,
                     const TensorLook& look, const ColourMap& map, const theme::Colours& colours,
                     const QString& path) {
    if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        const QImage image = planeImage(picture, look, map, colours);
        if (image.isNull()) return tr("The picture is too large for a file.");
        return wrongWith(path, session::saveImage(path, image, "PNG")).value_or(QString());
    }
    auto whole = scene::readAll(elements);
    if (!whole) return toText(whole.problem());
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return wrongWith(path, session::saveParts(path, [&](FileParts& parts) { putCsv(*whole, parts); }))
            .value_or(QString());
    const auto written = tensor::writeNpy(path.toStdString(), *whole);
    return written ? QString() : toText(written.problem());
}

} // namespace lw::paint
