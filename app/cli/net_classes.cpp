// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/net_classes.h"

#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "core/network/labels.h"
#include "core/source/files.h"
#include "core/tensor/npy.h"

#include <cmath>

namespace lw::cli {

namespace {

constexpr std::uint64_t kMostBytes = 1 << 24; // of a file of labels
constexpr std::size_t kMostClasses = 5;
constexpr std::uint64_t kMostItems = 10; // of a batch, as text

tensor::Tensor itemOf(const tensor::Tensor& all, std::uint64_t number, std::uint64_t elements) {
    const std::size_t bytes = elements * tensor::sizeOf(all.dtype());
    const auto part = all.bytes().subspan(number * bytes, bytes);
    return {all.dtype(), {elements}, {part.begin(), part.end()}};
}

} // namespace

Result<std::vector<std::uint64_t>> classNumbersOf(const Arguments& arguments, std::uint64_t items,
                                                  std::uint64_t elements) {
    const auto file = arguments.value("--labels");
    if (!file) return std::vector<std::uint64_t>();
    LW_TRY(const tensor::Tensor given, tensor::readNpy(*file));
    std::vector<std::uint64_t> out;
    for (std::uint64_t i = 0; i < given.count(); ++i) {
        const double number = tensor::valueAt(given, i);
        if (!(number >= 0 && number < static_cast<double>(elements)) || number != std::floor(number))
            return Problem{&messages::kNoClass,
                           {*file, tensor::textAt(given, i), std::to_string(elements - 1)},
                           {},
                           {},
                           {}};
        out.push_back(static_cast<std::uint64_t>(number));
    }
    if (out.size() != items)
        return Problem{&messages::kClassCount,
                       {*file, countText(out.size(), "class number"), countText(items, "item")},
                       {},
                       {},
                       {}};
    return out;
}

Result<std::vector<std::string>> labelsOf(const Arguments& arguments, const network::Network& network,
                                          network::ValueId value) {
    const auto file = arguments.value("--labels");
    if (!file) return value == network.outputs.front() ? network.labels : std::vector<std::string>();
    source::DiskLoader disk(kMostBytes);
    LW_TRY(const std::string text, disk.load(*file));
    LW_TRY(auto labels, network::parseLabels(text, *file));
    LW_TRY([[maybe_unused]] const Done fit,
           network::checkLabels(labels, network::shapeOf(network, value), *file));
    return labels;
}

void sayClasses(const tensor::Tensor& out, const std::vector<std::string>& labels, Console& console) {
    const std::uint64_t items = out.count() / labels.size();
    for (std::uint64_t item = 0; item < items; ++item) {
        const bool isShown = item < kMostItems;
        if (isShown) console.line(items == 1 ? "classes:" : "classes of item " + std::to_string(item) + ":");
        Json classes = Json::list();
        for (const network::Class& one : network::largest(itemOf(out, item, labels.size()), kMostClasses)) {
            const std::string& label = labels[one.index];
            if (isShown)
                console.line("  " + padLeft(realText(one.value), 12) + "  " + std::to_string(one.index) +
                             " " + label);
            classes.push_back({{"index", one.index}, {"label", label}, {"value", one.value}});
        }
        console.document()["classes"].push_back(std::move(classes));
    }
    if (items > kMostItems) console.line("...");
}

} // namespace lw::cli
