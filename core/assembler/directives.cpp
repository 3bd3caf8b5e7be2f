// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/messages.h"
#include "core/assembler/statements.h"
#include "core/base/closest_word.h"
#include "core/program/results.h"
#include "core/tensor/tensor.h"

#include <algorithm>

// The directives that are one line, and the table of all. Each reads its arguments; what is left of the line
// must be empty unless something was reported.
namespace lw::assembler {

std::span<const Statements::Row> Statements::directives() {
    static constexpr std::array kRows{
        Row{".align", &Statements::align},    Row{".assert", &Statements::assertion},
        Row{".bf16", &Statements::bf16},      Row{".chip", &Statements::chip},
        Row{".data", &Statements::data},      Row{".elif", &Statements::elifBlock},
        Row{".else", &Statements::elseBlock}, Row{".endfor", &Statements::strayEnd},
        Row{".endif", &Statements::endif},    Row{".endm", &Statements::strayEnd},
        Row{".endr", &Statements::strayEnd},  Row{".equ", &Statements::equ},
        Row{".float", &Statements::floats},   Row{".for", &Statements::forLoop},
        Row{".if", &Statements::ifBlock},     Row{".include", &Statements::include},
        Row{".macro", &Statements::macro},    Row{".org", &Statements::org},
        Row{".rept", &Statements::rept},      Row{".result", &Statements::result},
        Row{".set", &Statements::set},        Row{".space", &Statements::space},
        Row{".stream", &Statements::stream},  Row{".tensor", &Statements::tensor},
        Row{".text", &Statements::text},      Row{".warn", &Statements::warn},
        Row{".word", &Statements::word},
    };
    return kRows;
}

void Statements::useTarget(program::Target target) {
    m_targetStore = std::move(target);
    m_target = &*m_targetStore;
    const isa::Spec& spec = *m_target->spec;
    m_program.chip = spec.chip;
    m_program.machine = m_target->machine;
    m_program.machineHash = m_target->machineHash;
    m_code.setTarget(*m_target);
    m_memory.setTarget(*m_target);
    m_plain.setTarget(spec);
    for (const isa::Slot& slot : spec.slots)
        m_slotKeys.push_back(shortKey(slot.name.data(), slot.name.data() + slot.name.size()));
    for (std::size_t i = 0; i < spec.files.size(); ++i)
        if (spec.files[i].prefix.size() == 1)
            m_fileOfLetter[static_cast<unsigned char>(spec.files[i].prefix[0])] = static_cast<std::int8_t>(i);
    for (const std::string_view word : {"defined", "inf", "nan"}) reserveWord(word);
    for (const FunctionRow& function : kFunctions) reserveWord(function.name);
    for (const program::TargetConstant& constant : m_target->constants) {
        Symbol& symbol = m_symbols[m_symbols.use(constant.name, true)];
        symbol.kind = Symbol::Kind::Constant;
        symbol.fromMachine = true;
        symbol.value = Number::of(constant.value);
    }
}

// A word of the language cannot be defined.
void Statements::reserveWord(std::string_view word) {
    Symbol& symbol = m_symbols[m_symbols.use(word, true)];
    symbol.kind = Symbol::Kind::Constant;
    symbol.fromMachine = true;
}

// One to a line, lines being as long as those at the beginning of the text.
std::size_t Statements::expectedBundles() const {
    const std::string_view text = m_files[m_reader.file()].text();
    const std::string_view sample = text.substr(0, std::size_t{64} << 10);
    const auto lines = static_cast<std::size_t>(std::count(sample.begin(), sample.end(), '\n')) + 1;
    return text.size() / std::max<std::size_t>(sample.size() / lines, 4) * 17 / 16 + 16;
}

void Statements::chip(const Spot& spot) {
    if (m_target) {
        m_reports.add(spot, kChipTwice);
        return;
    }
    m_stopped = true; // unless all goes well
    const auto name = readName();
    if (!name) return;
    MachineRequest request{*name, {}, std::nullopt, Place::kNoFile};
    Spot where = m_reader.spotOf(name->data(), name->size());
    if (at(',')) {
        const auto configuration = readString();
        if (!configuration) return;
        request.configuration = *configuration;
        where = m_reader.spotOf(configuration->data(), configuration->size());
        if (configuration->ends_with(".json") || configuration->find('/') != std::string_view::npos) {
            const std::uint32_t from = m_reader.file();
            auto file = m_files.open(source::pathBeside(m_files[from].path(), *configuration));
            if (!file) {
                m_reports.add(where, std::move(file).problem());
                return;
            }
            request.text = m_files[*file].text();
            request.file = *file;
        }
    }
    auto target = m_options.targetOf(request);
    if (!target) {
        m_reports.add(where, std::move(target).problem());
        return;
    }
    useTarget(*std::move(target));
    m_code.expect(expectedBundles());
    m_stopped = false;
}

// The value from outside for a constant of that name; null: its own is kept.
const Definition* Statements::definitionOf(std::string_view name) {
    const auto& given = m_options.definitions;
    if (given.empty()) return nullptr;
    m_constants.emplace_back(name);
    // Of several, the last one.
    const auto found =
        std::find_if(given.rbegin(), given.rend(), [&](const Definition& one) { return one.name == name; });
    return found == given.rend() ? nullptr : &*found;
}

void Statements::equ(const Spot&) {
    const auto name = readName();
    if (!name) return;
    const Spot where = m_reader.spotOf(name->data(), name->size());
    Symbol* symbol = define(*name, where, m_reader.lasting());
    if (!symbol) return;
    const auto id = static_cast<SymbolId>(symbol - &m_symbols[0]);
    symbol->kind = Symbol::Kind::Constant;
    symbol->state = Symbol::State::Known; // poisoned until it is known better
    if (!readComma()) return;
    m_symbols[id].state = Symbol::State::Computing; // .equ A, A+1 is caught while reading
    const std::size_t mark = m_expressions.mark();
    const NodeId node = m_expressions.parse();
    if (node == kNone) {
        m_symbols[id].state = Symbol::State::Known;
        return;
    }
    if (const Definition* const given = definitionOf(m_symbols[id].name)) {
        m_expressions.forget(node);
        m_expressions.release(mark);
        m_symbols[id].state = Symbol::State::Known;
        m_symbols[id].value = given->value;
        return;
    }
    const auto value = m_expressions.value(node, When::Now);
    if (value) {
        m_expressions.release(mark);
        m_symbols[id].state = Symbol::State::Known;
        m_symbols[id].value = *value;
        return;
    }
    m_symbols[id].state = Symbol::State::Waiting;
    m_symbols[id].expression = node;
}

void Statements::set(const Spot&) {
    const auto name = readName();
    if (!name || !readComma()) return;
    const Spot where = m_reader.spotOf(name->data(), name->size());
    const std::string text(*name);
    const Number value = m_expressions.parseNow();
    const SymbolId known = m_symbols.find(text);
    if (known != kNone && m_symbols[known].kind == Symbol::Kind::Variable) {
        m_symbols[known].value = value;
        return;
    }
    Symbol* symbol = define(text, where, false);
    if (!symbol) return;
    symbol->kind = Symbol::Kind::Variable;
    symbol->value = value;
}

void Statements::text(const Spot&) {
    closeDataLabels();
    m_section = Section::Text;
}

void Statements::data(const Spot&) {
    closeDataLabels();
    const auto space = readSpace();
    m_section = Section::Data; // also after an error: what follows is meant as data
    if (!space) {
        m_memory.begin({}, std::nullopt, {});
        return;
    }
    std::optional<std::uint64_t> address;
    Spot where = m_reader.spotHere();
    if (at(',')) {
        const char* from = m_reader.at = source::skipBlanks(m_reader.at);
        const auto value = readInteger(0, std::int64_t{1} << 48, kBadAddress);
        where = m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from));
        if (value) address = static_cast<std::uint64_t>(*value);
    }
    if (!m_memory.begin(*space, address, where)) m_memory.begin(*space, std::nullopt, where);
}

