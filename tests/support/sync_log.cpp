// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Preloaded into a program (LD_PRELOAD), it writes what that does to files into the file $LW_SYNC_LOG, a line
// each: "write PATH", "fsync PATH", "rename FROM TO". The calls themselves are those of the C library.
namespace {

template <typename Function> Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void note(const char* what, const char* first, const char* second) {
    const char* const log = std::getenv("LW_SYNC_LOG");
    if (log == nullptr) return;
    char line[2 * 4096 + 32];
    const int length =
        std::snprintf(line, sizeof line, "%s %s%s%s\n", what, first, *second ? " " : "", second);
    const int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return;
    // Not the write() below, which would note itself.
    if (length > 0) (void)syscall(SYS_write, file, line, static_cast<size_t>(length));
    close(file);
}

void noteFile(const char* what, int file) {
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || path[0] != '/') return; // a pipe: a process that may write no files has that alone
    path[length] = '\0';
    note(what, path, "");
}

} // namespace

extern "C" {

int fsync(int file) {
    noteFile("fsync", file);
    return next<int(int)>("fsync")(file);
}

ssize_t write(int file, const void* bytes, size_t count) {
    noteFile("write", file);
    return next<ssize_t(int, const void*, size_t)>("write")(file, bytes, count);
}

int rename(const char* from, const char* to) noexcept {
    note("rename", from, to);
    return next<int(const char*, const char*)>("rename")(from, to);
}

} // extern "C"
