// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/scene/archive_elements.h"
#include "core/tensor/npz.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>

using namespace lw;

// Arrays of an archive as elements.
class TestArchiveElements : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void eachIsReadWhenItIsLookedAt() {
        const std::string fixture = LW_TESTS "/core/tensor/fixtures/stored.npz";
        const auto arrays = tensor::readNpz(fixture);
        auto file = readFile(fixture);
        QVERIFY(arrays && file && arrays->size() == 2);
        // The numbers of the second are damaged, which only who asks for them is told.
        const auto bytes = (*arrays)[1].tensor.bytes();
        const auto at = std::find_end(file->begin(), file->end(), bytes.begin(), bytes.end());
        QVERIFY(at != file->end());
        *at ^= std::byte{1};
        const QTemporaryDir place;
        const std::string path = place.filePath("damaged.npz").toStdString();
        QVERIFY(bool(writeFileAtomically(path, *file)));
        const auto found = scene::elementsOfArchive(path);
        QVERIFY(found && found->size() == 2);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE((*found)[i].name, (*arrays)[i].name);
            QVERIFY((*found)[i].elements->type() == (*arrays)[i].tensor.dtype());
            QCOMPARE((*found)[i].elements->shape(), (*arrays)[i].tensor.shape());
        }
        for (int twice = 0; twice < 2; ++twice) {
            const auto first = scene::readAll(*(*found)[0].elements);
            QVERIFY(first && *first == (*arrays)[0].tensor);
            const auto second = scene::readAll(*(*found)[1].elements);
            QVERIFY(!second && std::string_view(second.problem().message->code) == "E520");
        }
    }
};

int tst_archive_elements(int argc, char** argv) { return lw::tests::run<TestArchiveElements>(argc, argv); }
#include "tst_archive_elements.moc"
