// SPDX-License-Identifier: Apache-2.0
#include "questions.hpp"

#include <array>
#include <optional>
#include <random>

namespace mizan::instances {

namespace {

enum Scheme { none, poisson, without, with, truncated, best, allocation, messages, schemes };

// How many records there are at some place of a program.
struct Size {
    std::optional<int> fixed;
    bool varies = false;
};

class Writer {
public:
    Writer(std::uint64_t seed, Relation relation, int group)
        : random_{seed}, relation_{relation}, group_{group} {}

    std::string leaf() {
        const int kind = below(3) == 0 ? 0 : below(22);
        switch (kind) {
            case 0:
                return "gaussian(" + any({"1", "2", "0.7"}) + ")";
            case 1:
                return "laplace(" + any({"1", "2"}) + ")";
            case 2:
                return "discrete_gaussian(" + any({"1, 1", "2, 2"}) + ")";
            case 3:
                return "discrete_laplace(" + any({"0.5, 1", "0.7, 2"}) + ")";
            case 4:
                return "randomized_response(" + any({"0.75", "0.9"}) + ")";
            case 5:
                return "randomized_response(noise_parameter=0.5, num_buckets=" + any({"2", "3"}) +
                       ")";
            case 6:
                return "exponential(" + any({"1", "0.5"}) + ")";
            case 7:
                return "permute_and_flip(1)";
            case 8:
                return "report_noisy_max(1)";
            case 9:
                return "sparse_vector(2, 4, 1, 0)";
            case 10:
            case 11:
                return "pure(" + any({"1", "0.5"}) + ")";
            case 12:
                return "approximate(" + any({"0.5, 0.0001", "1, 0.001"}) + ")";
            case 13:
                return "zcdp(" + any({"0.1", "0.5"}) + ")";
            case 14:
                return "cdp(0.125, 0.5)";
            case 15:
                return "gdp(" + any({"1", "0.5"}) + ")";
            case 16:
                return "renyi([(2, 0.1), (8, 0.5)])";
            case 17:
                return "pair([0.75, 0.25], [0.25, 0.75])";
            case 18:
                return "tree(" + any({"2, [3]", "1, [1]"}) + ")";
            case 19:
                return "matrix_mechanism(" +
                       any({"1, [1], 1", "2, [1, 0.5], 3, 2, 2", "2, [1, -0.5], 2, 2, 1"}) + ")";
            case 20:
                return any({"truncated_laplace(1, 8)", "thresholded_laplace(1, 6)",
                            "thresholded_gaussian(1, 4)",
                            "mixture_of_gaussians(1, [0, 1, 2], [0.6, 0.3, 0.1])"});
            default:
                return any(
                    {"profile([(0.5, 1e-2), (1, 1e-3)])", "tradeoff([(0.05, 0.8), (0.25, 0.5)])"});
        }
    }

    // Empty if the scheme cannot stand there.
    std::string arranged(Scheme scheme, Scheme inner, Size size) {
        const auto inside = [&](Size within) {
            return inner == none ? part(leaf()) : arranged(inner, none, within);
        };
        const auto wrap = [](const std::string& head, const std::string& program,
                             const std::string& tail = "") {
            return program.empty() ? program : head + program + tail + ")";
        };
        const int records = size.fixed.value_or(std::max(group_ + below(3), 1 + below(5)));
        switch (scheme) {
            case none:
                return part(leaf());
            case poisson: {
                Size within = size;
                if (relation_ != Relation::replace_special) within = {std::nullopt, true};
                return wrap("poisson(" + any({"0.5", "0.1", "1/3", "0.01"}) + ", ", inside(within));
            }
            case without:
            case with: {
                if (size.varies) return "";
                const int spare = relation_ == Relation::add_or_remove_one ? group_ : 0;
                // A sample can be drawn even if all of a group are gone.
                const int all = size.fixed ? records : std::max(records, spare + 1);
                const int most = scheme == without ? all - spare : 3;
                if (most < 1) return "";
                const int drawn = 1 + below(std::min(most, 3));
                return wrap((scheme == without ? "without_replacement(" : "with_replacement(") +
                                std::to_string(all) + ", " + std::to_string(drawn) + ", ",
                            inside({drawn, false}));
            }
            case truncated:
                if (size.varies || inner != none) return "";
                return "truncated_poisson_gaussian(" + std::to_string(records) + ", " +
                       any({"0.5", "0.2"}) + ", " + std::to_string(1 + below(2)) + ", " +
                       any({"1", "2"}) + ")";
            case best:
                return wrap("repeat_and_select(", inside(size),
                            ", " + any({"1, 1", "2, 1", "3, 0", "1.5, 0.5", "2, inf"}));
            case allocation:
                return wrap("random_allocation(" + any({"2, 1", "3, 1", "2, 1", "3, 2"}) + ", ",
                            inside({std::nullopt, true}));
            case messages: {
                if (size.varies) return "";
                const int people = size.fixed.value_or(std::max(group_, any_of({2, 3, 5, 10, 30})));
                return wrap("shuffled(" + std::to_string(people) + ", ", inside({1, false}));
            }
            case schemes:
                break;
        }
        return "";
    }

    // Mostly as it is, sometimes several times or for groups.
    std::string part(const std::string& program) {
        switch (below(9)) {
            case 0:
                return "2 * " + program;
            case 1:
                return "group(2, " + program + ")";
            default:
                return program;
        }
    }

    std::string whole(const std::string& program) {
        if (program.empty()) return program;
        switch (below(9)) {
            case 0:
                return "2 * " + program;
            case 1:
                return program + " + " + leaf();
            case 2:
                return "group(2, " + program + ")";
            case 3:
                return "3 * " + program;
            default:
                return program;
        }
    }

    double delta() { return any_of({1e-5, 1e-3, 1e-2, 0.05}); }

private:
    int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
    template <class T>
    T any_of(std::initializer_list<T> choices) {
        return choices.begin()[below(static_cast<int>(choices.size()))];
    }
    std::string any(std::initializer_list<const char*> choices) { return any_of(choices); }

    std::mt19937_64 random_;
    Relation relation_;
    int group_;
};

}  // namespace

std::uint64_t questions_of_one_round() { return schemes * schemes * 3 * 3; }

Asked question(std::uint64_t index, std::uint64_t seed) {
    const auto outer = static_cast<Scheme>(index % schemes);
    const auto relation = static_cast<Relation>(index / schemes % 3);
    const auto inner = static_cast<Scheme>(index / schemes / 3 % schemes);
    const int group = static_cast<int>(1 + index / schemes / 3 / schemes % 3);
    Writer writer(seed * 1000003 + index, relation, group);
    std::string program =
        outer == none ? writer.arranged(inner, none, {}) : writer.arranged(outer, inner, {});
    program = writer.whole(program);
    return {program, relation, group, writer.delta()};
}

}  // namespace mizan::instances
