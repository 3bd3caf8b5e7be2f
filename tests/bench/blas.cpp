// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/blas.h"

#ifdef LW_HAS_BLAS

#include <cblas.h>

extern "C" {
void openblas_set_num_threads(int threads);
char* openblas_get_corename(void);
}

namespace lw::bench {

std::function<void()> sgemm(std::size_t m, std::size_t n, std::size_t k, const float* a, const float* b,
                            float* c) {
    openblas_set_num_threads(1);
    const int rows = static_cast<int>(m), columns = static_cast<int>(n), inner = static_cast<int>(k);
    return [=] {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, inner, 1.0f, a, inner, b,
                    columns, 0.0f, c, columns);
    };
}

std::function<void()> sgemv(std::size_t m, std::size_t n, const float* a, const float* x, float* y) {
    openblas_set_num_threads(1);
    const int rows = static_cast<int>(m), columns = static_cast<int>(n);
    return
        [=] { cblas_sgemv(CblasRowMajor, CblasNoTrans, rows, columns, 1.0f, a, columns, x, 1, 0.0f, y, 1); };
}

std::string blasCore() { return openblas_get_corename(); }
std::string blasNote() { return "OpenBLAS core " + blasCore(); }

} // namespace lw::bench

#else

namespace lw::bench {

std::function<void()> sgemm(std::size_t, std::size_t, std::size_t, const float*, const float*, float*) {
    return {};
}
std::function<void()> sgemv(std::size_t, std::size_t, const float*, const float*, float*) { return {}; }
std::string blasCore() { return "none"; }
std::string blasNote() { return "OpenBLAS is not installed"; }

} // namespace lw::bench

#endif
