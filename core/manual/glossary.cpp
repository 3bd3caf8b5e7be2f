// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/glossary.h"

#include "core/source/chars.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace lw::manual {

namespace {

constexpr std::string_view kPatent = "US 2018/0336456";
constexpr std::string_view kCircuit = "US 10,733,505";
constexpr std::string_view kProcessor = "US 11,556,764";
constexpr std::string_view kProfiler = "the public documentation of the TPU profiler";
constexpr std::string_view kGeneral = "general usage";
constexpr std::string_view kOurs = "invented";

// In the order of the chip: processors, memories, units, transfers; then time, the program, numbers.
constexpr Term kTerms[] = {
    // Processors
    {"core", "",
     "One processor of the chip with its memories: it fetches bundles and issues at most one per clock.",
     kPatent, "|compute core|compute cores|"},
    {"board", "", "Four chips in a ring, with their links.", kPatent, "|boards|"},
    {"chip", "", "Two compute cores with their sparse cores, memory, links and the way to the host.", kPatent,
     "|chips|"},
    {"sparse core", "", "A part of the chip for embedding layers, which look up a few rows of large tables.",
     kPatent, "|sparse cores|sparsecore|"},
    {"host interface", "", "The way to the computer that sends training data and takes results.", kPatent,
     "|host|host queue|"},
    {"scalar processor", "",
     "The part that runs the program: it fetches bundles, computes addresses and conditions in 32-bit "
     "scalar registers, and sends the vector half of each bundle on.",
     kPatent, "|scalar unit|scalar side|"},
    {"scalar", "scalar ALUs", "Two 32-bit integer units of the scalar processor, in the slots s0 and s1.",
     kPatent, "|scalar alu|scalar registers|scalar register|"},
    {"vector processor", "",
     "The lanes and sublanes that do one operation on a whole vector register at once.", kPatent,
     "|vector side|"},
    {"scheduler", "vector scheduler",
     "Takes the vector half of a bundle from the scalar processor and hands it to the vector "
     "processor when everything it needs is there.",
     kPatent, ""},
    {"VALU", "vector ALUs", "Arithmetic units of the vector processor, two for each lane: slots v0 and v1.",
     kPatent, "|vector alu|"},
    {"branch", "branch unit", "Changes the program counter. A branch takes effect after its bundle.",
     "inferred", ""},
    {"counter", "clock counter", "Counts clocks; an instruction can read it.", kOurs,
     "|clock counter|counters|"},
    {"misc", "vector to scalar path",
     "The slow way from the vector to the scalar side; its slot also sets patterns and index "
     "registers and emits trace words.",
     kPatent, "|v2s|vector to scalar|"},

    // Memories and registers
    {"IMEM", "instruction memory", "Holds the bundles of the program. It is loaded before the run.",
     kProfiler, "|instructions|"},
    {"SMEM", "scalar memory",
     "Small memory of 32-bit words beside the scalar processor. Transfers are described in it.", kPatent,
     "|smem|scalar memory port|"},
    {"VMEM", "vector memory", "Memory of the vector processor; one address is a row of one word per lane.",
     kPatent, ""},
    {"HBM", "high bandwidth memory",
     "The large memory beside the chip, in granules of 16 bytes. Only transfers reach it.", kPatent,
     "|high-bandwidth memory|"},
    {"VREG", "vector register", "Holds one 32-bit word for each lane and sublane.", kPatent,
     "|vregs|vector registers|"},
    {"predicate", "",
     "A register of one bit. An instruction prefixed with @p1 acts only where p1 is true, "
     "one after @!p1 only where it is false.",
     kPatent, "|predicates|"},
    {"IAR", "index registers",
     "A row offset for each sublane, for vector loads and stores that find their rows by an index; 0 at the "
     "start.",
     "inferred", "|index register|indexed load|"},
    {"lane", "",
     "A column of the vector processor: one arithmetic unit with its part of every vector register. "
     "A vector memory row has one word per lane.",
     kPatent, "|lanes|"},
    {"sublane", "", "A row of a vector register: a register has as many rows of lanes as there are sublanes.",
     kPatent, "|sublanes|"},
    {"row", "", "The unit in which vector memory is addressed: one 32-bit word for each lane.", "inferred",
     "|rows|"},
    {"granule", "", "16 bytes: the unit in which high bandwidth memory is addressed and transfers count.",
     kOurs, "|granules|"},
    {"word", "", "32 bits: an integer, a float32, or two bfloat16.", kGeneral, "|words|"},
    {"never written", "",
     "Every word knows whether the program or its data ever wrote it. "
     "Using one that was not is a fault, not a zero.",
     kOurs, "|never-written|uninitialised|"},

    // Units
    {"MXU", "matrix unit",
     "A square array of multipliers that holds one matrix of weights and multiplies rows streamed "
     "through it, one fused multiply-add per step.",
     kPatent, "|matrix multiply unit|matrix multiplication unit|matrix computation unit|"},
    {"systolic array", "",
     "A grid of multiplier cells: operands move from cell to cell, one step per clock, so that each is read "
     "from memory once and used many times.",
     kPatent, ""},
    {"weights", "active weights",
     "The right side of a product: they stay in the matrix unit while rows stream through.", kPatent,
     "|weight tile|stationary weights|weight|"},
    {"shadow weights", "",
     "The next weights, loaded while a product is under way; "
     "a latch exchanges them with the active ones.",
     kPatent, "|shadow|shadow rows|"},
    {"latch", "", "Makes the shadow weights the active ones.", kPatent, "|mxu.latch|"},
    {"XU", "transpose unit",
     "Collects a square of lanes x lanes and gives it back with rows and columns exchanged.", kPatent,
     "|xpose|xpose unit|"},
    {"RPU", "reduction and permute unit",
     "Sums, maxima, minima and permutations along the lanes of a register.", kPatent,
     "|reduction and permutation unit|reduce and permute|reduce, permute|"},
    {"EUP", "extended unary pipeline",
     "Reciprocal, roots, exponentials and the like, one register at a time; "
     "the results come through a queue.",
     kProfiler, "|extended unary|unary|unary pipeline|"},
    {"RNG", "random number generator",
     "Draws one number for each lane and sublane from a key and a count (Philox4x32-10), so that a run can "
     "be repeated exactly. At the start both are 0, but the key's second word is the number of the core.",
     kPatent, "|random|random numbers|registers drawn|draws|"},
    {"VLD", "vector load port", "Brings one vector register per clock from vector memory.", kPatent,
     "|load|load port|"},
    {"VST", "vector store port", "Writes one vector register per clock to vector memory.", kPatent,
     "|store|store port|"},
    {"extended unit", "",
     "A unit beside the lanes that takes a register by a push "
     "and gives its result by a pop, many clocks later.",
     kPatent, "|extended units|"},
    {"push", "",
     "Sends a vector register into an extended unit. Its place in the unit's queue is reserved at once.",
     kPatent, "|pushes|"},
    {"pop", "",
     "Takes the oldest result of an extended unit into a vector register, and waits until it is there.",
     kPatent, "|pops|popped|"},
    {"FIFO", "queue",
     "First in, first out: results of an extended unit wait in one and leave in the order in which they were "
     "pushed. MRF, XRF and the like are names of such queues elsewhere.",
     kPatent,
     "|queues|fifos|result queue|results|matrix result fifo|mrf|xrf|trf|erf|matrix results|transposed|"
     "results waiting|queue depth|unary results|permute results|"},
    {"port", "",
     "Where something enters a unit. Each push occupies it for some clocks, and the next one waits.",
     "inferred", "|ports|weight port|"},
    {"serialised", "", "A register goes into a unit one row (sublane) per clock.", "inferred", "|serialise|"},

    // Transfers
    {"DMA", "direct memory access",
     "An engine that moves granules between high bandwidth memory and the core's memories in the "
     "background, described by words in scalar memory.",
     kPatent, "|dma engine|dma list|engine in|engine out|"},
    {"transfer", "",
     "One job of the DMA engine: up to four nested loops of granules. "
     "It adds 1 to a sync flag for each granule that has landed.",
     kPatent, "|transfers|"},
    {"descriptor", "",
     "The 15 words in scalar memory that say what a transfer moves: "
     "source, destination, flag, and four times a count with two strides.",
     kOurs, "|descriptors|"},
    {"SFLAG", "sync flag",
     "A 32-bit counter that puts things in order: transfers and instructions add to it, and code waits "
     "until it has reached a number. It is 0 at the start.",
     kPatent, "|sync flags|sync|flag|flags|sync unit|"},
    {"race", "",
     "Two accesses to the same place when nothing says which comes first. "
     "The machine stops at it and names both bundles.",
     kGeneral, "|races|"},
    {"ICI", "interconnect of chips", "The links between the chips of a board, in a ring.", kProfiler,
     "|links|link|interconnect|ring|"},

    // Bundles and time
    {"VLIW", "very long instruction word",
     "One instruction word holds many instructions that execute together; the program, not "
     "the chip, says what goes together.",
     kGeneral, ""},
    {"bundle", "",
     "The instructions that issue in the same clock, at most one in each slot. "
     "It reads first and writes last.",
     kPatent, "|bundles|next bundle|"},
    {"slot", "",
     "A place in the bundle for an instruction of one class: s0 and s1 are scalar, v0 and v1 vector, vld, "
     "vst, push, pop and misc serve their units.",
     kPatent, "|slots|s0|s1|v0|v1|"},
    {"issue", "", "A bundle begins: its registers are read and its instructions go to their units.", kGeneral,
     "|issued|issues|execution count|count|"},
    {"clock", "",
     "The step of the machine's time. At most one bundle issues in a clock; "
     "a clock in which the next one must wait is stalled.",
     kGeneral, "|clocks|cycle|cycles|in this clock|"},
    {"stall", "",
     "A clock in which nothing issues, because the next bundle needs something that is not there yet. "
     "Each is attributed to the rule that was met last and to the bundle that is waited for.",
     kGeneral, "|stalls|stalled|held up|why nothing issued|wait|waiting|each time|"},
    {"latency", "", "Clocks from the issue of an instruction until its result may be used.", kGeneral,
     "|latencies|"},
    {"interlocked", "", "The machine waits where a result is not there yet. In strict mode this is a fault.",
     kGeneral, "|strict|strict mode|interlock|"},
    {"hazard", "",
     "A bundle that uses something before it is ready. The interlocked machine waits, the strict one faults.",
     kGeneral, "|hazards|"},
    {"utilisation", "",
     "The share of all clocks in which a unit is at work. A unit with two ports may reach more than 100 %.",
     kGeneral, "|share|utilization|"},
    {"position", "",
     "A clock, before anything issues in it. The machine is always at one, going forwards and back.", kOurs,
     ""},
    {"fault", "",
     "The program did something that the chip does not allow. "
     "Nothing of the faulting bundle is done, and the machine stops before it.",
     kGeneral, "|faults|"},
    {"deadlock", "",
     "What the program waits for can never come: for example a pop from a unit to which nothing was pushed.",
     kGeneral, ""},
    {"breakpoint", "",
     "Where or when a run stops: a bundle, a condition, an access to memory, a flag, a NaN.", kGeneral,
     "|breakpoints|"},
    {"last writer", "",
     "The bundle, transfer or hand edit that last stored into a cell, even if the value was the same.", kOurs,
     "|who wrote it|"},

    // Encodings and programs
    {"immediate", "imm",
     "A constant of 16 bits in the bundle itself; a bundle has six, which its instructions share. Two "
     "neighbours make a pair of 32 bits.",
     kPatent, "|immediates|pair|"},
    {"VS", "forwarded scalar",
     "A field of the bundle that names a scalar register whose value goes to the vector side. A bundle "
     "has three: vs0, vs1 and vs2.",
     kPatent, "|vs0|vs1|vs2|forwarded scalar register|forwarded|"},
    {"stride", "",
     "How many rows lie between one sublane's row and the next one's, in a vector load or store.", kPatent,
     "|strides|"},
    {"mask", "", "Bit i says whether sublane i takes part in a load or store.", kPatent,
     "|masks|masked|sublane mask|"},
    {"segment", "",
     "A stretch of neighbouring lanes that the reduction unit sums separately; at the start a row is one.",
     "inferred", "|segments|"},
    {"pattern", "",
     "Which lane each lane takes its value from in a permutation; at the start each takes its own.",
     "inferred", "|permute pattern|"},
    {"rotation", "", "The number of lanes by which a register is rotated; 0 at the start.", "inferred",
     "|rotate|"},
    {"tensor", "", "A named block of memory with a type, a shape and a layout.", kGeneral, "|tensors|"},
    {"shape", "", "The lengths of a tensor's dimensions, the outermost first.", kGeneral, "|shapes|"},
    {"dtype", "type", "What an element is: f32, bf16, i32 or u32.", kGeneral, "|types|element type|"},
    {"layout", "", "Where the elements of a tensor lie: row by row, or in tiles of sublanes x lanes.",
     kGeneral, "|layouts|"},
    {"tile", "",
     "A block of sublanes rows and lanes columns of a matrix that lies together, "
     "so that one load fills a vector register.",
     kGeneral, "|tiles|tiled|"},
    {"macro", "", "Lines with a name, inserted wherever the name is called.", kGeneral, "|macros|"},
    {"label", "", "A name of a bundle, or of an address in a data section.", kGeneral, "|labels|"},
    {"lint", "", "A check of the whole program for mistakes that no single bundle shows: W3xx.", kGeneral,
     ""},

    // Numbers
    {"f32", "float32", "IEEE 754 single precision; denormals are read as zero and tiny results become zero.",
     "IEEE 754", ""},
    {"bf16", "bfloat16",
     "The upper half of a float32: 8 bits of exponent, 7 of fraction. "
     "The matrix unit rounds what comes in to it.",
     kPatent, ""},
    {"NaN", "not a number",
     "What an undefined computation gives, such as 0/0. The chip has one NaN, 7fc00000.", "IEEE 754",
     "|nans|"},
    {"Inf", "infinity", "A value larger than every other float, with a sign.", "IEEE 754", "|infinities|"},
    {"denormal", "",
     "A float too small to have a leading one. The training chip reads denormals as zero and makes none; what "
     "only moves words keeps them. The chapter on numbers has a table of its units.",
     "IEEE 754", "|denormals|subnormal|flush to zero|"},
    {"FMA", "fused multiply-add", "a * b + c with one rounding at the end.", "IEEE 754",
     "|multiply-add|mac|"},
    {"ULP", "unit in the last place",
     "The distance from a float to its neighbour: a measure of how far apart two results are.", kGeneral,
     "|ulps|"},
    {"Philox", "",
     "A generator of random numbers made from a key and a counter, with no other state: Philox4x32-10.",
     "Salmon et al. 2011", "|philox4x32-10|threefry|"},

    // The inference circuit
    {"SEQ", "sequencer",
     "Turns the list of instructions that the host sends into control signals: "
     "in order, one per clock, while older ones are still under way in their units.",
     kCircuit, "|instruction list|in flight|next instruction|"},
    {"UB", "unified buffer",
     "Memory of the inference circuit for activations and masks: "
     "what a layer reads and where its result goes.",
     kCircuit, "|activations|activation inputs|"},
    {"DM", "dynamic memory", "Memory of the inference circuit for weights, on the chip or beside it.",
     kCircuit, ""},
    {"weight path", "",
     "Registers in which the next tile of weights moves down the array while the current one is in use; "
     "swapw makes it the current one.",
     kCircuit, "|path|weight path registers|rows on the path|swapped in|"},
    {"accumulator", "",
     "A word below a column of the array that keeps a sum, or adds up the sums of several passes.", kCircuit,
     "|accumulators|accumulator row|accumulator rows|"},
    {"pass", "", "Vectors that go through the array with the same weights, one per clock.", "inferred",
     "|passes|"},
    {"VPU", "vector computation unit",
     "Adds, multiplies, activates and normalises what comes out of the accumulators or the unified buffer.",
     kCircuit, "|vector unit|activation circuitry|normalisation circuitry|"},
    {"strip", "strip register",
     "A few rows of an image with all their lanes, in a register of the vector computation unit; "
     "it knows its rows, columns and lanes.",
     kOurs, "|strips|strip registers|"},
    {"access pattern", "access pattern register",
     "Three nested loops with a stride each: the addresses that an instruction goes through.", kOurs,
     "|access patterns|access pattern registers|pattern register|"},
    {"POOL", "pooling circuitry",
     "Maximum, minimum, sum or average of the windows of a strip, one line buffer for each lane.", kCircuit,
     "|pooling|pooling circuits|"},
    {"line buffer", "",
     "Registers and delay lines through which a picture moves value by value; "
     "the registers hold a window of it.",
     "US 10,037,490", "|line buffers|delay line|delay lines|"},
    {"masking tensor", "",
     "Ones where a strided layer has its results and zeros elsewhere: the product with it drops what a "
     "stride would skip.",
     "US 9,721,203", "|masking tensors|"},
    {"kernel striding", "",
     "A convolution with a stride on a circuit that has none: "
     "the same convolution without a stride, a masking tensor, and pooling.",
     "US 9,721,203", "|striding|strided layer|"},

    // The neural network processor
    {"chain", "",
     "Instructions between which vectors travel without being written: they are read, multiplied, added "
     "to, and written at the end.",
     kProcessor, "|chains|chain sequencer|end_chain|vectors in the chain|"},
    {"native vector", "",
     "As many numbers as the processor works on at a time; larger vectors are cut into these. A native "
     "matrix has that many rows and columns.",
     kProcessor, "|native vectors|native matrix|native matrices|native dimension|"},
    {"VMM", "vector memory manager",
     "Moves vectors between the network's queues, vector DRAM and the register files.", kProcessor,
     "|vectors from the network|vectors to the network|vector memory|"},
    {"MMM", "matrix memory manager",
     "Moves matrices from the network and DRAM into DRAM, or through the quantiser into the matrix register "
     "file.",
     kProcessor, "|matrix memory|"},
    {"quantiser", "",
     "Rounds vectors, and rows of matrices, to block floating point in front of the multiplier.", kProcessor,
     "|quantisers|vector quantiser|matrix quantiser|"},
    {"window expander", "",
     "Gives a chain windows of a picture pixel by pixel, with padding beyond its edges.", kProcessor,
     "|windows across|window expanders|"},
    {"MVM", "matrix vector multiplier",
     "Quantises vectors, multiplies them by the matrices of its register file, and rounds each sum to "
     "FP16 once.",
     kProcessor, "|MatrixRf|InitialVrf|terms cut|"},
    {"MFU", "multifunction unit",
     "Adds, subtracts, takes the maximum, multiplies (only the first one) and activates, in FP16.",
     kProcessor,
     "|multifunction units|first MFU|second MFU|AddSubVrf0|AddSubVrf1|MultiplyVrf|adder 0|adder 1|"
     "multiplier 0|activation 0|activation 1|"},
    {"tile engine", "",
     "A part of the matrix vector multiplier: multiplies a vector by rows of a native matrix in its lanes. Several "
     "work side by side.",
     kProcessor, "|tile engines|"},
    {"converter", "", "Rounds sums of the matrix vector multiplier to FP16, once.", kProcessor,
     "|converters|"},
    {"crossbar", "", "Connects the parts of an MFU, so that a chain has what it needs of them in any order.",
     kProcessor, "|crossbars|"},
    {"multiplexer", "", "Hands what chains give to the vector memory manager.", kProcessor, ""},
    {"NetQ", "queues of the network",
     "Vectors that come from the network, oldest first (netin), and those that go to it (netout).",
     kProcessor, "|netin|netout|"},
    {"vector DRAM", "", "Vectors of the neural network processor, in FP16.", kProcessor, "|vdram|"},
    {"matrix DRAM", "", "Matrices of the neural network processor, row by row in FP16.", kProcessor,
     "|mdram|MatrixDram|"},
    {"block floating point", "",
     "Numbers that share one exponent, each with a mantissa of its own: `lw number` shows them.", kProcessor,
     "|BFP|shared exponent|mantissas|"},
};

// Every spelling, in small letters. The first term that claims one has it.
const std::unordered_map<std::string, const Term*>& index() {
    static const auto kIndex = [] {
        std::unordered_map<std::string, const Term*> out;
        const auto add = [&](std::string_view spelling, const Term& term) {
            if (!spelling.empty()) out.try_emplace(lowered(spelling), &term);
        };
        for (const Term& term : kTerms) add(term.name, term);
        for (const Term& term : kTerms) add(term.words, term);
        for (const Term& term : kTerms) {
            std::string_view rest = term.aliases;
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find('|'), rest.size());
                add(rest.substr(0, end), term);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
        return out;
    }();
    return kIndex;
}

const Term* exactly(const std::string& word) {
    const auto found = index().find(word);
    return found == index().end() ? nullptr : found->second;
}

bool isWordCharacter(char c) { return source::is(c, source::kNameMore) || c == '-'; }

} // namespace

