// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/blas.h"

#include <cblas.h>

extern "C" {
void openblas_set_num_threads(int threads);
char* openblas_get_corename(void);
}

namespace lw::bench {

void sgemm(std::size_t m, std::size_t n, std::size_t k, const float* a, const float* b, float* c) {
    static const bool oneThread = [] {
        openblas_set_num_threads(1);
        return true;
    }();
    (void)oneThread;
    const auto i = [](std::size_t x) { return static_cast<int>(x); };
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, i(m), i(n), i(k), 1.0f, a, i(k), b, i(n), 0.0f, c,
                i(n));
}

std::string blasCore() { return openblas_get_corename(); }

} // namespace lw::bench
