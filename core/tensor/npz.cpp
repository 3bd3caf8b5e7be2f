// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npz.h"

#include "core/base/file.h"
#include "core/tensor/messages.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_header.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace lw::tensor {
namespace {

constexpr std::uint32_t kDirectoryEnd = 0x06054b50, kDirectoryEntry = 0x02014b50, kMember = 0x04034b50;
constexpr std::size_t kDirectoryEndBytes = 22, kDirectoryEntryBytes = 46, kMemberBytes = 30;
constexpr std::uint64_t kMostDeflated = 1032; // bytes one deflated byte can stand for
constexpr std::string_view kEnding = ".npy";
// Of an .npy file, more than its header usually has, and more than it ever should.
constexpr std::uint64_t kUsualHeadBytes = 1 << 12, kMostHeadBytes = 1 << 20;
enum Method : std::uint16_t { kStored = 0, kDeflated = 8 };

struct Member {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t checksum = 0;
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    std::uint64_t header = 0; // offset of its local header
    std::uint64_t data = 0;   // offset of its bytes
};

class Archive {
  public:
    Archive(std::span<const std::byte> file, std::string_view name, std::uint64_t maxBytes)
        : m_file(file), m_name(name), m_maxBytes(maxBytes) {}

    Result<std::vector<NamedArray>> read() {
        LW_TRY(std::vector<Member> members, directory());
        std::uint64_t total = 0;
        std::vector<NamedArray> out;
        for (const Member& member : members) {
            LW_TRY([[maybe_unused]] const Done fits, count(member, total));
            LW_TRY(Tensor tensor, tensorOf(member));
            out.push_back({arrayName(member), std::move(tensor)});
        }
        return out;
    }
    Result<std::optional<Tensor>> readMember(std::string_view wanted) {
        LW_TRY(const std::vector<Member> members, directory());
        std::uint64_t total = 0;
        for (const Member& member : members) {
            if (arrayName(member) != wanted) continue;
            LW_TRY([[maybe_unused]] const Done fits, count(member, total));
            LW_TRY(Tensor tensor, tensorOf(member));
            return std::optional(std::move(tensor));
        }
        return std::optional<Tensor>();
    }
    Result<std::vector<ArrayHeader>> headers() {
        LW_TRY(const std::vector<Member> members, directory());
        std::vector<ArrayHeader> out;
        for (const Member& member : members) {
            auto header = headerOf(member, kUsualHeadBytes);
            if (!header && member.unpacked > kUsualHeadBytes) header = headerOf(member, kMostHeadBytes);
            if (!header) return std::move(header).problem();
            const auto numbers = bytesOf(header->shape, sizeOf(header->dtype));
            if (!numbers || member.unpacked < header->dataOffset ||
                *numbers != member.unpacked - header->dataOffset)
                return damaged(member.header, "the header of a member does not fit its size");
            out.push_back({arrayName(member), header->dtype, std::move(header->shape)});
        }
        return out;
    }
    Result<std::vector<std::string>> names() {
        LW_TRY(const std::vector<Member> members, directory());
        std::vector<std::string> out;
        for (const Member& member : members) out.push_back(arrayName(member));
        return out;
    }

  private:
    Problem damaged(std::uint64_t where, std::string why) const {
        return {&messages::kNpz, {std::string(m_name), std::to_string(where), std::move(why)}, {}, {}, {}};
    }
    static std::string arrayName(const Member& member) {
        return member.name.substr(0, member.name.size() - kEnding.size());
    }
    Outcome count(const Member& member, std::uint64_t& total) const {
        total += member.unpacked;
        if (total <= m_maxBytes) return Done{};
        return damaged(member.header, "it unpacks to more than " + std::to_string(m_maxBytes) + " bytes");
    }
    Result<Tensor> tensorOf(const Member& member) const {
        LW_TRY(const std::vector<std::byte> bytes, unpack(member));
        return parseNpy(bytes, std::string(m_name) + ":" + member.name);
    }
    // Out of the first bytes of a member.
    Result<NpyHeader> headerOf(const Member& member, std::uint64_t most) const {
        const auto packed = m_file.subspan(member.data, member.packed);
        std::vector<std::byte> head(std::min(member.unpacked, most));
        if (member.method == kStored)
            std::copy_n(packed.begin(), head.size(), head.begin());
        else if (!inflateInto(packed, head, head.size() == member.unpacked))
            return damaged(member.data, "the compressed data is damaged");
        return parseNpyHeader(head, std::string(m_name) + ":" + member.name);
    }
    // Little-endian number of `bytes` bytes; the caller knows that they are there.
    std::uint32_t number(std::uint64_t at, std::size_t bytes) const {
        std::uint32_t value = 0;
        for (std::size_t i = bytes; i-- > 0;)
            value = value << 8 | std::to_integer<std::uint32_t>(m_file[at + i]);
        return value;
    }
    bool inside(std::uint64_t at, std::uint64_t bytes) const {
        return at <= m_file.size() && bytes <= m_file.size() - at;
    }

