// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"
#include "tests/support/training_bundles.h"

#include "core/scene/bundle_bits.h"

#include <QTest>

using namespace lw;
using namespace lw::training;
using namespace lw::test;
using scene::BitField;
using scene::BitSection;
using scene::BitUse;

namespace {

constexpr const char* kJson = R"LW({
    "chip": "training", "bundle": 12, "place": "bundle 12 (loop+2)", "bits": "0110", "sections": [
        {"name": "v0", "text": "fadd v4, v2, v3", "unit": "vector", "fields": [
            {"use": "operand", "name": "x", "pieces": [{"offset": 27, "width": 2}, {"offset": 263, "width": 3}],
             "value": 18446744073709551615, "meaning": "v3", "summary": "what it reads"}]},
        {"name": "spare", "text": "", "unit": "", "fields": []}]
})LW";

} // namespace

class TestBundleBits : public QObject {
    Q_OBJECT
    const Config m_config = *builtInConfig("training-teaching");

    scene::BundleBits pictureOf(const isa::Bits& bundle) const {
        const auto picture = scene::bundleBits(programOf({bundle}, m_config), targetOf(m_config), 0);
        if (!picture) qFatal("%s", textOf(picture.problem()).c_str());
        return *picture;
    }
    static const BitSection& section(const scene::BundleBits& picture, const char* name) {
        for (const BitSection& one : picture.sections)
            if (one.name == name) return one;
        qFatal("no section %s", name);
    }
    static const BitField& field(const scene::BundleBits& picture, const char* where, const char* name) {
        for (const BitField& one : section(picture, where).fields)
            if (one.name == name) return one;
        qFatal("no field %s in %s", name, where);
    }
    // The value of a field by the text of bits alone.
    static std::uint64_t read(const scene::BundleBits& picture, const BitField& field) {
        std::uint64_t value = 0, weight = 1;
        for (const scene::BitPiece& piece : field.pieces)
            for (std::uint32_t i = 0; i < piece.width; ++i, weight *= 2)
                value += picture.bits[piece.offset + i] == '1' ? weight : 0;
        return value;
    }

