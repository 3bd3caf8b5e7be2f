// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/format.h"

#include "core/source/chars.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::assembler {

using source::Token;
using source::TokenKind;

namespace {

constexpr std::size_t kIndent = 8;
constexpr std::size_t kInner = 10;       // of the lines of a bundle over several lines
constexpr std::size_t kWidestCode = 100; // a comment after longer code is not aligned

struct Line {
    std::string_view original;
    bool asItIs = false;
    bool inner = false;             // inside a bundle that began on an earlier line
    std::string label;              // with blanks between several
    std::vector<std::string> parts; // of a bundle on one line: its instructions; else one text
    bool isBundle = false;          // `parts` stand between { and }
    bool atMargin = false;          // directives and comments that begin the line
    std::string comment;
    bool blank() const { return label.empty() && parts.empty() && comment.empty() && !isBundle; }
};

bool endsValue(const Token& t) {
    switch (t.kind) {
    case TokenKind::Name:
    case TokenKind::Register:
    case TokenKind::Number:
    case TokenKind::String:
    case TokenKind::Parameter: return true;
    default: return t.text == ")" || t.text == "]";
    }
}

bool isOperator(const Token& t) {
    return t.kind == TokenKind::Punctuation &&
           std::string_view("+-*/%<>&|^=!?:~").find(t.text[0]) != std::string_view::npos;
}

// Puts the blanks between the tokens of one statement.
class Spacing {
  public:
    explicit Spacing(bool named) : m_named(named) {}

    void add(const Token& token, bool glued) {
        if (!m_out.empty() && wantsBlank(token, glued)) m_out += ' ';
        m_out += token.text;
        if (token.text == "[" || token.text == "(")
            m_brackets.push_back(token.text[0]);
        else if ((token.text == "]" || token.text == ")") && !m_brackets.empty())
            m_brackets.pop_back();
        m_beforeUnary = isOperator(token) && !(m_last && endsValue(*m_last));
        m_last = token;
    }
    std::string take() { return std::move(m_out); }

  private:
    bool inAddress() const { return !m_brackets.empty() && m_brackets.back() == '['; }

    bool wantsBlank(const Token& token, bool glued) const {
        const Token& last = *m_last;
        if (joinsParameter(last, token)) return !glued;
        if (last.text == "{" || token.text == "}") return true;
        if (token.text == "," || token.text == ")" || token.text == "]" || last.text == "(" ||
            last.text == "[")
            return false;
        if (last.text == "," || last.text == ";" || token.text == ";") return true;
        if (last.text == "@" || (last.text == "!" && m_beforeUnary)) return false;
        if (token.text == "(" && !isOperator(last)) return !(last.kind == TokenKind::Name && glued);
        if (isOperator(last)) return !m_beforeUnary && !tight(last);
        if (isOperator(token) && endsValue(last)) return !tight(token);
        return !glued || last.kind == TokenKind::Slot || last.kind == TokenKind::Label ||
               last.kind == TokenKind::Mnemonic;
    }
    // A parameter and a word beside it become one word if there is no blank between them, and with the colon
    // after it perhaps the name of a label or slot: only who wrote it knows.
    static bool joinsParameter(const Token& last, const Token& token) {
        if (last.kind == TokenKind::Parameter)
            return token.kind != TokenKind::Punctuation || token.text == ":" || token.text == "(";
        return token.kind == TokenKind::Parameter && last.kind != TokenKind::Punctuation;
    }
    // Operators of addresses, and the = of named operands and parameters.
    bool tight(const Token& token) const { return inAddress() || (token.text == "=" && m_named); }