void Statements::org(const Spot&) {
    const char* from = m_reader.at = source::skipBlanks(m_reader.at);
    const auto value = readInteger(0, std::int64_t{1} << 48, kBadAddress);
    if (!value) return;
    const Spot where = m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from));
    const auto to = static_cast<std::uint64_t>(*value);
    if (m_section == Section::Data) {
        closeDataLabels();
        m_memory.moveTo(to, where);
    } else if (to < m_code.bundleCount()) {
        m_reports.add(where, kBackwards, {std::to_string(to), std::to_string(m_code.bundleCount())});
    } else {
        m_code.pad(to, where);
    }
}

void Statements::align(const Spot& spot) {
    const auto value = readInteger(1, 0xffffffff, kBadAlignment);
    if (!value) return;
    const auto step = static_cast<std::uint64_t>(*value);
    if (m_section == Section::Data) {
        closeDataLabels();
        m_memory.align(step, spot);
        return;
    }
    m_code.pad((m_code.bundleCount() + step - 1) / step * step, spot);
}

void Statements::list(DataKind kind, const Spot& spot) {
    if (m_section == Section::Text) {
        m_reports.add(spot, kNotInText,
                      {kind == DataKind::Word    ? ".word"
                       : kind == DataKind::Float ? ".float"
                                                 : ".bf16"});
        return;
    }
    int half = 0;
    do {
        const std::size_t mark = m_expressions.mark();
        const NodeId node = m_expressions.parse();
        if (node == kNone) return;
        const auto value = m_expressions.value(node, When::Now);
        if (!m_memory.element(kind, node, value, half)) return;
        if (value) m_expressions.release(mark);
        half = kind == DataKind::Bf16 ? 1 - half : 0;
    } while (at(','));
}

