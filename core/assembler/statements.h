// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/assemble.h"
#include "core/assembler/code.h"
#include "core/assembler/memory.h"
#include "core/assembler/plain.h"
#include "core/program/layout.h"

#include <map>

namespace lw::assembler {

// Reads a program statement by statement. Instructions take the short way through plain pointers; everything
// else is a directive with a function of its own.
class Statements {
  public:
    Statements(source::Files& files, const Options& options);
    Assembly run(std::uint32_t file);

    using Directive = void (Statements::*)(const Spot& spot);
    struct Row {
        std::string_view name;
        Directive function;
    };
    static std::span<const Row> directives();

  private:
    enum class Section : std::uint8_t { Text, Data };
    struct Condition {
        Spot spot;
        std::size_t depth = 0; // of the reader
        bool taken = false;    // a branch was taken already
        bool inElse = false;
    };
    struct FixedAssertion {
        NodeId node = kNone;
        std::string text;
        Spot spot;
    };

    // statements.cpp
    void statement();
    void nameOrInstruction();
    void dotted();
    void label(std::string_view name, const char* from);
    void directive(const char* from);
    void endOfStatement();
    void hint();
    void endOfText();
    void endOfExpansions();
    void closeDataLabels();
    Assembly finish();
    void lint(Assembly& assembly) const;
    void computeConstants();
    void reportUndefined();
    void exportSymbols();
    static std::string suggestName(std::string_view name, std::span<const std::string_view> names);
    bool wantsChip(const Spot& spot);

    // instructions.cpp
    void bundle();
    bool plainBundle();
    void singleInstruction(const char* from);
    bool instruction();
    void skipInstruction();
    bool slotAndPredicate(Draft& draft);
    bool predicate(Draft& draft);
    bool mnemonic(Draft& draft);
    bool isInstruction(const Written& w) const;
    void unknownMnemonic(std::string_view name, const char* from);
    bool operands(Draft& draft);
    bool operand(Draft& draft);
    bool address(Draft& draft, const char* from);
    bool valueOperand(Written& w);
    bool nameOperand(Written& w, const char* to);
    bool expressionOperand(Written& w);
    int registerAt(const char* from, const char*& to, Written& w);
    int computedRegister(std::int8_t file, const char* from, const char*& to, Written& w);
    Written* addOperand(Draft& draft, Written::Form form, const char* from);
    std::int8_t slotNamed(const char* from, const char* to) const;
    bool needsText(const char* from);

    // define.cpp
    Symbol* define(std::string_view name, const Spot& spot, bool lasting);
    std::optional<std::string_view> readName();
    std::optional<std::string_view> readString();
    bool readComma();
    bool at(char c);
    bool expect(char c);
    std::optional<std::int64_t> readInteger(std::int64_t least, std::int64_t most, const Message& message);
    std::optional<isa::SpaceId> readSpace();
    bool atEnd() const;

    // directives.cpp
    void chip(const Spot& spot);
    const Definition* definitionOf(std::string_view name);
    void equ(const Spot& spot);
    void set(const Spot& spot);
    void text(const Spot& spot);
    void data(const Spot& spot);
    void org(const Spot& spot);
    void align(const Spot& spot);
    void word(const Spot& spot);
    void floats(const Spot& spot);
    void bf16(const Spot& spot);
    void space(const Spot& spot);
    void assertion(const Spot& spot);
    void result(const Spot& spot);
    void stream(const Spot& spot);
    void warn(const Spot& spot);
    void list(DataKind kind, const Spot& spot);
    std::size_t expectedBundles() const;
    void reserveWord(std::string_view word);
    void useTarget(program::Target target);

    // blocks.cpp
    void macro(const Spot& spot);
    void rept(const Spot& spot);
    void forLoop(const Spot& spot);
    bool readRange(Repetition& repetition, const Spot& spot);
    void strayEnd(const Spot& spot);
    void ifBlock(const Spot& spot);
    void elifBlock(const Spot& spot);
    void elseBlock(const Spot& spot);
    void endif(const Spot& spot);
    void include(const Spot& spot);
    void beginBlock();
    bool readParameters(Macro& macro);
    void callMacro(const Macro& macro, const Spot& spot);
    std::vector<std::string> readArguments();
    std::string argumentText(const char* from, const char* to) const;
    void skipToBranch();
    bool truth(bool& known);

    // tensors.cpp
    struct TensorText;
    void tensor(const Spot& spot);
    bool readTensor(TensorText& out);
    bool readShape(TensorText& out);
    bool readTensorOption(TensorText& out);
    bool readInitial(TensorText& out);
    void placeTensor(TensorText& t, SymbolId id);
    std::optional<tensor::Tensor> readElements(const TensorText& t);
    void initialise(const TensorText& t, const program::Arrangement& arrangement, std::uint64_t address);

    source::Files& m_files;
    const Options& m_options;
    program::Program m_program;
    std::optional<program::Target> m_targetStore;
    const program::Target* m_target = nullptr;
    Reports m_reports;
    Symbols m_symbols;
    Reader m_reader;
    Expressions m_expressions;
    Code m_code;
    Memory m_memory;
    PlainReader m_plain;

    Section m_section = Section::Text;
    std::map<std::string, Macro, std::less<>> m_macros;
    std::vector<Condition> m_conditions;
    std::vector<FixedAssertion> m_assertions;
    SymbolId m_openData = kNone;   // the data label whose length is not known yet
    std::uint64_t m_dataWords = 0; // where it stands
    bool m_entered = false;        // a directive has opened another text: `at` is at its beginning
    bool m_failedInclude = false;  // names may be missing because of it
    bool m_stopped = false;
    std::array<std::int8_t, 256> m_fileOfLetter{}; // register files with a prefix of one letter, -1 = none
    std::vector<std::uint64_t> m_slotKeys;
    std::vector<program::WarningSwitch> m_switches;
    std::vector<DataFile> m_dataFiles;
    std::vector<std::pair<std::string, tensor::DType>> m_castFrom; // of tensors
    std::vector<std::string> m_constants;                          // names of .equ, if there are definitions
    struct OpenExpansion {
        std::size_t index = 0; // into the program's
        std::size_t depth = 0; // of the reader inside
    };
    std::vector<OpenExpansion> m_openExpansions;
};

// A name of at most eight bytes as a number, to compare at once; 0 for longer ones.
std::uint64_t shortKey(const char* from, const char* to);

} // namespace lw::assembler
