// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_plan.h"

#include "app/cli/messages.h"
#include "core/base/messages.h"
#include "core/base/printable.h"
#include "core/chips/catalog.h"
#include "core/isa/lookup.h"
#include "core/source/messages.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

namespace lw::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCheckFile = "check.json";
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
            if (m_hidden && canonical(m_hidden->path) == canonical(*checks))
                return Problem{&messages::kSameChecks, {*checks}, {}, {}, {}};
            LW_TRY([[maybe_unused]] const Done graded, grade(*checks));
        } else {
            checkOwn();
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

    // The files of all folders named, each once.
    void checkOwn() {
        std::set<fs::path> known;
        for (const std::string& operand : m_arguments.operands())
            for (const std::string& path : filesOf(operand))
                if (known.insert(fs::absolute(path).lexically_normal()).second) addOwn(path);
    }
    // The check files an operand stands for: itself, or every check.json below a folder, by path. A folder
    // without one is told, and the others go on.
    std::vector<std::string> filesOf(const std::string& operand) {
        std::error_code error;
        if (!fs::is_directory(operand, error)) return std::vector{operand};
        std::vector<std::string> files;
        addFilesIn(operand, files);
        std::sort(files.begin(), files.end());
        if (files.empty()) report({&messages::kNoChecks, {operand}, {}, {}, {}}, nullptr);
        if (m_hidden && !files.empty()) tellLeftOut(operand, files);
        return files;
    }
    // Whoever has no check file is not checked against the hidden ones either: that is told.
    void tellLeftOut(const fs::path& folder, const std::vector<std::string>& files) {
        std::error_code error; // has been told
        for (const std::string& path : sortedIn(folder, error)) {
            const bool isFolder = fs::symlink_status(path, error).type() == fs::file_type::directory;
            const bool has = std::ranges::any_of(
                files, [&](const std::string& file) { return file.starts_with(path + '/'); });
            if (isFolder && !has)
                m_plan.notGraded.push_back({printableName(nameOf(path)), "no check.json, not checked"});
        }
    }
    static std::vector<std::string> sortedIn(const fs::path& folder, std::error_code& error) {
        std::vector<std::string> out;
        fs::directory_iterator it(folder, error);
        for (; !error && it != fs::directory_iterator(); it.increment(error))
            out.push_back(it->path().lexically_normal().string());
        std::ranges::sort(out);
        return out;
    }
    // A folder that cannot be read is told, and the others go on.
    void addFilesIn(const fs::path& folder, std::vector<std::string>& files) {
        std::error_code error;
        fs::directory_iterator it(folder, error);
        for (; !error && it != fs::directory_iterator(); it.increment(error)) {
            std::error_code ignored;
            if (it->path().filename() == kCheckFile)
                files.push_back(it->path().lexically_normal().string());
            else if (it->symlink_status(ignored).type() == fs::file_type::directory)
                addFilesIn(it->path(), files);
        }
        if (error)
            report({&lw::messages::kCannotRead, {folder.string(), error.message()}, {}, {}, {}}, nullptr);
    }
    void addOwn(const std::string& path) {
        CheckFolder folder{folderOf(path), folderOf(path)};
        source::Guard guard;
        const auto file = taken(path);
        if (file) folder = file->own();
        if (file) keep(guard, *file);
        if (m_hidden) keepHidden(guard, folder.root);
        if (file) add(*file, path, {folder, guard, folder, {folder}, true});
        if (!m_hidden) return;
        add(*m_hidden, path, {folder, guard, m_hidden->own(), {m_hidden->own(), folder}, true});
        m_plan.suites.back().isHidden = true;
    }

    // Each submission by the teacher's file.
    Outcome grade(const std::string& checks) {
        m_plan.isGraded = true;
        const auto teacher = taken(checks);
        noteTeachers(checks, teacher.get());
        if (m_hidden) noteTeachers(m_hidden->path, m_hidden.get());
        LW_TRY(const std::vector<std::string> submissions, submissionsOf());
        if (teacher) leaveOutWrong(*teacher);
        if (m_hidden) leaveOutWrong(*m_hidden);
        for (const std::string& submission : submissions) {
            const CheckFolder folder{submission, submission};
            source::Guard guard;
            guard.names = {std::string(kCheckFile)}; // it is looked at by nobody
            if (teacher) keep(guard, *teacher);
            if (m_hidden) keepHidden(guard, submission);
            guard.root = source::fileIdOf(submission); // not another's that gets its name meanwhile
            for (const ReadFile* const file : {teacher.get(), m_hidden.get()}) {
                if (!file) continue;
                add(*file, nameOf(submission), {folder, guard, file->own(), {file->own()}, false});
                m_plan.suites.back().isHidden = file == m_hidden.get();
                m_plan.suites.back().refusal = whyRefused(submission);
            }
        }
        return Done{};
    }
    Result<std::vector<std::string>> submissionsOf() {
        std::vector<std::string> found;
        for (const std::string& operand : m_arguments.operands()) {
            if (!m_arguments.has("--each")) {
                found.push_back(operand);
                continue;
            }
            LW_TRY(const std::vector<std::string> inside, foldersIn(operand));
            found.insert(found.end(), inside.begin(), inside.end());
        }
        std::vector<std::string> out; // each once
        std::set<std::string> known;
        for (std::string& one : found)
            if (isRefused(one) || known.insert(canonical(one)).second) out.push_back(std::move(one));
        return out;
    }
    // What is left out is told: nobody misses points without a line that says why.
    Result<std::vector<std::string>> foldersIn(const std::string& operand) {
        std::vector<std::string> out;
        std::error_code error;
        const std::vector<std::string> all = sortedIn(operand, error);
        if (error) return Problem{&lw::messages::kCannotRead, {operand, error.message()}, {}, {}, {}};
        for (const std::string& path : all)
            if (const char* const why = whyNotGraded(path); *why != 0)
                m_plan.notGraded.push_back({printableName(nameOf(path)), why});
            else
                out.push_back(path);
        if (out.empty()) return Problem{&messages::kNoSubmissions, {operand}, {}, {}, {}};
        return out;
    }
    const char* whyNotGraded(const std::string& path) const {
        std::error_code error;
        const bool isTeachers = std::ranges::any_of(
            m_teachers, [&](const std::string& file) { return source::isIn(file, canonical(path)); });
        if (isTeachers) return "the teacher's, not graded";
        if (fs::path(path).filename().string().front() == '.') return "hidden, not graded";
        const bool isFile = fs::symlink_status(path, error).type() == fs::file_type::regular;
        return isFile ? "not a folder, not graded" : "";
    }
    // The file and those that it names.
    void noteTeachers(const std::string& path, const ReadFile* file) {
        m_teachers.push_back(canonical(path));
        if (file == nullptr) return;
        const auto note = [&](const std::string& name) {
            m_teachers.push_back(canonical((fs::path(folderOf(path)) / name).string()));
        };
        for (const CheckCase& one : file->checks.cases) {
            for (const TensorExpectation& expected : one.tensors) note(expected.file);
            for (const TensorInput& input : one.set) note(input.file);
            if (chips::isMachinePath(one.machine)) note(one.machine);
        }
    }
    // A link would give one student what another one, or the teacher, has done.
    static bool isRefused(const std::string& submission) { return !whyRefused(submission).empty(); }
    static std::string whyRefused(const std::string& submission) {
        std::error_code error;
        const fs::path path =
            fs::path(submission).has_filename() ? fs::path(submission) : fs::path(submission).parent_path();
        const fs::file_type type = fs::symlink_status(path, error).type();
        if (type == fs::file_type::directory) return {};
        return type == fs::file_type::symlink     ? "the submission is a link, not a folder"
               : type == fs::file_type::not_found ? "there is no such submission"
                                                  : "the submission is not a folder";
    }
    // Of one among many of the same folder its name says enough.
    std::string nameOf(const std::string& submission) const {
        const bool isShort = m_arguments.has("--each") && m_arguments.operands().size() == 1;
        if (isShort) return fs::path(submission).filename().string();
        const fs::path whole = (fs::path(submission) / "").lexically_normal().parent_path();
        const std::string last = whole.filename().string();
        return last.empty() || last == "." || last == ".."
                   ? fs::path(canonical(submission)).filename().string()
                   : whole.string();
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
            if (!problem.place.known()) problem.place = one.place;
            report(problem, &file.files);
            return true;
        });
    }
    static Outcome checkFiles(ReadFile& file, const CheckCase& one) {
        const std::vector<CheckFolder> folders{file.own()};
        LW_TRY([[maybe_unused]] const Done program, checkProgram(one.program));
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
        LW_TRY([[maybe_unused]] const Done names, checkNames(one));
        return checkMachine(one, file);
    }
    // What no submission can have, or what only one named so has.
    static Outcome checkProgram(const std::string& program) {
        const fs::path path = fs::path(program).lexically_normal();
        if (path.empty() || path == "." || path.is_absolute() || *path.begin() == "..")
            return Problem{&messages::kProgramElsewhere, {program}, {}, {}, {}};
        return Done{};
    }
    // Registers and memories that no chip has, of whatever core.
    static Outcome checkNames(const CheckCase& one) {
        const auto isKnown = [](std::string_view name, const auto& find) {
            name.remove_prefix(name.rfind('.') + 1); // npos + 1 is 0
            return std::any_of(chips::all().begin(), chips::all().end(), [&](const chips::Chip& chip) {
                return find(isa::lookupOf(*chip.spec), name).has_value();
            });
        };
        for (const RegisterExpectation& expected : one.registers)
            if (!isKnown(expected.name, [](const isa::Lookup& lookup, std::string_view name) {
                    return lookup.registerNamed(name);
                }))
                return Problem{&messages::kNoRegister, {expected.name}, {}, {}, {}};
        std::string list;
        for (const chips::Chip& chip : chips::all())
            for (const isa::Space& space : chip.spec->spaces)
                list += (list.empty() ? "" : ", ") + std::string(space.name);
        for (const MemoryExpectation& expected : one.memory)
            if (!isKnown(expected.space, [](const isa::Lookup& lookup, std::string_view name) {
                    return lookup.spaceNamed(name);
                }))
                return Problem{&messages::kNoSpace, {expected.space, list}, {}, {}, {}};
        return Done{};
    }
    static Outcome checkMachine(const CheckCase& one, ReadFile& file) {
        LW_TRY([[maybe_unused]] const Done mode, checkWord("mode", one.mode, &chips::RunChoices::modes));
        LW_TRY([[maybe_unused]] const Done dma, checkWord("dma", one.dma, &chips::RunChoices::dma));
        LW_TRY([[maybe_unused]] const Done uninit,
               checkWord("uninit", one.uninit, &chips::RunChoices::uninit));
        if (one.machine.empty()) return Done{};
        std::string text;
        std::uint32_t number = 0;
        if (chips::isMachinePath(one.machine)) {
            LW_TRY(text, givenFile({file.own()}, one.machine));
            number = file.files.add((fs::path(folderOf(file.path)) / one.machine).string(), text);
        }
        std::optional<Problem> wrong; // with the chip that comes first
        for (const chips::Chip& chip : chips::all()) {
            const auto machine = chips::isMachinePath(one.machine) ? chip.parse(text, number)
                                                                   : chips::machineNamed(chip, one.machine);
            if (machine) return Done{};
            if (!wrong) wrong = machine.problem();
        }
        return *std::move(wrong);
    }
    // Of any chip: the submission says which.
    static Outcome checkWord(const char* what, const std::string& word,
                             std::span<const std::string_view> chips::RunChoices::*choices) {
        std::string known;
        for (const chips::Chip& chip : chips::all())
            for (const std::string_view one : chip.choices.*choices) {
                if (word.empty() || one == word) return Done{};
                if (known.find(one) == std::string::npos)
                    known += (known.empty() ? "" : ", ") + std::string(one);
            }
        return Problem{&messages::kNoChoice, {what, known, word}, {}, {}, {}};
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

    void add(const ReadFile& file, std::string_view subject, CheckFolders folders) {
        CheckSuite& suite = m_plan.suites.emplace_back();
        suite.subject = printableName(subject);
        suite.file = printableName(file.path);
        suite.checks = std::make_shared<CheckFile>(file.checks);
        suite.folders = std::move(folders);
        suite.results.resize(file.checks.cases.size());
    }

    const Arguments& m_arguments;
    Console& m_console;
    CheckPlan m_plan;
    std::unique_ptr<ReadFile> m_hidden;
    std::vector<std::string> m_teachers; // files, as canonical paths
};

} // namespace

bool CheckSuite::isDone() const {
    return std::ranges::all_of(results, [](const auto& result) { return result.has_value(); });
}

std::string CheckSuite::key() const { return subject + '\n' + folders.program.root; }

std::string CheckSuite::title() const { return isHidden ? subject + ", " + file : subject; }

Result<CheckPlan> planChecks(const Arguments& arguments, Console& console) {
    return Planner(arguments, console).run();
}

} // namespace lw::cli