void Statements::word(const Spot& spot) { list(DataKind::Word, spot); }
void Statements::floats(const Spot& spot) { list(DataKind::Float, spot); }
void Statements::bf16(const Spot& spot) { list(DataKind::Bf16, spot); }

void Statements::space(const Spot& spot) {
    if (m_section == Section::Text) {
        m_reports.add(spot, kNotInText, {".space"});
        return;
    }
    const auto words = readInteger(0, std::int64_t{1} << 48, kBadAddress);
    if (!words) return;
    std::optional<std::uint32_t> fill;
    if (at(',')) {
        const char* from = m_reader.at = source::skipBlanks(m_reader.at);
        const Number value = m_expressions.parseNow();
        if (value.poisoned()) return;
        fill = integerWord(value);
        if (!fill) {
            m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from)),
                          value.isReal() ? kNeedsInteger : kNotAWord, {textOf(value)});
            return;
        }
    }
    m_memory.space(static_cast<std::uint64_t>(*words), fill, spot);
}

void Statements::assertion(const Spot&) {
    const char* from = m_reader.at = source::skipBlanks(m_reader.at);
    const NodeId node = m_expressions.parse();
    if (node == kNone) return;
    std::string text(from, m_reader.at);
    const Spot where = m_reader.spotOf(from, text.size());
    if (at(',')) {
        const auto said = readString();
        if (!said) return;
        text = *said;
    }
    const auto value = m_expressions.value(node, When::Now);
    if (!value)
        m_assertions.push_back({node, std::move(text), where});
    else if (!value->poisoned() && !value->truth())
        m_reports.add(where, kAssertion, {text});
}

// .result TENSOR[index, ...], "words": what is shown when the program has ended.
void Statements::result(const Spot&) {
    const auto name = readName();
    if (!name) return;
    const Spot where = m_reader.spotOf(name->data(), name->size());
    if (m_program.results.size() == program::kMostResults) {
        m_reports.add(where, kTooManyResults, {std::to_string(program::kMostResults)});
        return;
    }
    program::ResultName result{std::string(*name), {}, {}, where.place};
    const auto tensor = std::find_if(m_program.tensors.begin(), m_program.tensors.end(),
                                     [&](const program::NamedTensor& one) { return one.name == *name; });
    if (tensor == m_program.tensors.end()) {
        std::vector<std::string_view> names;
        for (const program::NamedTensor& one : m_program.tensors) names.push_back(one.name);
        m_reports.add(where, kNoSuchTensor, {result.tensor}, std::string(closestWord(*name, names)));
        return;
    }
    if (at('[')) {
        for (const std::uint64_t extent : tensor->shape) {
            if (!result.index.empty() && !readComma()) return;
            const auto index = readInteger(0, static_cast<std::int64_t>(extent) - 1, kBadResultIndex);
            if (!index) return;
            result.index.push_back(static_cast<std::uint64_t>(*index));
        }
        if (!expect(']')) return;
    } else if (tensor::countOf(tensor->shape).value_or(0) > program::kMostResultElements) {
        m_reports.add(where, kResultTooLarge, {result.tensor, std::to_string(program::kMostResultElements)});
        return;
    }
    if (at(',')) {
        const auto words = readString();
        if (!words) return;
        result.words = *words;
    }
    m_program.results.push_back(std::move(result));
}

// .stream NUMBER, "words": what a stream that the program traces is called.
void Statements::stream(const Spot& spot) {
    const auto number = readInteger(0, program::kMostStreams - 1, kBadStream);
    if (!number || !expect(',')) return;
    const auto words = readString();
    if (!words) return;
    const auto of = static_cast<std::uint32_t>(*number);
    if (std::ranges::find(m_program.streams, of, &program::StreamName::number) == m_program.streams.end())
        m_program.streams.push_back({of, std::string(*words), spot.place});
    else
        m_reports.add(spot, kStreamTwice, {std::to_string(of)});
}

void Statements::warn(const Spot&) {
    const auto how = readName();
    if (!how) return;
    if (*how != "on" && *how != "off") {
        m_reports.add(m_reader.spotOf(how->data(), how->size()), kExpected, {"on or off", quoted(*how)});
        return;
    }
    const bool on = *how == "on";
    if (!readComma()) return;
    const auto code = readName();
    if (!code) return;
    std::vector<std::string_view> codes;
    for (const Message* message : program::lintMessages()) codes.push_back(message->code);
    if (std::find(codes.begin(), codes.end(), *code) == codes.end()) {
        m_reports.add(m_reader.spotOf(code->data(), code->size()), kUnknownWarning, {std::string(*code)},
                      std::string(closestWord(*code, codes)));
        return;
    }
    m_switches.push_back({std::string(*code), on, static_cast<std::uint32_t>(m_code.bundleCount())});
}

} // namespace lw::assembler
