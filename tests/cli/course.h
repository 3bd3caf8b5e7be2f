// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/npy.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <map>

// A course whose submissions `lw check` grades.
namespace lw::test {

inline void write(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), qPrintable(path));
}
inline QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
inline void writeNumbers(const QString& path, std::initializer_list<std::int32_t> numbers) {
    QDir().mkpath(QFileInfo(path).path());
    tensor::Tensor out(tensor::DType::I32, {numbers.size()});
    std::uint64_t at = 0;
    for (const std::int32_t number : numbers) out.set(at++, number);
    QVERIFY(bool(tensor::writeNpy(path.toStdString(), out)));
}

// The task: c = 2 a.
inline const QByteArray kHead = ".chip training, \"training-teaching\"\n";
inline const QByteArray kTensors = ".tensor a, i32, [4], smem\n.tensor c, i32, [4], smem\n";
inline const QByteArray kBody = "        { s0: movi r1, 0 }\n"
                                "loop:   { s0: ld r2, [r1+a] }\n"
                                "        { s0: add r2, r2, r2 }\n"
                                "        { s0: st [r1+c], r2 ; s1: add r1, r1, 1 }\n"
                                "        { s0: cmp.lt p1, r1, 4 }\n"
                                "        @p1 br loop\n"
                                "end:    halt\n";
inline const QByteArray kGood = kHead + kTensors + kBody;

struct Ended {
    int code = -1;
    QByteArray out, err;
};
inline Ended runLw(const QString& place, const QStringList& words, int seconds = 240) {
    QProcess lw;
    lw.setWorkingDirectory(place);
    lw.start(QStringLiteral(LW_BIN "/lw"), words);
    if (!lw.waitForFinished(seconds * 1000) || lw.exitStatus() != QProcess::NormalExit) return {};
    return {lw.exitCode(), lw.readAllStandardOutput(), lw.readAllStandardError()};
}

// A class with its teacher's files: teacher/checks.json and teacher/hidden/hidden.json.
class Course {
  public:
    Course() {
        writeNumbers(at("teacher/a.npy"), {1, 2, 3, 4});
        writeNumbers(at("teacher/expected/c.npy"), {2, 4, 6, 8});
        writeNumbers(at("teacher/hidden/a.npy"), {5, -6, 70, 0});
        writeNumbers(at("teacher/hidden/c.npy"), {10, -12, 140, 0});
        write(at("teacher/checks.json"), checks("doubles", "a.npy", "expected/c.npy", 2));
        write(at("teacher/hidden/hidden.json"), checks("others", "a.npy", "c.npy", 3));
    }
    QString at(const QString& path) const { return m_place.filePath(path); }
    void submit(const QString& who, const QByteArray& program) const {
        write(at("class/" + who + "/twice.lw"), program);
    }
    Ended grade(const QStringList& more = {}) const {
        return runLw(m_place.path(), QStringList{"check", "--checks", "teacher/checks.json", "--hidden",
                                                 "teacher/hidden/hidden.json", "--each", "class"} +
                                         more);
    }
    // The host's time alone ends a program: its clocks do not.
    void letRun(int seconds) const {
        for (const char* file : {"teacher/checks.json", "teacher/hidden/hidden.json"})
            write(at(file), readAll(at(file)).replace("\"cycles\": 200, \"seconds\": 20",
                                                      "\"seconds\": " + QByteArray::number(seconds)));
    }
    // By submission.
    std::map<QString, double> points() const {
        std::map<QString, double> out;
        const QJsonArray all =
            QJsonDocument::fromJson(readAll(at("results.json"))).object()["submissions"].toArray();
        for (const auto one : all)
            out[one.toObject()["name"].toString()] = one.toObject()["points"].toDouble();
        return out;
    }

  private:
    static QByteArray checks(const char* name, const char* input, const char* expected, int points) {
        return QByteArray(R"({"schema": "lanewright check", "version": 1, "cases": [{"name": ")") + name +
               R"(", "program": "twice.lw", "set": {"a": ")" + input +
               R"("}, "limits": {"cycles": 200, "seconds": 20}, "expect": {"tensors": [{"name": "c", "file": ")" +
               expected + R"("}]}, "points": )" + QByteArray::number(points) + "}]}";
    }

    QTemporaryDir m_place;
};

} // namespace lw::test