    std::string m_out;
    std::optional<Token> m_last;
    std::vector<char> m_brackets;
    bool m_named;
    bool m_beforeUnary = false;
};

// The lexer's punctuation is single characters; here an operator of two is one token.
std::vector<Token> joined(std::span<const Token> tokens) {
    std::vector<Token> out;
    for (const Token& token : tokens) {
        if (!out.empty() && isOperator(token) && isOperator(out.back()) && out.back().text.size() == 1 &&
            out.back().text.data() + 1 == token.text.data()) {
            const std::string_view both(out.back().text.data(), 2);
            constexpr std::array<std::string_view, 8> kPairs{"<=", ">=", "==", "!=", "<<", ">>", "&&", "||"};
            if (std::find(kPairs.begin(), kPairs.end(), both) != kPairs.end()) {
                out.back().text = both;
                continue;
            }
        }
        out.push_back(token);
    }
    return out;
}

// How many tokens make a label of a macro, such as loop\@: with its colon; 0: none.
std::size_t tokensOfMadeLabel(std::span<const Token> tokens) {
    // .loop\@:
    if (tokens.empty() || (tokens[0].kind != TokenKind::Name && tokens[0].kind != TokenKind::Directive))
        return 0;
    bool made = false;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        if (tokens[i - 1].offset + tokens[i - 1].text.size() != tokens[i].offset) return 0;
        if (tokens[i].text == ":") return made ? i + 1 : 0;
        made = made || tokens[i].text == "\\@";
    }
    return 0;
}

bool isData(std::string_view directive) {
    return directive == ".word" || directive == ".float" || directive == ".bf16" || directive == ".space";
}

class Formatter {
  public:
    Formatter(const std::string& text, const source::Words& words) : m_text(text), m_words(words) {}
    std::string run();

  private:
    Line read(std::string_view original);
    Line readOnce(std::string_view original);
    bool readTokens(std::string_view original, std::vector<Token>& tokens);
    void readCode(Line& line, std::span<const Token> tokens);
    bool sameTokens(const std::string& formatted, const std::vector<Token>& tokens) const;
    void emit(std::span<const Line> lines);
    static std::string plain(const Line& line);
    static std::string code(const Line& line, std::span<const std::size_t> widths);

    const std::string& m_text;
    const source::Words& m_words;
    bool m_open = false; // a bundle over several lines
    std::string m_out;
};

bool Formatter::readTokens(std::string_view original, std::vector<Token>& tokens) {
    const std::string copy(original); // the lexer wants a NUL after its text
    source::Lexer lexer(copy, &m_words);
    for (Token token; lexer.next(token);) {
        if (token.kind == TokenKind::Error) return false;
        token.text = original.substr(token.offset, token.text.size());
        tokens.push_back(token);
    }
    return true;
}

bool Formatter::sameTokens(const std::string& formatted, const std::vector<Token>& tokens) const {
    source::Lexer lexer(formatted, &m_words);
    std::size_t i = 0;
    for (Token token; lexer.next(token); ++i)
        if (i >= tokens.size() || token.kind != tokens[i].kind || token.text != tokens[i].text) return false;
    return i == tokens.size();
}

void Formatter::readCode(Line& line, std::span<const Token> tokens) {
    std::size_t from = 0;
    while (!m_open && from < tokens.size()) {
        const std::size_t count =
            tokens[from].kind == TokenKind::Label ? 1 : tokensOfMadeLabel(tokens.subspan(from));
        if (count == 0) break;
        if (!line.label.empty()) line.label += ' ';
        for (const Token& token : tokens.subspan(from, count)) line.label += token.text;
        from += count;
    }
    tokens = tokens.subspan(from);
    if (tokens.empty()) return;
    const auto opens =
        std::count_if(tokens.begin(), tokens.end(), [](const Token& t) { return t.text == "{"; });
    const auto closes =
        std::count_if(tokens.begin(), tokens.end(), [](const Token& t) { return t.text == "}"; });
    line.isBundle =
        !m_open && opens == 1 && closes == 1 && tokens.front().text == "{" && tokens.back().text == "}";
    line.inner = m_open && tokens.front().text != "}";
    const bool isDirective = tokens.front().kind == TokenKind::Directive;
    line.atMargin = isDirective && line.label.empty() && !isData(tokens.front().text);
    m_open = m_open ? closes <= opens : opens > closes;
    const bool named = !isDirective || tokens.front().text == ".macro";
    if (line.isBundle) tokens = tokens.subspan(1, tokens.size() - 2);
    Spacing spacing(named);
    bool any = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (line.isBundle && tokens[i].text == ";") {
            line.parts.push_back(spacing.take());
            spacing = Spacing(named);
            any = false;
            continue;
        }
        spacing.add(tokens[i],
                    i != 0 && tokens[i - 1].offset + tokens[i - 1].text.size() == tokens[i].offset);
        any = true;
    }
    if (any || !line.isBundle || !line.parts.empty()) line.parts.push_back(spacing.take());
}