std::span<const Term> glossary() { return kTerms; }

const Term* findTerm(std::string_view word) {
    const std::string small = lowered(word);
    if (const Term* found = exactly(small)) return found;
    return small.size() > 1 && small.back() == 's' ? exactly(small.substr(0, small.size() - 1)) : nullptr;
}

std::vector<const Term*> termsIn(std::string_view text) {
    constexpr std::size_t kMostWords = 4;
    struct Piece {
        std::size_t begin, end;
    };
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isWordCharacter(text[end])) ++end;
        const std::size_t next = end;
        while (end > at && text[end - 1] == '.') --end; // of a sentence
        if (end > at) pieces.push_back({at, end});
        at = std::max(next, at + 1);
    }
    std::vector<const Term*> out;
    for (std::size_t i = 0; i < pieces.size();) {
        std::size_t used = 1;
        for (std::size_t words = std::min(kMostWords, pieces.size() - i); words > 0; --words) {
            const std::size_t begin = pieces[i].begin;
            const Term* term = findTerm(text.substr(begin, pieces[i + words - 1].end - begin));
            if (!term) continue;
            if (std::find(out.begin(), out.end(), term) == out.end()) out.push_back(term);
            used = words;
            break;
        }
        i += used;
    }
    return out;
}

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

} // namespace lw::manual