    // The record that closes the archive; a comment of up to 65535 bytes may follow it.
    Result<std::uint64_t> findEnd() const {
        if (m_file.size() < kDirectoryEndBytes)
            return damaged(m_file.size(), "it is too short for an archive");
        const std::uint64_t last = m_file.size() - kDirectoryEndBytes;
        for (std::uint64_t back = 0; back <= std::min<std::uint64_t>(last, 65535); ++back)
            if (number(last - back, 4) == kDirectoryEnd && number(last - back + 20, 2) == back)
                return last - back;
        if (std::ranges::equal(m_file.first(kNpyMagic.size()), std::as_bytes(std::span(kNpyMagic))))
            return Problem{&messages::kOneArray, {std::string(m_name)}, {}, {}, {}};
        return damaged(m_file.size(), "the end of the directory is missing");
    }

    Result<std::vector<Member>> directory() {
        LW_TRY(const std::uint64_t end, findEnd());
        const std::uint32_t count = number(end + 10, 2), size = number(end + 12, 4),
                            begin = number(end + 16, 4);
        if (count == 0xffff || size == 0xffffffff || begin == 0xffffffff)
            return damaged(end, "archives of more than 4 GiB or 65534 members are not supported");
        if (number(end + 4, 4) != 0 || number(end + 8, 2) != count)
            return damaged(end, "it is one of several parts");
        if (!inside(begin, size) || begin + size > end)
            return damaged(end + 12, "the directory lies outside of the file");
        std::vector<Member> members;
        std::uint64_t at = begin;
        for (std::uint32_t i = 0; i < count; ++i) {
            LW_TRY(Member member, entry(at, begin + size));
            members.push_back(std::move(member));
        }
        if (at != begin + size) return damaged(at, "something follows the last entry of the directory");
        LW_TRY([[maybe_unused]] const Done checked, check(members, begin));
        return members;
    }

    Result<Member> entry(std::uint64_t& at, std::uint64_t end) const {
        if (end - at < kDirectoryEntryBytes || number(at, 4) != kDirectoryEntry)
            return damaged(at, "an entry of the directory is missing");
        const std::uint64_t nameBytes = number(at + 28, 2);
        const std::uint64_t bytes =
            kDirectoryEntryBytes + nameBytes + number(at + 30, 2) + number(at + 32, 2);
        if (end - at < bytes) return damaged(at, "an entry exceeds the directory");
        Member out;
        out.flags = static_cast<std::uint16_t>(number(at + 8, 2));
        out.method = static_cast<std::uint16_t>(number(at + 10, 2));
        out.checksum = number(at + 16, 4);
        out.packed = number(at + 20, 4);
        out.unpacked = number(at + 24, 4);
        out.header = number(at + 42, 4);
        for (std::uint64_t i = 0; i < nameBytes; ++i)
            out.name += std::to_integer<char>(m_file[at + kDirectoryEntryBytes + i]);
        at += bytes;
        return out;
    }