Line Formatter::readOnce(std::string_view original) {
    Line line;
    line.original = original;
    std::vector<Token> tokens;
    if (!readTokens(original, tokens)) {
        line.asItIs = true;
        return line;
    }
    std::vector<Token> code = tokens;
    if (!code.empty() && code.back().kind == TokenKind::Comment) {
        std::string_view comment = code.back().text;
        while (!comment.empty() && source::is(comment.back(), source::kBlank)) comment.remove_suffix(1);
        line.comment = comment;
        line.atMargin = code.size() == 1 && code.back().offset == 0;
        line.inner = m_open;
        code.pop_back();
        tokens.back().text = comment;
    }
    readCode(line, joined(code));
    line.asItIs = !sameTokens(plain(line), tokens);
    return line;
}

// A line is only touched if what becomes of it has the same tokens and would be left alone the next time.
Line Formatter::read(std::string_view original) {
    const bool wasOpen = m_open;
    Line line = readOnce(original);
    if (!line.asItIs) {
        const bool open = std::exchange(m_open, wasOpen);
        const std::string once = plain(line);
        const Line again = readOnce(once);
        line.asItIs = again.asItIs || m_open != open || plain(again) != once ||
                      again.isBundle != line.isBundle || again.parts != line.parts;
    }
    if (line.asItIs) m_open = wasOpen;
    return line;
}

// Without regard to its neighbours.
std::string Formatter::plain(const Line& line) {
    return code(line, {}) + (line.comment.empty() || line.parts.empty() ? "" : "  ") + line.comment;
}

// A line without its comment; instructions padded to `widths`.
std::string Formatter::code(const Line& line, std::span<const std::size_t> widths) {
    std::string out = line.label;
    if (line.parts.empty() && !line.isBundle &&
        (!line.label.empty() || line.comment.empty() || line.atMargin))
        return out;
    const std::size_t column = line.inner ? kInner : line.atMargin ? 0 : kIndent;
    if (!out.empty()) out += ' ';
    if (out.size() < column) out.append(column - out.size(), ' ');
    if (!line.isBundle) return line.parts.empty() ? out : out + line.parts[0];
    out += '{';
    for (std::size_t i = 0; i < line.parts.size(); ++i) {
        out += i == 0 ? "" : " ;";
        if (!line.parts[i].empty()) out += ' ' + line.parts[i];
        if (i < widths.size() && i + 1 < line.parts.size()) out.append(widths[i] - line.parts[i].size(), ' ');
    }
    return out + " }";
}

// A group of lines without a blank one between them.
void Formatter::emit(std::span<const Line> lines) {
    std::vector<std::string> codes(lines.size());
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t to = i;
        std::vector<std::size_t> widths;
        for (; to < lines.size() && lines[to].isBundle && !lines[to].asItIs; ++to)
            for (std::size_t k = 0; k + 1 < lines[to].parts.size(); ++k) {
                widths.resize(std::max(widths.size(), k + 1));
                widths[k] = std::max(widths[k], lines[to].parts[k].size());
            }
        if (to == i) ++to;
        for (; i < to; ++i) codes[i] = code(lines[i], widths);
    }
    std::size_t column = 0;
    const auto aligned = [&](std::size_t i) {
        return !lines[i].asItIs && !lines[i].comment.empty() && !codes[i].empty() &&
               codes[i].size() <= kWidestCode &&
               (!lines[i].parts.empty() || !lines[i].label.empty() || lines[i].isBundle);
    };
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (aligned(i)) column = std::max(column, codes[i].size() + 2);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        std::string out = line.asItIs ? std::string(line.original) : codes[i];
        if (!line.asItIs && !line.comment.empty()) {
            if (aligned(i))
                out.append(column - out.size(), ' ');
            else if (!out.empty() && out.back() != ' ')
                out += "  ";
            out += line.comment;
        }
        m_out += out;
        m_out += '\n';
    }
}

std::string Formatter::run() {
    std::vector<Line> group;
    std::string_view rest = m_text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        Line line = read(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.asItIs || !line.blank()) {
            group.push_back(std::move(line));
            continue;
        }
        emit(group);
        group.clear();
        m_out += '\n';
    }
    emit(group);
    return std::move(m_out);
}

} // namespace

std::string format(const std::string& text, const source::Words& words) {
    return Formatter(text, words).run();
}

} // namespace lw::assembler
