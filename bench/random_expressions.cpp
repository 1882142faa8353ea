// SPDX-License-Identifier: Apache-2.0
// Slow answers among random expressions of up to 200 characters:
//
//     random_expressions COUNT SEED
//
// draws COUNT expressions of the whole language, asks about each as `mizan account` does, and
// prints which took longest, and which took longest for the work that was counted: there a loop
// that takes long counts too little of it. Each is asked again with a random limit of work; the
// status is 1 if the two answers contradict each other, or if an answer is no answer.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "mizan/account/account.hpp"
#include "mizan/explain/alternatives.hpp"
#include "mizan/numeric/work.hpp"

#include "io/expression.hpp"

namespace mizan {
namespace {

constexpr std::size_t longest = 200;

double cpu_seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Expressions {
public:
    explicit Expressions(std::uint64_t seed) : random_{seed} {}

    std::string next() {
        for (;;) {
            std::string text = program(3);
            if (text.size() <= longest) return text;
        }
    }

    Question question() {
        Question asked{.at = Delta{number({1e-300, 1e-100, 1e-30, 1e-12, 1e-9, 1e-5, 0.01, 0.3})}};
        if (one_in(4)) asked.at = Epsilon{number({0.0, 1e-6, 0.01, 0.5, 1.0, 5.0, 50.0, 700.0})};
        constexpr Relation relations[] = {Relation::add_or_remove_one, Relation::replace_one,
                                          Relation::replace_special};
        asked.relation = relations[below(3)];
        if (one_in(6)) asked.group_size = whole({2, 3, 8, 9, 16, 64, 65, 1000});
        return asked;
    }

    /// A limit of work from a thousand products up.
    double limit() { return std::pow(10, std::uniform_real_distribution(3.0, 9.0)(random_)); }

private:
    std::size_t below(std::size_t end) { return random_() % end; }
    bool one_in(std::size_t times) { return below(times) == 0; }
    double number(const std::vector<double>& all) { return all[below(all.size())]; }
    Count whole(const std::vector<Count>& all) { return all[below(all.size())]; }

    // One of these, or a number between two of them.
    std::string one_of(const std::vector<double>& all) {
        const double a = number(all), b = number(all);
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", one_in(2) ? a : std::sqrt(a * b));
        return text;
    }
    std::string scale() { return one_of({0.01, 0.05, 0.1, 0.3, 0.5, 1, 2, 5, 20, 100, 1e4}); }
    std::string share() {
        return one_of({1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99});
    }
    std::string epsilon() { return one_of({1e-3, 0.01, 0.1, 0.5, 1, 2, 5, 20, 100}); }
    std::string times() {
        return std::to_string(whole({2, 3, 5, 10, 20, 64, 100, 365, 1000, 4096, 100'000, 1'000'000,
                                     1'000'000'000, 1'000'000'000'000}));
    }
    std::string few() { return std::to_string(whole({1, 2, 3, 5, 8, 20, 64, 500})); }
    std::string records() { return std::to_string(whole({2, 10, 100, 1000, 60'000, 10'000'000})); }

    static std::string call(const std::string& name, const std::vector<std::string>& arguments) {
        std::string text = name + "(";
        for (const std::string& each : arguments) {
            text += (text.back() == '(' ? "" : ", ") + each;
        }
        return text + ")";
    }

    std::string shares_list(std::size_t size) {
        std::string text = "[";
        std::size_t left = 100;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t part = i + 1 == size ? left : below(left);
            left -= part;
            text += (i > 0 ? ", " : "") + std::to_string(part) + "e-2";
        }
        return text + "]";
    }

    std::string event() {
        const std::size_t size = 2 + below(3);
        switch (below(24)) {
            case 0:
                return call("laplace", {scale()});
            case 1:
                return call("discrete_gaussian", {scale(), few()});
            case 2:
                return call("discrete_laplace", {epsilon(), few()});
            case 3:
                return call("randomized_response", {one_of({0.5, 0.6, 0.75, 0.99, 1})});
            case 4:
                return call("exponential", {epsilon()});
            case 5:
                return call(one_in(2) ? "permute_and_flip" : "report_noisy_max", {epsilon()});
            case 6:
                return call("sparse_vector", {scale(), scale(), few()});
            case 7:
                return call("tree", {scale(), few()});
            case 8:
                return call("matrix_mechanism", {scale(), "[1, .5, .2]", few(), "2", "3"});
            case 9:
                return call("mixture_of_gaussians", {scale(),
                                                     size == 2   ? "[0, 1]"
                                                     : size == 3 ? "[0, 1, 7]"
                                                                 : "[0, 1, 2, 9]",
                                                     shares_list(size)});
            case 10:
                return call("truncated_laplace", {scale(), scale()});
            case 11:
                return call(one_in(2) ? "thresholded_laplace" : "thresholded_gaussian",
                            {scale(), scale()});
            case 12:
                return call("pure", {epsilon()});
            case 13:
                return call("approximate", {epsilon(), share()});
            case 14:
                return call("zcdp", {epsilon()});
            case 15:
                return call("gdp", {epsilon()});
            case 16:
                return call("renyi", {"[(2, " + epsilon() + "), (9, 30)]"});
            case 17:
                return call("profile", {"[(0, .3), (1, " + share() + ")]"});
            case 18:
                return call("pair", {shares_list(size), shares_list(size)});
            case 19:
                return call("truncated_poisson_gaussian",
                            {records(), share(), std::to_string(1 + below(100)), scale()});
            default:
                return call("gaussian", {scale()});
        }
    }

    std::string scheme(int depth) {
        switch (below(8)) {
            case 0:
            case 1:
            case 2:
                return call("poisson", {share(), program(depth - 1)});
            case 3:
                return call(one_in(2) ? "without_replacement" : "with_replacement",
                            {records(), few(), program(depth - 1)});
            case 4:
                return call("repeat_and_select", {program(depth - 1), few(), scale()});
            case 5:
                return call("random_allocation", {times(), few(), program(depth - 1)});
            case 6:
                return call("shuffled", {records(), program(depth - 1)});
            default:
                return call("group", {few(), program(depth - 1)});
        }
    }

    std::string program(int depth) {
        std::string text;
        const std::size_t terms = one_in(3) ? 1 + below(4) : 1;
        for (std::size_t i = 0; i < terms; ++i) {
            std::string one = depth > 0 && !one_in(4) ? scheme(depth) : event();
            if (one_in(2)) one = times() + " * " + one;
            text += (i > 0 ? " + " : "") + one;
        }
        return terms > 1 ? "(" + text + ")" : text;
    }

    std::mt19937_64 random_;
};

struct Timed {
    std::string what;
    double seconds, products;

    [[nodiscard]] double per_product() const { return seconds / (1e6 + products); }
};

std::string written(const std::string& text, const Question& question) {
    std::string all = "\"" + text + "\"";
    all += question.delta() ? " --delta " + shortest(question.delta()->value())
                            : " --epsilon " + shortest(question.epsilon()->value());
    all += std::string(" --relation ") + std::string(to_string(question.relation));
    if (question.group_size > 1) all += " --group-size " + std::to_string(question.group_size);
    return all;
}

// Asks what `mizan account` asks, and again with a limit; says what is wrong with the answers.
std::string examined(const Program& program, const Question& question, double limit, Timed& timed) {
    const double begin = cpu_seconds();
    Bracket usual = 0;
    {
        const Work counted({.work = infinity});
        usual = account(program, question).asked();
        (void)alternatives(program, question);
        timed.products = counted.spent();
    }
    timed.seconds = cpu_seconds() - begin;
    Question limited = question;
    limited.effort.work = limit;
    const Bracket found = account(program, limited).asked();
    const Bracket again = account(program, limited).asked();
    if (!(found == again)) return "two answers with the same limit differ";
    if (!(found.lower <= usual.upper && usual.lower <= found.upper)) {
        return "the answer with the limit " + shortest(limit) + " contradicts";
    }
    return "";
}

template <class Key>
void print_largest(const char* title, std::vector<Timed> all, Key key) {
    constexpr std::size_t printed = 12;
    std::sort(all.begin(), all.end(),
              [&](const Timed& a, const Timed& b) { return key(a) > key(b); });
    std::printf("%s\n", title);
    for (std::size_t i = 0; i < std::min(printed, all.size()); ++i) {
        std::printf("  %7.3f s %9.2e products  mizan account %s\n", all[i].seconds, all[i].products,
                    all[i].what.c_str());
    }
}

int run(unsigned long count, unsigned long seed) {
    Expressions expressions(seed);
    std::vector<Timed> all;
    unsigned long refused = 0, wrong = 0;
    for (unsigned long i = 0; i < count; ++i) {
        const std::string text = expressions.next();
        const Question question = expressions.question();
        const double limit = expressions.limit();
        Timed timed{written(text, question), 0, 0};
        std::string found;
        try {
            found = examined(parse_expression(text), question, limit, timed);
        } catch (const Refused&) {
            ++refused;
            continue;
        } catch (const InputError&) {
            ++refused;
            continue;
        } catch (const DomainError&) {
            ++refused;
            continue;
        } catch (const std::exception& error) {
            found = error.what();
        }
        all.push_back(timed);
        if (found.empty()) continue;
        ++wrong;
        std::printf("WRONG %s: mizan account %s\n", found.c_str(), timed.what.c_str());
        std::fflush(stdout);
    }
    std::printf("%lu expressions (%lu refused), %lu wrong\n", count, refused, wrong);
    print_largest("slowest:", all, [](const Timed& each) { return each.seconds; });
    print_largest("slowest for their work:", all,
                  [](const Timed& each) { return each.per_product(); });
    return wrong > 0 ? 1 : 0;
}

}  // namespace
}  // namespace mizan

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: random_expressions COUNT SEED\n");
        return 2;
    }
    return mizan::run(std::strtoul(argv[1], nullptr, 10), std::strtoul(argv[2], nullptr, 10));
}
