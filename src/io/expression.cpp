// SPDX-License-Identifier: Apache-2.0
#include "io/expression.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/binding.hpp"
#include "io/text.hpp"

namespace mizan {

namespace {

constexpr Spelling by_name = &EventDescription::name;

// Parentheses, counts and calls inside each other. A program of max_depth levels needs fewer.
constexpr int max_levels = 3 * max_depth;

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool starts_name(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool continues_name(char c) { return starts_name(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Reader {
public:
    explicit Reader(std::string_view text) : text_{text} { skip_blanks(); }

    /// Reads "?" as this value; without one, as some value that fits.
    Reader(std::string_view text, std::optional<double> value) : Reader(text) {
        reads_unknown_ = true;
        value_ = value;
    }

    /// What the "?" stands for, once the text is read.
    [[nodiscard]] const std::optional<Unknown>& unknown() const { return unknown_; }

    Program whole() {
        Program program = sum();
        if (at_ == text_.size()) return program;
        const char* hint = peek() == '*' ? "a count goes first, as in 3 * gaussian(1)" : "";
        throw expected("'+' or the end of the program", hint);
    }

private:
    // Guards every recursion.
    class Level {
    public:
        explicit Level(Reader& reader) : reader_{reader} {
            if (++reader_.level_ > max_levels) {
                throw reader_.error(
                    "nested more than " + std::to_string(max_levels) + " levels deep", reader_.at_);
            }
        }
        ~Level() { --reader_.level_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Reader& reader_;
    };

    Program sum() {
        const std::size_t start = at_;
        std::vector<Program> programs{product()};
        while (accept('+')) programs.push_back(product());
        return with_place(start, [&] { return sequence(std::move(programs)); });
    }

    Program product() {
        const Level level(*this);
        const std::size_t start = at_;
        if (accept('(')) {
            Program program = sum();
            expect(')');
            return program;
        }
        const bool is_unknown = peek() == '?';
        if (auto count = number()) {
            expect('*', is_unknown ? " after the count" : " after the count " + shortest(*count));
            if (is_unknown) count = found_unknown(&repetition().fields[1], start);
            return repeated(*count, start, product());
        }
        return call();
    }

    Program repeated(double count, std::size_t start, Program program) {
        std::vector<Argument> arguments{{"count", count}, {"event", std::move(program)}};
        auto result = build_event({&repetition()}, std::move(arguments), &EventDescription::type);
        return unless_misfit(std::move(result), start, {start, start});
    }

    static const EventDescription& repetition() {
        return *events_spelled(&EventDescription::type, "SelfComposedDpEvent").front();
    }

    Program call() {
        const std::size_t start = at_;
        const std::string_view name = word();
        if (name.empty()) throw expected("a program such as gaussian(1)");
        const auto candidates = events_spelled(by_name, name);
        if (candidates.empty()) throw unknown_event(by_name, name, place_in(text_, start));
        expect('(', " after " + std::string(name));
        std::vector<Argument> arguments;
        std::vector<std::size_t> starts;
        std::optional<std::size_t> unknown;
        if (!accept(')')) {
            do {
                const bool before = question_mark_.has_value();
                starts.push_back(at_);
                arguments.push_back(argument());
                const bool is_number = std::holds_alternative<double>(arguments.back().value);
                if (!before && question_mark_ && is_number) unknown = arguments.size() - 1;
            } while (accept(','));
            if (!accept(')')) throw expected("',' or ')'");
        }
        if (unknown) {
            const auto* field = field_for(candidates, arguments, *unknown, by_name);
            arguments[*unknown].value =
                found_unknown(field, *question_mark_, candidates, arguments);
        }
        return unless_misfit(build_event(candidates, std::move(arguments), by_name), start, starts);
    }

    Argument argument() {
        const std::size_t start = at_;
        if (const std::string_view name = word(); !name.empty() && accept('=')) {
            return {name, value()};
        }
        at_ = start;
        return {"", value()};
    }

    FieldValue value() {
        if (accept('[')) return list();
        const std::size_t start = at_;
        if (const auto found = number(); found && peek() != '*') return *found;
        at_ = start;
        // A word alone is no program, and not spelled like one: nan, abc.
        const bool is_word = !word().empty() && (peek() == ',' || peek() == ')');
        at_ = start;
        if (is_word) throw expected("a number or a program");
        return sum();
    }

    FieldValue list() {
        Numbers numbers;
        Points points;
        if (accept(']')) return numbers;
        do {
            const std::size_t start = at_;
            if (accept('(')) {
                const double order = required_number();
                expect(',');
                points.emplace_back(order, required_number());
                expect(')');
            } else {
                numbers.push_back(required_number());
            }
            if (!numbers.empty() && !points.empty()) {
                throw error("a list holds either numbers or pairs, found both", start);
            }
        } while (accept(','));
        if (!accept(']')) throw expected("',' or ']'");
        if (numbers.empty()) return points;
        return numbers;
    }

    // The value of the unknown, which stands for this field.
    double found_unknown(const FieldDescription* field, std::size_t start,
                         const std::vector<const EventDescription*>& candidates = {},
                         const std::vector<Argument>& arguments = {}) {
        if (field == nullptr) return 1;  // no field at all, which is said elsewhere
        if (!field->cost) {
            if (field->kind == FieldKind::number || field->kind == FieldKind::count ||
                field->kind == FieldKind::one_or_more) {
                throw refused_unknown(*field, candidates, place_in(text_, start));
            }
            return 1;  // not a number at all, which is said elsewhere, too
        }
        unknown_ = unknown_for(*field, candidates, arguments, by_name);
        return value_ ? *value_ : unknown_->some_value();
    }

    double required_number() {
        if (peek() == '?') throw error("'?' cannot stand in a list", at_);
        if (const auto found = number()) return *found;
        throw expected("a number");
    }

    // A number or a fraction such as 256/60000, if one starts here, with blanks after it skipped.
    std::optional<double> number() {
        const std::size_t start = at_;
        if (peek() == '?') {
            if (!reads_unknown_) {
                throw error("'?' stands for what calibration looks for; here a number is needed",
                            start);
            }
            if (question_mark_ && *question_mark_ != start) {
                throw error("only one '?' can be looked for, found another", start);
            }
            question_mark_ = start;
            accept('?');
            return 1;
        }
        const auto numerator = decimal();
        if (!numerator || !accept('/')) return numerator;
        const auto denominator = decimal();
        if (!denominator) throw expected("a number after '/'");
        // The double nearest to the fraction, as a decimal is the double nearest to it.
        const double fraction = *numerator / *denominator;
        if (!std::isfinite(fraction)) {
            throw error("a fraction must be a finite number, got " + shortest(*numerator) + "/" +
                            shortest(*denominator),
                        start);
        }
        return fraction;
    }

    // A number without a '/', if one starts here.
    std::optional<double> decimal() {
        const std::size_t start = at_;
        const bool negative = peek() == '-';
        if (negative) ++at_;
        if (const std::size_t name = at_; word() == "inf") {
            return negative ? -infinity : infinity;
        } else {
            at_ = name;
        }
        if (!is_digit(peek()) && peek() != '.') {
            if (negative) throw expected("a number after '-'");
            return {};
        }
        std::string digits(negative ? "-" : "");
        const std::size_t before_point = digits.size();
        take_digits(digits);
        std::size_t count = digits.size() - before_point;
        if (peek() == '.') {
            digits += text_[at_++];
            const std::size_t point = digits.size();
            take_digits(digits);
            count += digits.size() - point;
        }
        if (count == 0) throw expected("a digit next to '.'");
        if (peek() == 'e' || peek() == 'E') {
            digits += text_[at_++];
            if (peek() == '+') ++at_;  // not part of what from_chars reads
            if (peek() == '-') digits += text_[at_++];
            if (!is_digit(peek())) throw expected("digits of the exponent");
            take_digits(digits);
        }
        if (continues_name(peek()) || peek() == '.') {
            throw expected("the end of the number");
        }
        const double value = with_place(start, [&] { return read_number(digits); });
        skip_blanks();
        return value;
    }

    // Digits, with a ' between two of them dropped.
    void take_digits(std::string& digits) {
        while (is_digit(peek())) {
            digits += text_[at_++];
            if (peek() == '\'' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) ++at_;
        }
    }

    std::string_view word() {
        const std::size_t start = at_;
        if (starts_name(peek())) {
            while (continues_name(peek())) ++at_;
        }
        const std::string_view found = text_.substr(start, at_ - start);
        skip_blanks();
        return found;
    }

    // NUL at the end of the text; a NUL inside it fits no rule either.
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blanks() {
        while (is_blank(peek())) ++at_;
    }

    bool accept(char c) {
        if (peek() != c) return false;
        ++at_;
        skip_blanks();
        return true;
    }

    void expect(char c, const std::string& where = "") {
        if (!accept(c)) throw expected("'" + std::string(1, c) + "'" + where);
    }

    // --- errors

    [[nodiscard]] InputError error(const std::string& what, std::size_t start,
                                   ErrorParts parts = {}) const {
        parts.place = place_in(text_, start);
        return error_at(what, std::move(parts));
    }

    [[nodiscard]] InputError expected(const std::string& what, const std::string& hint = "") const {
        return mizan::expected(what,
                               {.place = place_in(text_, at_), .found = found(), .hint = hint});
    }

    // The word, number or character that stands here.
    [[nodiscard]] std::string found() const {
        if (at_ == text_.size()) return "the end of the text";
        std::size_t end = at_ + 1;
        if (continues_name(text_[at_])) {
            while (end < text_.size() && continues_name(text_[end])) ++end;
        }
        return in_quotes(text_.substr(at_, end - at_));
    }

    template <class Function>
    std::invoke_result_t<Function> with_place(std::size_t start, Function function) const {
        try {
            return function();
        } catch (const InputError& problem) {
            throw moved_to(place_in(text_, start), problem);
        }
    }

    Program unless_misfit(std::variant<Program, Misfit> result, std::size_t start,
                          const std::vector<std::size_t>& argument_starts) const {
        if (const auto* misfit = std::get_if<Misfit>(&result)) {
            const std::size_t where = misfit->argument ? argument_starts[*misfit->argument] : start;
            throw error(misfit->what, where, misfit->parts);
        }
        return std::get<Program>(std::move(result));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int level_ = 0;

    bool reads_unknown_ = false;
    std::optional<double> value_;
    std::optional<std::size_t> question_mark_;  // where it stands
    std::optional<Unknown> unknown_;
};

}  // namespace

Program parse_expression(std::string_view text) {
    const DefaultArithmetic arithmetic;
    check_text(text);
    return Reader(text).whole();
}

ProgramTemplate parse_template(std::string_view text) {
    const DefaultArithmetic arithmetic;
    check_text(text);
    Reader reader(text, std::nullopt);
    (void)reader.whole();
    if (!reader.unknown()) {
        throw InputError("expected one '?' in the program, in place of what to look for");
    }
    return ProgramTemplate(*reader.unknown(), [text = std::string(text)](double value) {
        return Reader(text, value).whole();
    });
}

}  // namespace mizan
