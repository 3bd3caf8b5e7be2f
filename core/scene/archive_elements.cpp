// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/archive_elements.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/tensor/npz.h"

#include <mutex>
#include <optional>
#include <utility>

namespace lw::scene {

namespace {

using ArchiveBytes = std::shared_ptr<const std::vector<std::byte>>;

class MemberElements : public ElementSource {
  public:
    MemberElements(ArchiveBytes archive, std::string path, tensor::ArrayHeader header)
        : m_archive(std::move(archive)), m_path(std::move(path)), m_header(std::move(header)) {}
    tensor::DType type() const override { return m_header.dtype; }
    const tensor::Shape& shape() const override { return m_header.shape; }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const std::lock_guard lock(m_mutex);
        if (!m_elements) {
            auto found = tensor::parseNpzMember(*m_archive, m_path, m_header.name);
            if (!found) return std::move(found).problem();
            LW_REQUIRE(*found, "what the directory lists is there");
            m_elements = elementsOf(std::move(**found));
        }
        return m_elements->read(first, bytes, flags);
    }

  private:
    ArchiveBytes m_archive;
    std::string m_path;
    tensor::ArrayHeader m_header;
    mutable std::mutex m_mutex;
    mutable ElementSourcePtr m_elements; // once it was looked at
};

} // namespace

Result<std::vector<ArchiveElements>> elementsOfArchive(const std::string& path) {
    LW_TRY(std::vector<std::byte> file, readFile(path));
    const auto archive = std::make_shared<const std::vector<std::byte>>(std::move(file));
    LW_TRY(std::vector<tensor::ArrayHeader> headers, tensor::headersInNpz(*archive, path));
    std::vector<ArchiveElements> out;
    for (tensor::ArrayHeader& header : headers) {
        std::string name = header.name;
        out.push_back({std::move(name), std::make_shared<MemberElements>(archive, path, std::move(header))});
    }
    return out;
}

} // namespace lw::scene
