// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/timeline.h"
#include "core/scene/messages.h"
#include "core/scene/striding/mask_picture.h"
#include "core/tensor/npy.h"
#include "tests/core/scene/striding_example.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lw;
using test::StridingExample;

namespace {

constexpr const char* kMaskJson = R"LW({
    "layer": "y", "mode": "mask-max", "rowStride": 2, "columnStride": 3, "channel": 4, "channels": 5, "kept": 6,
    "dropped": 7,
    "tensors": [{"role": "mask", "written": 8, "values": [{"value": "0", "pixels": 9}, {"value": "1", "pixels": 10}],
                 "cells": {"name": "m", "type": "f32", "firstRow": 0, "columns": 2,
                           "rows": [{"bits": "0 0", "flags": "14"}]}},
                {"role": "second", "written": 11, "values": [],
                 "cells": {"name": "s", "type": "i8", "firstRow": 0, "columns": 1, "rows": []}}],
    "phaseErrorCount": 12, "phaseErrors": [{"row": 13, "column": 14}]
})LW";

Result<scene::striding::MaskPicture> pictureOf(const StridingExample& example, machine::Machine& machine,
                                               std::uint64_t channel = 0) {
    return scene::striding::maskPicture(machine::scopeOf(machine), example.run.lowering.report.layers.at(0),
                                        channel, machine.core({}).nextBundle(), machine.store().save(),
                                        nullptr);
}

scene::striding::MaskPicture pictureAtEnd(const StridingExample& example) {
    auto out = pictureOf(example, *example.run.machine);
    LW_REQUIRE(bool(out), "the example has a picture");
    return *std::move(out);
}

lower::striding::KeptTensor& roleOf(lower::striding::LayerReport& layer, std::string_view role) {
    const auto at = std::find_if(layer.tensors.begin(), layer.tensors.end(),
                                 [&](const lower::striding::KeptTensor& one) { return one.role == role; });
    LW_REQUIRE(at != layer.tensors.end(), "the layer has a tensor of that role");
    return *at;
}

std::vector<int> numbersOf(const scene::CellPicture& cells) {
    std::vector<int> out;
    for (std::size_t i = 0; i < cells.bits.size(); ++i) out.push_back(static_cast<int>(cells.value(i)));
    return out;
}

} // namespace

