// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// The reference program's own view of a .npy file: version 1.0, little-endian, C order.
namespace reference {

struct Array {
    std::string type; // "<f8", "<f4", "<i4", "<u4", "<u2", "|u1", "|i1"
    std::vector<std::size_t> shape;
    std::vector<unsigned char> bytes; // row-major

    std::size_t count() const;
    template <typename T> T at(std::size_t index) const {
        T value;
        std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
        return value;
    }
};

template <typename T> std::string typeName();

template <typename T> Array arrayOf(std::vector<std::size_t> shape, const std::vector<T>& values) {
    Array a{typeName<T>(), std::move(shape), std::vector<unsigned char>(values.size() * sizeof(T))};
    if (!values.empty()) std::memcpy(a.bytes.data(), values.data(), a.bytes.size());
    return a;
}

// The file's bytes; the header is padded so that the data begins at a multiple of 64.
std::vector<unsigned char> npyBytes(const Array& array);
// Ends the program with a message when the file cannot be read: the inputs are our own.
Array readNpy(const std::string& path);

// All elements as numbers.
std::vector<float> floatsOf(const Array& array);

} // namespace reference
