// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_plan.h"

#include "app/cli/messages.h"
#include "core/chips/catalog.h"
#include "core/source/messages.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace lw::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostCheckBytes = 16 << 20;

std::string folderOf(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

std::string canonical(const std::string& path) {
    std::error_code error;
    return fs::weakly_canonical(path, error).string();
}

// A check file with its text, for messages.
struct ReadFile {
    source::DiskLoader disk{kMostCheckBytes};
    source::Files files{disk};
    std::string path;
    CheckFile checks;

    CheckFolder own() const {
        return {folderOf(path), (fs::path(folderOf(path)) / checks.root).lexically_normal().string()};
    }
};

// A link would show whoever reads messages a file that is not the submission's; a pipe would never end.
Outcome checkKind(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (!fs::exists(status)) return Problem{&source::kNoSuchFile, {path}, {}, {}, {}};
    if (fs::is_regular_file(status)) return Done{};
    return Problem{&messages::kNotPlainFile, {path}, {}, {}, {}};
}

Outcome read(ReadFile& into) {
    LW_TRY([[maybe_unused]] const Done plain, checkKind(into.path));
    LW_TRY(const std::uint32_t file, into.files.open(into.path));
    LW_TRY(into.checks, parseChecks(into.files[file].text(), file));
    return Done{};
}

class Planner {
  public:
    Planner(const Arguments& arguments, Console& console) : m_arguments(arguments), m_console(console) {}

    Result<CheckPlan> run() {
        if (const auto hidden = m_arguments.value("--hidden")) m_hidden = taken(*hidden);
        const auto checks = m_arguments.value("--checks");
        if (!checks && m_arguments.has("--each"))
            return Problem{&messages::kEachWithoutChecks, {}, {}, {}, {}};
        if (checks) {
            LW_TRY([[maybe_unused]] const Done graded, grade(*checks));
        } else {
            LW_TRY([[maybe_unused]] const Done checked, checkOwn());
        }
        return std::move(m_plan);
    }

  private:
    void report(const Problem& problem, const source::Files* files) {
        m_console.problem(problem, files);
        ++m_plan.wrongFiles;
    }

    // Null: it is wrong, which has been reported.
    std::unique_ptr<ReadFile> taken(const std::string& path) {
        auto out = std::make_unique<ReadFile>();
        out->path = path;
        if (const auto good = read(*out))
            return out;
        else
            report(good.problem(), &out->files);
        return nullptr;
    }

    // The files of all folders named.
    Outcome checkOwn() {
        for (const std::string& operand : m_arguments.operands()) {
            LW_TRY(const std::vector<std::string> paths, filesOf(operand));
            for (const std::string& path : paths) addOwn(path);
        }
        return Done{};
    }
    // The check files an operand stands for: itself, or every check.json below a folder, by path.
    static Result<std::vector<std::string>> filesOf(const std::string& operand) {
        std::error_code error;
        if (!fs::is_directory(operand, error)) return std::vector{operand};
        std::vector<std::string> files;
        for (auto it = fs::recursive_directory_iterator(operand, error);
             !error && it != fs::recursive_directory_iterator(); it.increment(error))
            if (it->path().filename() == "check.json")
                files.push_back(it->path().lexically_normal().string());
        std::sort(files.begin(), files.end());
        if (files.empty()) return Problem{&messages::kNoChecks, {operand}, {}, {}, {}};
        return files;
    }
    void addOwn(const std::string& path) {
        CheckFolder folder{folderOf(path), folderOf(path)};
        source::Guard guard;
        if (const auto file = taken(path)) {
            folder = file->own();
            keep(guard, *file);
            if (m_hidden) keepHidden(guard, folder.root);
            m_plan.suites.push_back(suiteOf(*file, {}, {folder, guard, file->own(), {file->own()}, true}));
        } else if (m_hidden) {
            keepHidden(guard, folder.root);
        }
        if (!m_hidden) return;
        m_plan.suites.push_back(
            suiteOf(*m_hidden, path, {folder, guard, m_hidden->own(), {m_hidden->own(), folder}, true}));
        m_plan.suites.back().isHidden = true;
    }

    // Each submission by the teacher's file.
    Outcome grade(const std::string& checks) {
        m_plan.isGraded = true;
        const auto teacher = taken(checks);
        LW_TRY(const std::vector<std::string> submissions, submissionsOf());
        if (teacher) leaveOutWrong(*teacher);
        if (m_hidden) leaveOutWrong(*m_hidden);
        for (const std::string& submission : submissions) {
            const CheckFolder folder{submission, submission};
            source::Guard guard;
            if (teacher) keep(guard, *teacher);
            if (m_hidden) keepHidden(guard, submission);
            const auto add = [&](const ReadFile& file, bool isHidden) {
                m_plan.suites.push_back(
                    suiteOf(file, nameOf(submission), {folder, guard, file.own(), {file.own()}, false}));
                m_plan.suites.back().isHidden = isHidden;
            };
            if (teacher) add(*teacher, false);
            if (m_hidden) add(*m_hidden, true);
        }
        return Done{};
    }
    Result<std::vector<std::string>> submissionsOf() const {
        std::vector<std::string> out;
        std::error_code error;
        for (const std::string& operand : m_arguments.operands()) {
            if (!fs::is_directory(operand, error))
                return Problem{&messages::kNotSubmission, {operand}, {}, {}, {}};
            if (!m_arguments.has("--each")) {
                out.push_back(operand);
                continue;
            }
            std::vector<std::string> found;
            for (const fs::directory_entry& one : fs::directory_iterator(operand, error))
                if (one.is_directory(error) && one.path().filename().string().front() != '.')
                    found.push_back(one.path().lexically_normal().string());
            if (found.empty()) return Problem{&messages::kNoSubmissions, {operand}, {}, {}, {}};
            std::sort(found.begin(), found.end());
            out.insert(out.end(), found.begin(), found.end());
        }
        return out;
    }
    // Of one among many of the same folder its name says enough.
    std::string nameOf(const std::string& submission) const {
        const bool isShort = m_arguments.has("--each") && m_arguments.operands().size() == 1;
        return isShort ? fs::path(submission).filename().string()
                       : (fs::path(submission) / "").lexically_normal().parent_path().string();
    }

    // Cases whose files cannot be read, or that ask for what only files of one's own may, count for nobody.
    void leaveOutWrong(ReadFile& file) {
        if (file.checks.rootPlace.known())
            report({&messages::kRootWhenGraded, {file.path}, file.checks.rootPlace, {}, {}}, &file.files);
        file.checks.root = ".";
        std::erase_if(file.checks.cases, [&](const CheckCase& one) {
            auto good = checkFiles(file, one);
            if (good) return false;
            Problem problem = std::move(good).problem();
            problem.place = one.place;
            report(problem, &file.files);
            return true;
        });
    }
    static Outcome checkFiles(const ReadFile& file, const CheckCase& one) {
        const std::vector<CheckFolder> folders{file.own()};
        const auto isTensor = [&](const std::string& name) -> Outcome {
            LW_TRY(const std::string bytes, givenFile(folders, name));
            LW_TRY([[maybe_unused]] const tensor::Tensor read,
                   tensor::parseNpy(std::as_bytes(std::span(bytes)), name));
            return Done{};
        };
        for (const TensorExpectation& expected : one.tensors) {
            LW_TRY([[maybe_unused]] const Done good, isTensor(expected.file));
        }
        for (const TensorInput& input : one.set) {
            LW_TRY([[maybe_unused]] const Done good, isTensor(input.file));
        }
        if (!chips::isMachinePath(one.machine)) return Done{};
        LW_TRY([[maybe_unused]] const std::string text, givenFile(folders, one.machine));
        return Done{};
    }

    // The file itself, and what it expects.
    static void keep(source::Guard& guard, const ReadFile& file) {
        guard.keepFile(file.path);
        for (const CheckCase& one : file.checks.cases)
            for (const TensorExpectation& expected : one.tensors)
                guard.keepFile((fs::path(folderOf(file.path)) / expected.file).string());
    }
    // Also all that lies beside it, but where the program that is checked does so too.
    void keepHidden(source::Guard& guard, const std::string& root) const {
        keep(guard, *m_hidden);
        for (const CheckCase& one : m_hidden->checks.cases)
            for (const TensorInput& input : one.set)
                guard.keepFile((fs::path(folderOf(m_hidden->path)) / input.file).string());
        const std::string folder = folderOf(m_hidden->path);
        if (!source::isIn(canonical(root), canonical(folder))) guard.keepFolder(folder);
    }

    static CheckSuite suiteOf(const ReadFile& file, std::string submission, CheckFolders folders) {
        CheckSuite out{.submission = std::move(submission),
                       .file = file.path,
                       .checks = std::make_shared<CheckFile>(file.checks),
                       .folders = std::move(folders)};
        out.results.resize(file.checks.cases.size());
        return out;
    }

    const Arguments& m_arguments;
    Console& m_console;
    CheckPlan m_plan;
    std::unique_ptr<ReadFile> m_hidden;
};

} // namespace

bool CheckSuite::isDone() const {
    return std::ranges::all_of(results, [](const auto& result) { return result.has_value(); });
}

std::string CheckSuite::title() const {
    if (submission.empty()) return file;
    return isHidden ? submission + ", " + file : submission;
}

Result<CheckPlan> planChecks(const Arguments& arguments, Console& console) {
    return Planner(arguments, console).run();
}

} // namespace lw::cli