  private Q_SLOTS:
    // The published map: s0 begins at bit 295 with its opcode at 16 and its predicate at 22 of it, v1 at 90.
    void fieldsLieWhereTheMapSays() {
        const auto picture = pictureOf(bits({{kS0, "movi", {R{9}, N{7}}}, {kV1, "bcast", {R{3}, S{5}}, 2}}));
        QCOMPARE(picture.bits.size(), std::size_t{322});
        QCOMPARE(field(picture, "s0", "operation").pieces, (std::vector<scene::BitPiece>{{311, 6}}));
        QCOMPARE(field(picture, "s0", "operation").meaning, std::string("movi"));
        QCOMPARE(field(picture, "s0", "predicate").pieces, (std::vector<scene::BitPiece>{{317, 5}}));
        QCOMPARE(field(picture, "s0", "predicate").meaning, std::string("always"));
        QCOMPARE(field(picture, "s0", "d").pieces, (std::vector<scene::BitPiece>{{295, 5}}));
        QCOMPARE(field(picture, "s0", "d").value, std::uint64_t{9});
        QCOMPARE(field(picture, "s0", "d").meaning, std::string("r9"));
        QCOMPARE(field(picture, "v1", "predicate").pieces, (std::vector<scene::BitPiece>{{116, 5}}));
        QCOMPARE(field(picture, "v1", "predicate").meaning, std::string("if p2"));
        QCOMPARE(section(picture, "v1").unit, std::string("valu"));
        QCOMPARE(section(picture, "v1").text, std::string("@p2 bcast v3, r5"));
        QCOMPARE(section(picture, "v0").text, std::string());
        QCOMPARE(field(picture, "v0", "predicate").value, std::uint64_t{31});
        QCOMPARE(field(picture, "v0", "predicate").meaning, std::string("never: the slot is empty"));
    }
    void sharedFieldsNameTheirUsers() {
        const auto picture = pictureOf(bits({{kS0, "movi", {R{1}, N{70000}}}, {kV0, "bcast", {R{3}, S{5}}}}));
        QCOMPARE(field(picture, "scalars", "vs0").pieces, (std::vector<scene::BitPiece>{{162, 5}}));
        QCOMPARE(field(picture, "scalars", "vs0").meaning, std::string("r5"));
        QVERIFY(field(picture, "scalars", "vs0").summary.find("v0 ") != std::string::npos);
        QCOMPARE(field(picture, "scalars", "vs1").meaning, std::string("not used"));
        // 70000 = 1 * 65536 + 4464 takes the pair imm1:imm0.
        QCOMPARE(field(picture, "immediates", "imm0").value, std::uint64_t{4464});
        QCOMPARE(field(picture, "immediates", "imm1").value, std::uint64_t{1});
        QCOMPARE(field(picture, "immediates", "imm2").meaning, std::string("not used"));
        bool isSaid = false;
        for (const BitField& one : section(picture, "s0").fields)
            isSaid |= one.meaning == "imm1:imm0 = 70000";
        QVERIFY(isSaid);
    }
    // A push keeps three bits of its source outside its slot.
    void aFieldInPiecesIsOneField() {
        const auto picture = pictureOf(bits({{kPushSlot, "perm", {R{21}}}}));
        std::size_t pieces = 0;
        for (const BitField& one : section(picture, "push").fields)
            if (one.meaning == "v21") {
                QCOMPARE(one.pieces, (std::vector<scene::BitPiece>{{27, 2}, {263, 3}}));
                QCOMPARE(read(picture, one), std::uint64_t{21});
                pieces = one.pieces.size();
            }
        QCOMPARE(pieces, std::size_t{2});
    }
    void everyBitIsInOneField() {
        for (const isa::Bits& bundle :
             {bits({}), bits({{kS0, "halt", {}}}),
              bits({{kPushSlot, "perm", {R{21}}}, {kV0, "bcast", {R{1}, N{0}}}}),
              bits({{kMiscSlot, "setperm", {R{30}}}, {kS0, "movi", {R{1}, N{70000}}}})}) {
            const auto picture = pictureOf(bundle);
            std::vector<int> seen(picture.bits.size());
            int unused = 0;
            for (const BitSection& one : picture.sections)
                for (const BitField& field : one.fields) {
                    QCOMPARE(field.value, read(picture, field));
                    if (field.use == BitUse::Unused) {
                        QCOMPARE(field.value, std::uint64_t{0});
                        ++unused;
                    }
                    for (const scene::BitPiece& piece : field.pieces)
                        for (std::uint32_t i = 0; i < piece.width; ++i) ++seen[piece.offset + i];
                }
            QCOMPARE(seen, std::vector<int>(322, 1));
            QVERIFY(unused > 0); // no bundle here uses every slot
        }
    }
    void jsonHasEveryField() {
        const scene::BundleBits picture{
            .chip = "training",
            .bundle = 12,
            .place = "bundle 12 (loop+2)",
            .bits = "0110",
            .sections = {{.name = "v0",
                          .text = "fadd v4, v2, v3",
                          .unit = "vector",
                          .fields = {{.use = BitUse::Operand,
                                      .name = "x",
                                      .pieces = {{27, 2}, {263, 3}},
                                      .value = 18446744073709551615u,
                                      .meaning = "v3",
                                      .summary = "what it reads"}}},
                         {.name = "spare", .text = "", .unit = "", .fields = {}}}};
        QCOMPARE(differsFromJson(picture, kJson), std::string());
    }
    void everyUseHasItsWord() {
        constexpr std::string_view kWords[] = {"predicate", "operation", "operand",
                                               "shared",    "immediate", "unused"};
        for (std::size_t i = 0; i < std::size(kWords); ++i)
            QCOMPARE(nameOf(static_cast<BitUse>(i)), kWords[i]);
        QCOMPARE(BitUse::Unused, static_cast<BitUse>(std::size(kWords) - 1));
    }
    // Views count on it: the inference circuit has neither shared fields nor immediates.
    void aChipWithoutSharedFieldsHasNoSectionsForThem() {
        test::Source source;
        const auto assembly =
            source.assemble(".chip inference, \"inference-teaching\"\nshape a0, 1, 2, 3, -4\nhalt\n");
        QVERIFY(assembly.program);
        const auto target = test::catalogTarget({"inference", "inference-teaching", {}, Place::kNoFile});
        for (std::uint32_t bundle : {0u, 1u}) {
            const auto picture = scene::bundleBits(*assembly.program, *target, bundle);
            QVERIFY(picture);
            QCOMPARE(picture->sections.size(), std::size_t{1});
            QVERIFY(!picture->sections.front().fields.empty());
        }
    }
    void whatIsNoBundleIsRefused() {
        const program::Program program = programOf({bits({})}, m_config);
        QCOMPARE(scene::bundleBits(program, targetOf(m_config), 1).problem().message->code,
                 std::string_view("E410"));
        program::Program broken = program;
        broken.bundles[0].set(1, 1, 1);
        QCOMPARE(scene::bundleBits(broken, targetOf(m_config), 0).problem().message->code,
                 std::string_view("E410"));
    }
};

int tst_bundle_bits(int argc, char** argv) { return lw::tests::run<TestBundleBits>(argc, argv); }
#include "tst_bundle_bits.moc"
