// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/assemble.h"
#include "core/chips/training/config.h"
#include "core/chips/training/isa.h"
#include "core/manual/fault_stories.h"
#include "core/manual/glossary.h"
#include "core/manual/search.h"
#include "core/project/load_program.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <set>

using namespace lw;
using manual::Book;
using manual::Page;
using manual::PageKind;

namespace {

const chips::MachineChoice& wholeMachine() {
    static const auto kMachine = *chips::machineNamed(chips::all().front(), "");
    return kMachine;
}

const Book& book() {
    static const Book kBook({&training::kIsa, wholeMachine().title, wholeMachine().timing});
    return kBook;
}

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string firstFor(std::string_view query) {
    const auto hits = manual::search(book(), query);
    return hits.empty() ? std::string() : hits.front().page->id;
}

std::string pageFor(std::string_view word) {
    const Page* page = book().pageFor(word);
    return page ? page->id : std::string();
}

} // namespace

// The manual has a page on everything, and finds it.
class TestManual : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyInstructionHasAPage() {
        for (const isa::Insn& insn : training::kIsa.insns) {
            const std::string key =
                std::string(training::kIsa.classes[insn.slotClass].name) + "." + std::string(insn.name);
            const Page* page = book().page("insn/" + key);
            QVERIFY2(page, key.c_str());
            QVERIFY(page->text.find(insn.summary) != std::string::npos);
            QVERIFY(page->text.find("```bits") != std::string::npos);
            QCOMPARE(&training::kIsa.insns[page->op], &insn);
            QCOMPARE(pageFor(key), page->id);
            QCOMPARE(book().pageFor(insn.name)->title, std::string(insn.name));
        }
    }

    void everyExampleAssembles() {
        for (const Page& page : book().pages()) {
            if (page.example.empty()) continue;
            source::MemoryLoader loader;
            loader.set("p.lw", ".chip training\n" + page.example + "\nhalt\n");
            source::Files files(loader);
            project::ProgramRequest request;
            request.path = "p.lw";
            const auto answer = project::loadProgram(request, files);
            for (const Problem& problem : answer.diagnostics.problems())
                QVERIFY2(problem.message->severity == Severity::Warning,
                         (page.example + ": " + textOf(problem)).c_str());
        }
    }

    void everyDirectiveAndFunctionHasAPage() {
        for (const std::string_view name : assembler::directiveNames()) {
            const Page* page = book().page("directive/" + std::string(name));
            QVERIFY2(page && page->text.size() > 40 && !page->summary.empty(), std::string(name).c_str());
            QCOMPARE(pageFor(name), page->id);
        }
        for (const std::string_view name : assembler::functionNames())
            QVERIFY2(book().pageFor(name), std::string(name).c_str());
        QVERIFY(book().page("directive/.tensor")->text.find("row|tile") != std::string::npos);
    }

    void everyMessageHasAPage() {
        std::set<std::string_view> codes;
        for (const Message* row : manual::messageRows())
            if (!row->code.empty()) codes.insert(row->code);
        QVERIFY(codes.size() > 150);
        for (const std::string_view code : codes) {
            const Page* page = book().page("code/" + std::string(code));
            QVERIFY2(page && page->text.size() > 40, std::string(code).c_str());
        }
        // Rows of three rooms.
        for (const char* code : {"E101", "E203", "W301"}) QVERIFY2(codes.count(code) == 1, code);
    }

    void everyKindOfFaultHasItsStory() {
        QCOMPARE(manual::faultStories().size(), std::size_t{machine::kFaultKinds});
        for (std::uint8_t k = 0; k < machine::kFaultKinds; ++k) {
            const manual::FaultStory& story = manual::faultStories()[k];
            const std::string name(machine::nameOf(story.kind));
            QCOMPARE(static_cast<std::uint8_t>(story.kind), k);
            const Page* page = book().pageFor("fault " + name); // as the window asks
            QVERIFY2(page && page->kind == PageKind::Fault, name.c_str());
            const auto says = [&](std::string_view text) { return page->text.find(text) != page->text.npos; };
            QVERIFY2(says(machine::meaningOf(story.kind)) && says(story.means) && says(story.whose) &&
                         says(story.program) && says(story.wayOut),
                     name.c_str());
            QVERIFY2(story.means.size() > 60 && !story.whose.empty() && story.wayOut.size() > 30,
                     name.c_str());
        }
    }

    // A check may ask for a fault by its name; the page for teachers lists them, in either language.
    void thePageOnChecksNamesEveryFault() {
        for (const bool isChinese : {false, true}) {
            std::string list;
            for (std::uint8_t k = 0; k < machine::kFaultKinds; ++k) {
                const bool isLast = k + 1 == machine::kFaultKinds;
                list += std::string(k == 0   ? ""
                                    : isLast ? (isChinese ? " 或 " : " or ")
                                             : (isChinese ? "、" : ", ")) +
                        std::string(machine::nameOf(static_cast<machine::FaultKind>(k)));
            }
            std::ifstream file(std::string(LW_ROOT "/resources/manual/") + (isChinese ? "zh_CN/" : "") +
                               "check.md");
            const std::string page{std::istreambuf_iterator<char>(file), {}};
            const QString text = QString::fromStdString(page).simplified();
            QVERIFY2(text.contains(QString::fromStdString(list)), list.c_str());
        }
    }

    // Not a program that once did: it is run.
    void everyProgramOfAFaultPageEndsInThatFault() {
        int programs = 0;
        for (const manual::FaultStory& story : manual::faultStories()) {
            if (story.program.empty()) continue;
            ++programs;
            const std::string name(machine::nameOf(story.kind));
            source::MemoryLoader loader;
            loader.set("p.lw", std::string(story.program));
            source::Files files(loader);
            project::ProgramRequest request;
            request.path = "p.lw";
            const auto answer = project::loadProgram(request, files);
            QVERIFY2(answer.loaded, name.c_str());
            for (const bool strict : {false, true}) {
                chips::RunOptions options;
                if (strict) options.mode = "strict";
                auto machine =
                    answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, options);
                QVERIFY2(bool(machine), name.c_str());
                const machine::Stop stop = (*machine)->run({});
                if (story.isStrict && !strict) {
                    QVERIFY2(stop.kind == machine::StopKind::Halted, name.c_str());
                    continue;
                }
                QVERIFY2(stop.kind == machine::StopKind::Faulted && stop.fault->kind == story.kind,
                         name.c_str());
            }
        }
        QCOMPARE(programs, 8);
    }

    void everyRegisterUnitSlotAndMemoryIsKnown() {
        QCOMPARE(pageFor("v31"), std::string("registers/v"));
        QCOMPARE(pageFor("iar1"), std::string("registers/iar"));
        for (const isa::Unit& unit : training::kIsa.units) {
            QVERIFY2(manual::findTerm(unit.name), std::string(unit.name).c_str());
            QVERIFY2(manual::findTerm(unit.title), std::string(unit.title).c_str());
        }
        for (const isa::Space& space : training::kIsa.spaces) {
            QVERIFY2(manual::findTerm(space.name), std::string(space.name).c_str());
            QVERIFY2(manual::findTerm(space.unitName), std::string(space.unitName).c_str());
        }
        for (const isa::Slot& slot : training::kIsa.slots)
            QVERIFY2(book().pageFor(slot.name), std::string(slot.name).c_str());
        for (const isa::RegisterFile& file : training::kIsa.files)
            QVERIFY2(manual::findTerm(file.title), std::string(file.title).c_str());
    }

    void everyPartOfTheOtherChipsIsKnown() {
        for (const char* name : {"inference", "nnp"}) {
            const chips::Chip& chip = **chips::chipNamed(name);
            for (const isa::Unit& unit : chip.spec->units) {
                QVERIFY2(manual::findTerm(unit.name), std::string(unit.name).c_str());
                QVERIFY2(manual::findTerm(unit.title), std::string(unit.title).c_str());
            }
            for (const isa::Space& space : chip.spec->spaces)
                QVERIFY2(manual::findTerm(space.name), std::string(space.name).c_str());
            for (const isa::RegisterFile& file : chip.spec->files)
                QVERIFY2(manual::findTerm(file.title), std::string(file.title).c_str());
            const chips::MachineChoice machine = *chips::machineNamed(chip, "");
            for (const machine::DiagramBox& box : machine.diagram.boxes)
                QVERIFY2(manual::findTerm(box.title), box.title.c_str());
        }
    }

    void everyPartOfTheDiagramIsKnown() {
        int titles = 0;
        for (const machine::DiagramBox& box : wholeMachine().diagram.boxes) {
            titles += !box.title.empty();
            QVERIFY2(box.title.empty() || manual::findTerm(box.title), box.title.c_str());
            for (const machine::DiagramValue& value : box.values)
                if (value.label.size() > 3) // not f12
                    QVERIFY2(!manual::termsIn(value.label).empty(), value.label.c_str());
        }
        QVERIFY(titles > 15);
    }

    void everyPartAroundTheCoreIsKnown() {
        QVERIFY(!wholeMachine().surroundings.empty());
        for (const machine::DiagramLevel& level : wholeMachine().surroundings) {
            QVERIFY2(manual::findTerm(level.title), level.title.c_str());
            int titles = 0;
            for (const machine::DiagramBox& box : level.diagram.boxes) {
                titles += !box.title.empty();
                QVERIFY2(box.title.empty() || !manual::termsIn(box.title).empty(), box.title.c_str());
            }
            QVERIFY2(titles > 0, level.title.c_str());
        }
    }

    void abbreviationsAreSpelledOut() {
        const std::vector<std::pair<std::string_view, std::string_view>> known{
            {"MXU", "matrix unit"},
            {"XU", "transpose unit"},
            {"RPU", "reduction and permute unit"},
            {"EUP", "extended unary pipeline"},
            {"VMEM", "vector memory"},
            {"SMEM", "scalar memory"},
            {"HBM", "high bandwidth memory"},
            {"DMA", "direct memory access"},
            {"VLIW", "very long instruction word"},
            {"ULP", "unit in the last place"}};
        for (const auto& [name, words] : known) {
            const manual::Term* term = manual::findTerm(name);
            QVERIFY2(term, std::string(name).c_str());
            QCOMPARE(toQt(term->words), toQt(words));
            QCOMPARE(manual::findTerm(words), term);
        }
        for (const char* word :
             {"bundle", "granule", "lanes", "Sublane", "sync flags", "shadow weights", "FIFO"})
            QVERIFY2(manual::findTerm(word), word);
        QVERIFY(!manual::findTerm("zebra"));
        QVERIFY(!manual::findTerm(""));
    }

    void everyTermIsWellFormed() {
        std::set<std::string> names;
        for (const manual::Term& term : manual::glossary()) {
            QVERIFY2(names.insert(std::string(term.name)).second, std::string(term.name).c_str());
            QVERIFY2(term.text.ends_with('.') && term.text.size() < 260, std::string(term.name).c_str());
            QVERIFY2(!term.source.empty(), std::string(term.name).c_str());
            QVERIFY(term.aliases.empty() || (term.aliases.starts_with('|') && term.aliases.ends_with('|')));
            QCOMPARE(manual::findTerm(term.name), &term);
        }
    }

    void termsAreFoundInText() {
        const auto found = manual::termsIn("The MXU and the sync flags, lanes. MXU");
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(toQt(found[0]->name), QStringLiteral("MXU"));
        QCOMPARE(toQt(found[1]->name), QStringLiteral("SFLAG"));
        QCOMPARE(toQt(found[2]->name), QStringLiteral("lane"));
    }

    void everyLinkLeadsSomewhere() {
        for (const Page& page : book().pages()) {
            for (std::size_t at = page.text.find("]("); at != page.text.npos;
                 at = page.text.find("](", at + 1)) {
                const std::string to = page.text.substr(at + 2, page.text.find(')', at) - at - 2);
                constexpr std::string_view kExample = "example/"; // of a network perhaps with a mode
                constexpr std::string_view kPicture = "pictures/";
                const auto exists = [](const std::string& path) {
                    return std::filesystem::exists(LW_ROOT + path);
                };
                const bool leads =
                    to.starts_with(kExample)
                        ? exists("/examples/" + to.substr(kExample.size(), to.find('?') - kExample.size()))
                    : to.starts_with(kPicture) ? exists("/resources/manual/" + to)
                                               : book().page(to) != nullptr;
                QVERIFY2(leads, (page.id + " links to " + to).c_str());
            }
            QVERIFY2(page.id.find(' ') == page.id.npos, page.id.c_str());
            QCOMPARE(book().page(page.id), &page); // none twice
        }
        // The contents lead to every page.
        for (const Page& page : book().pages())
            QVERIFY2(page.kind == PageKind::Contents ||
                         book().page("contents")->text.find("](" + page.id + ")") != std::string::npos,
                     page.id.c_str());
    }

    // The words of a transfer's descriptor, and the granules that they move.
    void theDescriptorIsShown() {
        QVERIFY(book().page("chapter/timing")->text.find("](pictures/descriptor.png)") != std::string::npos);
    }

    void whatIsCalledSoComesFirst_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* query, const char* id) { QTest::newRow(query) << query << id; };
        row("fadd", "insn/vector.fadd");
        row("FADD", "insn/vector.fadd");
        row("fad", "insn/vector.fadd");
        row("mxu.la", "insn/push.mxu.latch");
        row("E203", "code/E203");
        row("e203", "code/E203");
        row(".tensor", "directive/.tensor");
        row("tensor", "directive/.tensor"); // called so, and before the term
        row("systolic array", "term/systolic-array");
        row("matrix multiply unit", "term/mxu");
        row("sublanes", "term/sublane");
        row("transfer land", "term/transfer");
        row("object files", "chapter/object");
    }
    void whatIsCalledSoComesFirst() {
        QFETCH(QString, query);
        QFETCH(QString, id);
        QCOMPARE(QString::fromStdString(firstFor(query.toStdString())), id);
    }

    void everyWordCounts() {
        const auto hits = manual::search(book(), "load weights", 400);
        QVERIFY(hits.size() > 2);
        for (const manual::Hit& hit : hits) {
            const QString text = toQt(hit.page->title + hit.page->summary + hit.page->plain).toLower();
            for (const char* word : {"load", "weights"}) QVERIFY2(text.contains(word), hit.page->id.c_str());
        }
    }

    void nothingIsFoundForNothing() {
        QVERIFY(manual::search(book(), "").empty());
        QVERIFY(manual::search(book(), "   ").empty());
        QVERIFY(manual::search(book(), "zebra crossing").empty());
        QCOMPARE(pageFor("zebra"), std::string());
        QCOMPARE(manual::search(book(), "e", 5).size(), std::size_t{5});
    }

    void excerptsAreLinesWithoutMarks() {
        for (const char* query : {"fadd", "shadow", "clocks", "[", "`", "granule land"})
            for (const manual::Hit& hit : manual::search(book(), query, 400)) {
                QVERIFY(hit.excerpt.size() <= 124);
                for (const char* mark : {"](", "`", "**", "\n"})
                    QVERIFY2(hit.excerpt.find(mark) == std::string::npos, hit.excerpt.c_str());
            }
    }

    void bracketsThatAreNoLinkStay() {
        QCOMPARE(toQt(manual::plainOf("`out[n]` = x[k] * w[k][n], see [the\npage](term/mxu).")),
                 QStringLiteral("out[n] = x[k] * w[k][n], see the\npage."));
        QCOMPARE(toQt(manual::plainOf("[[1, 2], [3, 4]] and [a](b)[c](d)[1]")),
                 QStringLiteral("[[1, 2], [3, 4]] and ac[1]"));
        QCOMPARE(toQt(manual::plainOf("**All** of `chips/*.json` and `w.npz#*`, a * b")),
                 QStringLiteral("All of chips/*.json and w.npz#*, a * b"));
        for (const manual::Hit& hit : manual::search(book(), "denormal", 400))
            if (hit.page->id == "insn/push.mxu.x")
                QVERIFY2(hit.excerpt.find("out[n] = sum over k of bf16(x[k]) * w[k][n]") != std::string::npos,
                         hit.excerpt.c_str());
        for (const Page& page : book().pages())
            QVERIFY2(page.plain.find("](") == page.plain.npos, page.id.c_str());
    }

    void clocksAreThoseOfTheMachine() {
        const auto teaching = *chips::machineNamed(chips::all().front(), "training-teaching");
        const Book small({&training::kIsa, teaching.title, teaching.timing});
        const auto clocks = [](const chips::MachineChoice& of) {
            for (const chips::Timing& row : of.timing)
                if (row.key == "mxu") return row.clocks;
            return 0u;
        };
        QVERIFY(clocks(teaching) != clocks(wholeMachine()));
        const std::string text = std::to_string(clocks(teaching)) + " clocks";
        QVERIFY(small.page("insn/push.mxu.x")->text.find(text) != std::string::npos);
        QVERIFY(book().page("insn/push.mxu.x")->text.find(text) == std::string::npos);
        QVERIFY(small.page("chapter/timing")->text.find(teaching.title) != std::string::npos);
    }

    // Bits of the published field map: predicate, code and operands of a vector instruction.
    void bitsStandWhereTheyAre() {
        const auto bits = isa::bitsOf(training::kIsa, training::op(training::kVector, "fadd"));
        std::vector<QString> seen;
        for (const isa::BitField& field : bits.slot)
            seen.push_back(toQt(isa::bitRange(field.first, field.width) + " " + field.text));
        QCOMPARE(seen, (std::vector<QString>{"4:0 d", "9:5 y register", "14:10 y", "19:15 x", "25:20 code 3",
                                             "30:26 predicate"}));
        QVERIFY(bits.outside.empty());
    }
};

int tst_manual(int argc, char** argv) { return lw::tests::run<TestManual>(argc, argv); }
#include "tst_manual.moc"
