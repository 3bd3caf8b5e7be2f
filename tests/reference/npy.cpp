// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/npy.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace reference {

namespace {

[[noreturn]] void giveUp(const std::string& path, const char* why) {
    std::fprintf(stderr, "lw-reference: %s: %s\n", path.c_str(), why);
    std::exit(2);
}

// What stands after `key` in the header's dictionary, up to `end`.
std::string entry(const std::string& header, const std::string& key, char end) {
    const auto at = header.find("'" + key + "':");
    if (at == std::string::npos) return {};
    auto from = at + key.size() + 3;
    while (from < header.size() && header[from] == ' ') ++from;
    const auto to = header.find(end, from + 1);
    return to == std::string::npos ? std::string{} : header.substr(from, to - from);
}

std::size_t elementBytes(const std::string& type) {
    return type.empty() ? 0 : static_cast<std::size_t>(type.back() - '0');
}

} // namespace

template <> std::string typeName<double>() { return "<f8"; }
template <> std::string typeName<float>() { return "<f4"; }
template <> std::string typeName<std::int32_t>() { return "<i4"; }
template <> std::string typeName<std::uint32_t>() { return "<u4"; }
template <> std::string typeName<std::uint16_t>() { return "<u2"; }
template <> std::string typeName<std::uint8_t>() { return "|u1"; }
template <> std::string typeName<std::int8_t>() { return "|i1"; }

std::size_t Array::count() const {
    std::size_t n = 1;
    for (const std::size_t extent : shape) n *= extent;
    return n;
}

std::vector<unsigned char> npyBytes(const Array& array) {
    std::string header = "{'descr': '" + array.type + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
        if (i) header += ", ";
        header += std::to_string(array.shape[i]);
    }
    if (array.shape.size() == 1) header += ",";
    header += "), }";
    constexpr std::size_t kPrefix = 10; // magic, version, length
    while ((kPrefix + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';

    std::vector<unsigned char> out{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    out.push_back(static_cast<unsigned char>(header.size() & 0xff));
    out.push_back(static_cast<unsigned char>(header.size() >> 8));
    out.insert(out.end(), header.begin(), header.end());
    out.insert(out.end(), array.bytes.begin(), array.bytes.end());
    return out;
}

Array readNpy(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) giveUp(path, "cannot be opened");
    const std::vector<unsigned char> all{std::istreambuf_iterator<char>(file), {}};
    if (all.size() < 10 || std::string(all.begin() + 1, all.begin() + 6) != "NUMPY")
        giveUp(path, "is not an .npy file");
    const std::size_t length = all[8] + 256u * all[9];
    if (all.size() < 10 + length) giveUp(path, "is cut off");
    const std::string header(all.begin() + 10, all.begin() + 10 + static_cast<std::ptrdiff_t>(length));

    Array a;
    a.type = entry(header, "descr", ',').substr(1);
    if (!a.type.empty()) a.type.pop_back();
    const std::string shape = entry(header, "shape", ')');
    for (std::size_t i = 0; i < shape.size();) {
        if (shape[i] < '0' || shape[i] > '9') {
            ++i;
            continue;
        }
        std::size_t extent = 0;
        for (; i < shape.size() && shape[i] >= '0' && shape[i] <= '9'; ++i)
            extent = 10 * extent + static_cast<std::size_t>(shape[i] - '0');
        a.shape.push_back(extent);
    }
    a.bytes.assign(all.begin() + 10 + static_cast<std::ptrdiff_t>(length), all.end());
    if (a.bytes.size() != a.count() * elementBytes(a.type))
        giveUp(path, "has another size than its header says");
    return a;
}

std::vector<float> floatsOf(const Array& array) {
    std::vector<float> out(array.count());
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (array.type == "<f4")
            out[i] = array.at<float>(i);
        else if (array.type == "|u1")
            out[i] = static_cast<float>(array.at<std::uint8_t>(i));
        else
            giveUp(array.type, "elements of this type are not used");
    }
    return out;
}

} // namespace reference
