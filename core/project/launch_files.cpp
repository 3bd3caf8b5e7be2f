// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launch_files.h"

#include "core/lower/program_text.h"
#include "core/machine/launch_list.h"
#include "core/project/workload.h"

#include <algorithm>

namespace lw::project {

using tensor::Tensor;

namespace {

std::string declared(std::string_view name, const Tensor& like, std::uint64_t address) {
    return ".tensor " + std::string(name) + ", " + std::string(tensor::nameOf(like.dtype())) + ", " +
           tensor::shapeText(like.shape()) + ", host, at(" + std::to_string(address) + ")";
}

std::string fileOf(std::string_view name) { return std::string(name) + ".npy"; }

class Writer {
  public:
    Writer(const TilePrograms& programs, const LaunchHost& host, const Tensor& picture)
        : m_programs(programs), m_host(host), m_picture(picture) {
        for (std::size_t i = 0; i < programs.programs.size(); ++i) {
            m_out.texts.emplace_back(tileProgramName(programs, i), programs.programs[i].text);
            for (const lower::DataFile& file : programs.programs[i].files) add(file);
        }
        add({fileOf(kPicture), picture});
        std::vector<Tensor> masks = host.masks();
        for (std::size_t i = 0; i < masks.size(); ++i) {
            const std::string name = "mask" + std::to_string(i) + ".kinds";
            m_masks += declared(name, masks[i], host.places().masks[i]) + " = \"" + fileOf(name) + "\"\n";
            add({fileOf(name), std::move(masks[i])});
        }
    }

    // What a circuit runs, under that name.
    void circuit(std::size_t number, const std::string& name, const std::atomic<bool>* stop) {
        const HostPlaces& places = m_host.places();
        const lower::striding::NetworkPlan& plan = m_host.planOf(number);
        const Transfers transfers = m_host.transfers();
        Tensor list = m_host.entriesOf(number, stop);
        std::string text =
            "# A picture on the program for one tile, which is launched once for each of them.\n"
            ".include \"" +
            tileProgramName(m_programs, m_programs.ofCircuit[number]) + "\"\n\n";
        text += "# for each launch where it reads and writes at the host\n";
        text +=
            declared("tiles.entries", list, places.entries) + " = \"" + ownFile(number, "entries") + "\"\n";
        if (!m_masks.empty()) text += "# masks for all kinds of tiles\n" + m_masks;
        const std::vector<LaunchHost::KeptRows>& kept = m_host.keptRows();
        if (!kept.empty()) text += "# rows that are kept for the tiles below\n";
        for (std::size_t i = 0; i < kept.size(); ++i)
            text += declared("kept" + std::to_string(i) + ".rows", Tensor(kept[i].dtype, kept[i].shape),
                             places.kept[i]) +
                    "\n";
        if (transfers == Transfers::Strided) {
            text += declared(kPicture, m_picture, places.picture) + " = \"" + fileOf(kPicture) + "\"\n";
        } else {
            text += "# each tile as a block of its own, cut out of the picture; what comes back likewise\n";
            Tensor blocks = cut(m_picture, m_host.inputsOf(number));
            text += declared(pictureName(transfers), blocks, places.picture) + " = \"" +
                    ownFile(number, "picture") + "\"\n";
            add({ownFile(number, "picture"), std::move(blocks)});
        }
        for (std::size_t i = 0; i < m_host.outputs(); ++i)
            text +=
                declared(outputName(transfers, i),
                         Tensor(m_host.outputType(i), m_host.outputShapeOf(number, i)), places.outputs[i]) +
                (m_host.outputs() == 1 ? "\n" : " # " + lower::oneLine(m_host.plan().outputs[i].name) + "\n");
        text += "\n";
        text += "# how many launches, bytes of an entry, where the first one is\n.data host, " +
                plan.launchList + "\n.word " + std::to_string(list.shape()[0]) + ", " +
                std::to_string(list.shape()[1] * sizeof(std::uint32_t)) + ", " +
                std::to_string(places.entries);
        for (std::size_t i = machine::kListEntries + 1; i < machine::kListWords; ++i) text += ", 0";
        m_out.texts.emplace_back(name, text + "\n");
        add({ownFile(number, "entries"), std::move(list)});
    }

    // Which circuit runs what, where there are several.
    void workload(const std::string& machine) {
        m_out.start = "tiles" + std::string(kWorkloadEnding);
        Workload out{machine, {}, {}, {}};
        for (std::size_t i = 0; i < m_programs.array.count(); ++i)
            out.parts.push_back({{{std::to_string(i), std::to_string(i)}}, circuitName(i), {}, {}, {}});
        m_out.texts.emplace_back(m_out.start, textOf(out));
    }

    static std::string circuitName(std::size_t number) { return "tiles" + std::to_string(number) + ".lw"; }
    LaunchFiles& out() { return m_out; }

  private:
    // What is another one for each circuit.
    std::string ownFile(std::size_t number, std::string_view what) const {
        const std::string circuit = m_programs.array.count() == 1 ? "" : std::to_string(number);
        return fileOf("tiles" + circuit + "." + std::string(what));
    }
    // Programs for circuits have the weights of one network.
    void add(lower::DataFile file) {
        const bool isThere = std::ranges::any_of(
            m_out.data, [&](const lower::DataFile& one) { return one.name == file.name; });
        if (!isThere) m_out.data.push_back(std::move(file));
    }

    const TilePrograms& m_programs;
    const LaunchHost& m_host;
    const Tensor& m_picture;
    std::string m_masks;
    LaunchFiles m_out;
};

} // namespace

std::string outputName(Transfers transfers, std::size_t output) {
    return "output" + (output == 0 ? std::string() : std::to_string(output + 1)) +
           (transfers == Transfers::Strided ? ".whole" : ".tiles");
}

std::string tileProgramName(const TilePrograms& programs, std::size_t number) {
    return programs.programs.size() == 1 ? "program.lw" : "program" + std::to_string(number) + ".lw";
}

LaunchFiles launchFiles(const TilePrograms& programs, const LaunchHost& host, const Tensor& picture,
                        const std::string& machine, const std::atomic<bool>* stop) {
    Writer writer(programs, host, picture);
    if (programs.array.count() == 1) {
        writer.out().start = "tiles.lw";
        writer.circuit(0, writer.out().start, stop);
        return std::move(writer.out());
    }
    for (std::size_t i = 0; i < programs.array.count(); ++i) writer.circuit(i, Writer::circuitName(i), stop);
    writer.workload(machine);
    return std::move(writer.out());
}

} // namespace lw::project
