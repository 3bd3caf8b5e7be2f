// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/tensor_picture.h"
#include "widgets/paint/tensor_tiles.h"

#include <QImage>
#include <QString>

#include <vector>

// Tensors from and to files. All of it may take time: to be called from a separate thread.
namespace lw::paint {

struct OpenedTensor {
    QString name;
    scene::ElementSourcePtr elements;
};
struct OpenedFile {
    std::vector<OpenedTensor> tensors;
    QString problem; // what is wrong with the file; empty: nothing
};
// .npy, or each array of an .npz (read when they are looked at), or a picture: grey as [height, width], in
// colours as [channels, height, width], of bytes.
OpenedFile openTensorFile(const QString& path);

// By the ending of the path: .npy; .csv with a line for each row along the last dimension, numbers in their
// shortest exact form; .png with a pixel for each cell of the plane. Returns what is wrong, or an empty text.
QString exportTensor(const scene::ElementSource& elements, const scene::TensorPicture& picture,
                     const TensorLook& look, const ColourMap& map, const theme::Colours& colours,
                     const QString& path);

// A pixel for each cell. Null when it would be larger than pictures can be.
QImage planeImage(const scene::TensorPicture& picture, const TensorLook& look, const ColourMap& map,
                  const theme::Colours& colours);

} // namespace lw::paint