class TestMaskPicture : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // 8 x 8, stride 4: the numbers of the worked example.
    void showsWhatIsKept() {
        const auto example = test::stridingExample("e01", lower::striding::Mode::MaskMax);
        const scene::striding::MaskPicture picture = pictureAtEnd(*example);
        QCOMPARE(picture.kept, std::uint64_t{4});
        QCOMPARE(picture.dropped, std::uint64_t{60});
        QCOMPARE(picture.keptShare(), 4 / 64.0);
        QCOMPARE(picture.tensors.size(), std::size_t{3});
        QCOMPARE(picture.phaseErrorCount, std::uint64_t{0});
        const auto first = numbersOf(picture.find("first")->cells);
        const std::vector<int> topRow{27, 44, 56, 68, 80, 92, 104, 84};
        QVERIFY(std::equal(topRow.begin(), topRow.end(), first.begin()));
        const auto second = numbersOf(picture.find("second")->cells);
        for (int i = 0; i < 64; ++i) {
            const bool isKept = i % 4 == 0 && i / 8 % 4 == 0;
            QCOMPARE(second[static_cast<std::size_t>(i)], isKept ? first[static_cast<std::size_t>(i)] : 0);
            for (const scene::striding::MaskTensor& tensor : picture.tensors)
                QCOMPARE((tensor.cells.flags[static_cast<std::size_t>(i)] & scene::kMasked) == 0, isKept);
        }
        QCOMPARE(second[0], 27);
        QCOMPARE(second[4], 80);
        QCOMPARE(second[32], 388);
        QCOMPARE(second[36], 576);
        const std::vector<scene::striding::MaskValue> values{{"0", 60}, {"1", 4}};
        QCOMPARE(picture.find("mask")->values, values);
    }
    // Nothing is said of another value that is in its memory by now.
    void leavesOutWhatIsOverwritten() {
        const auto example = test::stridingExample("e01", lower::striding::Mode::MaskMax);
        lower::striding::KeptTensor& mask = roleOf(example->run.lowering.report.layers.at(0), "mask");
        mask.untilRow = example->run.machine->onlyCore().nextBundle();
        QVERIFY(pictureAtEnd(*example).find("mask"));
        --mask.untilRow;
        const scene::striding::MaskPicture picture = pictureAtEnd(*example);
        QVERIFY(!picture.find("mask") && picture.find("first") && picture.find("second"));
        QCOMPARE(picture.phaseErrorCount, std::uint64_t{0});
    }
    void showsBothMasks() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::TwoMasksMax);
        const scene::striding::MaskPicture picture = pictureAtEnd(*example);
        QCOMPARE(picture.tensors.size(), std::size_t{4});
        const std::vector<scene::striding::MaskValue> two{{"0", 60}, {"2", 4}}, half{{"0", 60}, {"0.5", 4}};
        QCOMPARE(picture.find("mask")->values, two);
        QCOMPARE(picture.find("second mask")->values, half);
        QCOMPARE(picture.phaseErrorCount, std::uint64_t{0});
        QCOMPARE(numbersOf(picture.find("second")->cells)[4], -14);
    }
    void knowsAdditiveMasks() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::NegInfMax);
        const scene::striding::MaskPicture picture = pictureAtEnd(*example);
        QCOMPARE(picture.phaseErrorCount, std::uint64_t{0});
        QVERIFY(std::isinf(picture.find("second")->cells.value(1)));
    }
    // At the beginning nothing is there; then the mask, then the first tensor, then the product.
    void fillsAsTheCircuitComputes() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        source::MemoryLoader loader;
        loader.set("circuit.json", test::teachingCircuit().json);
        source::Files files(loader);
        auto answer = project::loadLowered(example->run.lowering, "lowered", "circuit.json", loader, files);
        QVERIFY(answer.loaded);
        auto machine = answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, {});
        QVERIFY(machine);
        const auto input =
            tensor::readNpy(std::string(LW_ROOT) + "/examples/networks/worked-examples/e02.x.npy");
        QVERIFY(project::putTensor(**machine, "x", *input));
        std::map<std::string, std::vector<std::uint64_t>> written;
        while (!(*machine)->halted()) {
            const auto picture = pictureOf(*example, **machine);
            QVERIFY(picture);
            for (const scene::striding::MaskTensor& tensor : picture->tensors)
                written[tensor.role].push_back(tensor.written);
            (*machine)->run({.bundles = 1});
        }
        const auto firstAt = [&](const std::string& role) {
            const auto& counts = written[role];
            return std::find(counts.begin(), counts.end(), std::uint64_t{64}) - counts.begin();
        };
        for (const auto& [role, counts] : written) {
            QCOMPARE(counts.front(), std::uint64_t{0});
            QCOMPARE(counts.back(), std::uint64_t{64});
        }
        QVERIFY(firstAt("mask") < firstAt("first"));
        QVERIFY(firstAt("first") < firstAt("second"));
    }
    // A mask that begins one column too far to the right.
    void findsPhaseErrors() {
        auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        for (lower::DataFile& file : example->run.lowering.files) {
            if (file.name.find("mask") == std::string::npos) continue;
            std::vector<float> shifted(64);
            for (std::size_t i = 0; i < 64; ++i) shifted[i] = i % 4 == 1 && i / 8 % 4 == 0 ? 1 : 0;
            file.contents = tensor::Tensor::of(tensor::DType::F32, file.contents.shape(),
                                               std::span<const float>(shifted));
        }
        source::MemoryLoader loader;
        loader.set("circuit.json", test::teachingCircuit().json);
        source::Files files(loader);
        auto answer = project::loadLowered(example->run.lowering, "lowered", "circuit.json", loader, files);
        QVERIFY(answer.loaded);
        auto machine = answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, {});
        const auto input =
            tensor::readNpy(std::string(LW_ROOT) + "/examples/networks/worked-examples/e02.x.npy");
        QVERIFY(project::putTensor(**machine, "x", *input));
        (*machine)->run({});
        const auto picture = pictureOf(*example, **machine);
        QVERIFY(picture);
        QCOMPARE(picture->phaseErrorCount, std::uint64_t{8}); // 4 lost, 4 kept instead
        QCOMPARE(picture->phaseErrors.at(0), (scene::striding::PhaseError{0, 0}));
        QCOMPARE(picture->phaseErrors.at(1), (scene::striding::PhaseError{0, 1}));
    }
    // Element (a, b) is computed from the input at (a - top, b - left) on.
    void knowsThePatch() {
        lower::striding::StrideGeometry geometry;
        geometry.kernel = {3, 5};
        geometry.dilation = {2, 1};
        geometry.pad = {1, 0, 2, 0};
        QCOMPARE(scene::striding::patchOf(geometry, 0, 4), (scene::striding::InputPatch{-1, 2, 3, 5, 2, 1}));
    }
    void refusesReportsOfOtherPrograms() {
        const auto example = test::stridingExample("e01", lower::striding::Mode::MaskMax);
        lower::striding::LayerReport& layer = example->run.lowering.report.layers.at(0);
        // The code and what it names, or nothing.
        const auto refusal = [&](std::uint64_t channel = 0) {
            const auto picture = pictureOf(*example, *example->run.machine, channel);
            if (picture) return std::string();
            return std::string(picture.problem().message->code) + " " + picture.problem().arguments.at(0);
        };
        const std::string sizes = "E696 sizes of layer '" + layer.name + "'";
        QCOMPARE(refusal(), std::string());
        QCOMPARE(refusal(1), std::string("E698 1"));
        layer.geometry.stride = {0, 4};
        QCOMPARE(refusal(), sizes);
        layer.geometry.rows = 0;
        QCOMPARE(refusal(), sizes);
        layer.geometry.stride = {4, 4};
        layer.geometry.firstRows = 9;
        layer.geometry.rows = 3;
        QCOMPARE(refusal(), "E696 the tensor '" + roleOf(layer, "first").name + "'");
        layer.geometry.firstRows = 8;
        layer.geometry.rows = 2;
        QCOMPARE(refusal(), std::string());
        roleOf(layer, "mask").name = "nothing";
        QCOMPARE(refusal(), std::string("E696 the tensor 'nothing'"));
    }
    void isWrittenAsBefore() {
        const auto example = test::stridingExample("e03", lower::striding::Mode::NegInfMax);
        scene::striding::MaskPicture picture = pictureAtEnd(*example);
        picture.phaseErrorCount = 2;
        picture.phaseErrors = {{1, 2}, {3, 4}};
        QCOMPARE(QString::fromStdString(
                     test::differsFromGolden(jsonOf(picture).text(1) + "\n", "scene/mask_picture_e03.json")),
                 QString());
    }
    void jsonHasEveryField() {
        scene::striding::MaskPicture picture{
            .layer = "y",
            .mode = "mask-max",
            .rowStride = 2,
            .columnStride = 3,
            .channel = 4,
            .channels = 5,
            .kept = 6,
            .dropped = 7,
            .tensors = {{.role = "mask",
                         .written = 8,
                         .values = {{"0", 9}, {"1", 10}},
                         .cells = scene::emptyPicture("m", tensor::DType::F32, 1, 2)},
                        {.role = "second",
                         .written = 11,
                         .cells = scene::emptyPicture("s", tensor::DType::I8, 0, 1)}},
            .phaseErrorCount = 12,
            .phaseErrors = {{13, 14}}};
        picture.tensors[0].cells.flags = {scene::kWritten, scene::kMasked};
        QCOMPARE(test::differsFromJson(picture, kMaskJson), std::string());
    }
};

int tst_mask_picture(int argc, char** argv) { return lw::tests::run<TestMaskPicture>(argc, argv); }
#include "tst_mask_picture.moc"
