// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/script.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "mizan/units/error.hpp"
#include "mizan/units/quoted.hpp"

namespace mizan::game {

namespace {

struct Comparison {
    bool of_loss;  // else of the round
    std::string_view sign;
    double number;

    [[nodiscard]] bool holds(const View& view) const {
        const double found = of_loss ? view.loss : view.round + 1;
        if (sign == "<") return found < number;
        if (sign == "<=") return found <= number;
        if (sign == ">") return found > number;
        if (sign == ">=") return found >= number;
        return found == number;
    }
};

struct Rule {
    std::vector<Comparison> conditions;  // all must hold; none: else
    Choice choice;
};

// Letters and spaces of the script's language. They do not depend on the locale.
bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

// Words, numbers and signs of one rule, read from left to right.
class Reader {
public:
    Reader(std::string_view text, int number) : rest_{text}, text_{text}, number_{number} {
        skip_space();
    }

    [[nodiscard]] bool at_end() const { return rest_.empty(); }

    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        const bool is_letters = is_letter(word.front());
        const std::string_view after = rest_.substr(word.size());
        if (is_letters && !after.empty() && is_letter(after.front())) return false;
        rest_ = after;
        skip_space();
        return true;
    }

    template <class Number>
    Number number(const char* what) {
        Number value{};
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc{} || !std::isfinite(static_cast<double>(value))) expected(what);
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        skip_space();
        return value;
    }

    [[noreturn]] void expected(const std::string& what) const {
        throw InputError("script, rule " + std::to_string(number_) + " " + in_quotes(text_) +
                         ": expected " + what + " " +
                         (at_end() ? "at the end" : "at " + in_quotes(rest_)));
    }

private:
    void skip_space() {
        while (!rest_.empty() && is_space(rest_.front())) {
            rest_.remove_prefix(1);
        }
    }

    std::string_view rest_, text_;
    int number_;
};

Comparison read_comparison(Reader& reader) {
    const bool of_loss = reader.take("loss");
    if (!of_loss && !reader.take("round")) reader.expected("'loss' or 'round'");
    for (const std::string_view sign : {"<=", ">=", "<", ">", "="}) {
        if (reader.take(sign)) return {of_loss, sign, reader.number<double>("a number")};
    }
    reader.expected("one of <, <=, >, >=, =");
}

Choice read_choice(Reader& reader, const Menu& menu) {
    if (reader.take("nothing")) return {0};
    const std::string what =
        "a move from 1 to " + std::to_string(menu.size() - 1) + " or 'nothing'";
    Reader before = reader;
    const auto move = reader.number<unsigned>(what.c_str());
    if (move == 0 || move >= menu.size()) before.expected(what);
    return {move, reader.take("swapped")};
}

Rule read_rule(std::string_view text, int number, const Menu& menu) {
    Reader reader(text, number);
    Rule rule;
    if (text.find(':') != std::string_view::npos) {
        if (!reader.take("else")) {
            do rule.conditions.push_back(read_comparison(reader));
            while (reader.take("and"));
        }
        if (!reader.take(":")) reader.expected("'and' or ':'");
    }
    rule.choice = read_choice(reader, menu);
    if (!reader.at_end()) reader.expected("';'");
    return rule;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const auto first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

}  // namespace

Adversary scripted(const Menu& menu, std::string_view script) {
    std::vector<Rule> rules;
    for (std::string_view rest = script; !rest.empty();) {
        const auto end = std::min(rest.find_first_of(";\n"), rest.size());
        const std::string_view text = trimmed(rest.substr(0, end));
        if (!text.empty()) {
            rules.push_back(read_rule(text, static_cast<int>(rules.size()) + 1, menu));
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (rules.empty())
        throw InputError("script: no rule; write for example 'loss > 0.5: 2; else: 1'");
    return {"scripted", [rules](const View& view) -> Choice {
                for (const Rule& rule : rules) {
                    if (std::all_of(rule.conditions.begin(), rule.conditions.end(),
                                    [&](const Comparison& c) { return c.holds(view); })) {
                        return rule.choice;
                    }
                }
                return {0};
            }};
}

}  // namespace mizan::game