    // All that can be known before anything is unpacked.
    Outcome check(std::vector<Member>& members, std::uint64_t dataEnd) const {
        for (Member& member : members) {
            LW_TRY([[maybe_unused]] const Done known, checkOne(member, dataEnd));
        }
        std::vector<const Member*> sorted;
        sorted.reserve(members.size());
        for (const Member& member : members) sorted.push_back(&member);
        std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->header < b->header; });
        for (std::size_t i = 1; i < sorted.size(); ++i)
            if (sorted[i]->header < sorted[i - 1]->data + sorted[i - 1]->packed)
                return damaged(sorted[i]->header, "two members share bytes");
        std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->name < b->name; });
        for (std::size_t i = 1; i < sorted.size(); ++i)
            if (sorted[i]->name == sorted[i - 1]->name)
                return damaged(sorted[i]->header, "two members have one name");
        return Done{};
    }

    Outcome checkOne(Member& member, std::uint64_t dataEnd) const {
        const std::uint64_t at = member.header;
        if (!member.name.ends_with(kEnding))
            return damaged(at, "member '" + member.name + "' is not an .npy file");
        if ((member.flags & 1) != 0) return damaged(at, "a member is encrypted");
        if (member.method != kStored && member.method != kDeflated)
            return damaged(at, "compression method " + std::to_string(member.method) + " is not supported");
        if (member.packed == 0xffffffff || member.unpacked == 0xffffffff || member.header == 0xffffffff)
            return damaged(at, "members of more than 4 GiB are not supported");
        if (at > dataEnd || dataEnd - at < kMemberBytes || number(at, 4) != kMember)
            return damaged(at, "a member has no header");
        member.data = at + kMemberBytes + number(at + 26, 2) + number(at + 28, 2);
        if (member.data > dataEnd || member.packed > dataEnd - member.data)
            return damaged(at, "a member is cut off");
        const std::uint64_t most = member.method == kStored ? member.packed : member.packed * kMostDeflated;
        if (member.unpacked > most || (member.method == kStored && member.unpacked != member.packed))
            return damaged(at, "the sizes of a member do not agree");
        return Done{};
    }

    Result<std::vector<std::byte>> unpack(const Member& member) const {
        const auto packed = m_file.subspan(member.data, member.packed);
        std::vector<std::byte> out(member.unpacked);
        if (member.method == kStored)
            std::copy(packed.begin(), packed.end(), out.begin());
        else if (!inflateInto(packed, out, true))
            return damaged(member.data, "the compressed data is damaged");
        uLong sum = crc32(0, nullptr, 0);
        for (std::size_t at = 0; at < out.size();) {
            const std::size_t part = std::min<std::size_t>(out.size() - at, 1u << 30);
            sum = crc32(sum, bytePointer(out.data() + at), static_cast<uInt>(part));
            at += part;
        }
        if (sum != member.checksum) return damaged(member.data, "the checksum of a member differs");
        return out;
    }

    static const Bytef* bytePointer(const std::byte* bytes) {
        return static_cast<const Bytef*>(static_cast<const void*>(bytes));
    }

    // Exactly all of `packed`, or its beginning, into exactly all of `out`. Both are below 4 GiB: zlib counts
    // no further.
    static bool inflateInto(std::span<const std::byte> packed, std::span<std::byte> out, bool isAll) {
        z_stream stream{};
        if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
        Bytef nothing = 0; // zlib wants a place even for no byte
        stream.next_in = const_cast<Bytef*>(bytePointer(packed.data()));
        stream.avail_in = static_cast<uInt>(packed.size());
        stream.next_out = out.empty() ? &nothing : static_cast<Bytef*>(static_cast<void*>(out.data()));
        stream.avail_out = static_cast<uInt>(out.size());
        const int result = inflate(&stream, isAll ? Z_FINISH : Z_SYNC_FLUSH);
        const bool complete = result == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
        const bool begun = result == Z_OK && stream.avail_out == 0;
        inflateEnd(&stream);
        return isAll ? complete : begun;
    }

    std::span<const std::byte> m_file;
    std::string_view m_name;
    std::uint64_t m_maxBytes;
};

} // namespace

Result<std::vector<NamedArray>> parseNpz(std::span<const std::byte> file, std::string_view name,
                                         std::uint64_t maxBytes) {
    return Archive(file, name, maxBytes).read();
}

Result<std::optional<Tensor>> parseNpzMember(std::span<const std::byte> file, std::string_view name,
                                             std::string_view member, std::uint64_t maxBytes) {
    return Archive(file, name, maxBytes).readMember(member);
}

Result<std::vector<ArrayHeader>> headersInNpz(std::span<const std::byte> file, std::string_view name) {
    return Archive(file, name, 0).headers();
}

Result<std::vector<std::string>> namesInNpz(std::span<const std::byte> file, std::string_view name) {
    return Archive(file, name, 0).names();
}

Result<std::vector<NamedArray>> readNpz(const std::string& path) {
    LW_TRY(const std::vector<std::byte> file, readFile(path));
    return parseNpz(file, path);
}

} // namespace lw::tensor
