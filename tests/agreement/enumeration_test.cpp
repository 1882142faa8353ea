// SPDX-License-Identifier: Apache-2.0
// Whole accounts of schemes against exact enumeration: any small mechanism, known by what it
// promises, run under any scheme on every small dataset, against every neighbour and every group of
// two.
#include "support/enumeration.hpp"

#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"

namespace mizan {
namespace enumeration_test {

using support::are_added, support::are_replaced;
using support::Kernel, support::Masses, support::Records;

// Which samples a change of one record makes of one another.
using Change = bool (*)(const Records&, const Records&);

bool are_either(const Records& a, const Records& b) {
    return are_replaced(a, b) || are_added(a, b);
}

// z with P(N(0, 1) > z) = p.
double normal_quantile(double p) {
    double low = -40, high = 40;
    for (int i = 0; i < 80; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > p ? low : high) = middle;
    }
    return high;
}

// The least μ for which no test of P against Q is better than one of N(μ, 1) against N(0, 1). The
// corners of the trade-off decide: it is straight between them, and the normal one is convex.
double gaussian_distance(const Masses& p, const Masses& q) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](auto i, auto j) { return p[i] * q[j] > p[j] * q[i]; });
    double found = 0, mu = 0, false_alarm = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        found += p[order[i]];
        false_alarm += q[order[i]];
        mu = std::max(mu, normal_quantile(false_alarm) - normal_quantile(found));
    }
    return mu + 1e-9;
}

// What is told of the mechanism: one of the definitions, or some of its promises.
Program told(const Kernel& kernel, Change change) {
    const auto largest = [&](auto divergence) {
        return kernel.largest(change, divergence) * (1 + 1e-12) + 1e-15;
    };
    const auto at_order = [&](double order) {
        return largest(
            [order](const Masses& p, const Masses& q) { return support::renyi(p, q, order); });
    };
    const auto at_epsilon = [&](double epsilon) {
        const double delta = largest(
            [&](const Masses& p, const Masses& q) { return support::hockey_stick(p, q, epsilon); });
        return ApproxDP{Epsilon{epsilon}, Delta{std::min(1.0, delta)}};
    };
    const double some = *support::uniform(0, 2);
    switch (*rc::gen::inRange(0, 6)) {
        case 0:
            return pure(Epsilon{at_order(infinity)});
        case 1:
            return at_epsilon(some);
        case 2: {
            std::vector<RenyiPoint> points;
            for (const double order : {1.1, 1.5, 2.0, 4.0, 16.0}) {
                points.push_back({Order{order}, Epsilon{at_order(order)}});
            }
            return renyi(points);
        }
        case 3: {
            // D_α/α between two orders is at most D at the larger over the smaller.
            double rho = 0;
            for (double order = 1; order < 1e3; order *= 1.05) {
                rho = std::max(rho, at_order(order * 1.05) / order);
            }
            return zcdp(Rho{std::max(rho, at_order(infinity) / 1e3)});
        }
        case 4:
            return gdp(Mu{largest(gaussian_distance)});
        default:
            return PrivacyProfile({at_epsilon(0), at_epsilon(some), at_epsilon(2 * some)});
    }
}

// A dataset of that many records, some of them silent where that is what neighbours become.
std::vector<Records> datasets(int size, Relation relation) {
    std::vector<Records> all;
    for (int zeros = 0; zeros <= size; ++zeros) {
        for (int ones = 0; zeros + ones <= size; ++ones) {
            const int silent = size - zeros - ones;
            if (silent == 0 || relation == Relation::replace_special) {
                all.push_back({zeros, ones, silent});
            }
        }
    }
    return all;
}

// All that are that many changes away, no larger than the dataset itself and no smaller than
// `least`.
std::set<Records> changed(const Records& data, Relation relation, Count group_size, Count least) {
    std::set<Records> reached{data};
    for (Count i = 0; i < group_size; ++i) {
        std::set<Records> next = reached;
        for (const Records& each : reached) {
            for (const Records& other : neighbours(each, relation)) next.insert(other);
        }
        reached = next;
    }
    std::erase_if(reached, [&](const Records& other) {
        return other.size() > data.size() || other.size() < least;
    });
    return reached;
}

struct Case {
    Relation relation;
    Count group_size;
    Count count;
    int size;         // of the larger dataset
    Count least = 0;  // size of the smaller
};

// No analysis of the account, and no point of its Rényi curve, lies below what `show` tells of the
// datasets.
template <class Show>
void check_shown(const Program& one_run, const Show& show, const Case& about) {
    const auto& [relation, group_size, count, size, least] = about;
    const Program program = count * one_run;
    const double epsilon = *support::uniform(0, 1.5);
    const std::vector<Order> orders{Order{1.05}, Order{1.5}, Order{1.9}, Order{6.0}};
    std::optional<Answer> answer;
    std::vector<CurvePoint> curve;
    try {
        answer = account(program, Question{Epsilon{epsilon}, relation, group_size});
    } catch (const Refused&) {
        RC_DISCARD("no analysis");
    } catch (const InputError&) {
        RC_DISCARD("more runs than can be counted");
    }
    try {
        curve = renyi_curve(program, {relation, group_size}, orders);
    } catch (const Refused&) {
    }
    double delta = 0;
    std::vector<double> divergence(orders.size(), 0.0);
    const auto times = static_cast<int>(count);
    for (const Records& data : datasets(size, relation)) {
        const Masses law = support::repeated(show(data), times);
        for (const Records& other : changed(data, relation, group_size, least)) {
            const Masses far = support::repeated(show(other), times);
            delta = std::max({delta, support::hockey_stick(law, far, epsilon),
                              support::hockey_stick(far, law, epsilon)});
            for (std::size_t i = 0; i < curve.size(); ++i) {
                divergence[i] = std::max({divergence[i], support::renyi(law, far, curve[i].x),
                                          support::renyi(far, law, curve[i].x)});
            }
        }
    }
    for (const Analysis& analysis : answer->analyses) {
        RC_ASSERT(!analysis.bound || delta <= *analysis.bound + 1e-12);
    }
    for (std::size_t i = 0; i < curve.size(); ++i) {
        RC_ASSERT(divergence[i] <= curve[i].y.upper * (1 + 1e-9) + 1e-12);
    }
}

template <class Kind>
void check(const Kernel& kernel, const Kind& scheme, const Program& inside, const Case& about) {
    check_shown(
        arranged(scheme, inside), [&](const Records& data) { return shown(kernel, scheme, data); },
        about);
}

using enum Relation;

Relation any_relation() {
    return *rc::gen::element(add_or_remove_one, replace_one, replace_special);
}

Change change(Relation relation) { return relation == replace_one ? are_replaced : are_added; }

RC_GTEST_PROP(Enumeration, NoAccountOfGroupsLiesBelowTheTruth, ()) {
    const Case about{any_relation(), *rc::gen::inRange(1, 4), *rc::gen::inRange(1, 3), 3};
    const Kernel kernel = Kernel::any(about.size);
    check_shown(
        told(kernel, change(about.relation)), [&](const Records& data) { return kernel.on(data); },
        about);
}

RC_GTEST_PROP(Enumeration, NoAccountOfPoissonSamplesLiesBelowTheTruth, ()) {
    const Case about{any_relation(), *rc::gen::inRange(1, 3), *rc::gen::inRange(1, 3), 3};
    const Kernel kernel = Kernel::any(about.size);
    const double q = *rc::gen::oneOf(support::uniform(0, 1), rc::gen::element(0.0, 1.0));
    check(kernel, Poisson{q}, told(kernel, change(about.relation)), about);
}

RC_GTEST_PROP(Enumeration, NoAccountOfSamplesOfAFixedSizeLiesBelowTheTruth, ()) {
    Case about{any_relation(), *rc::gen::inRange(1, 3), *rc::gen::inRange(1, 3), 4};
    const Kernel kernel = Kernel::any(about.size);
    const bool replaces = about.relation != add_or_remove_one && *rc::gen::arbitrary<bool>();
    // Another value may be that of a record that says nothing.
    const Program inside =
        told(kernel, about.relation == replace_special ? are_either : are_replaced);
    const Count drawn = *rc::gen::inRange(1, 4);
    about.least = drawn;
    if (replaces) {
        check(kernel, WithReplacement{about.size, drawn}, inside, about);
    } else {
        check(kernel, WithoutReplacement{about.size, drawn}, inside, about);
    }
}

RC_GTEST_PROP(Enumeration, NoAccountOfTheBestRunLiesBelowTheTruth, ()) {
    const Case about{any_relation(), *rc::gen::inRange(1, 3), *rc::gen::inRange(1, 3), 2};
    const Kernel kernel = Kernel::any(about.size);
    const double shape = *rc::gen::element(1.0, infinity);
    const double mean = *support::log_uniform(shape == infinity ? 0.1 : 1, 20);
    check(kernel, RepeatAndSelect{mean, shape}, told(kernel, change(about.relation)), about);
}

RC_GTEST_PROP(Enumeration, NoAccountOfAllocationsLiesBelowTheTruth, ()) {
    const Case about{*rc::gen::element(add_or_remove_one, replace_special), *rc::gen::inRange(1, 3),
                     1, 2};
    const Kernel kernel = Kernel::any(about.size);
    const Count steps = *rc::gen::inRange(1, 4), parts = *rc::gen::inRange<Count>(0, steps + 1);
    check(kernel, RandomAllocation{steps, parts}, told(kernel, are_added), about);
}

RC_GTEST_PROP(Enumeration, NoAccountOfShuffledAnswersLiesBelowTheTruth, ()) {
    Case about{*rc::gen::element(replace_one, replace_special), *rc::gen::inRange(1, 3), 1,
               *rc::gen::inRange(1, 4)};
    const Kernel kernel = Kernel::any(1);
    // One record: to take another value is to be there or not, twice.
    check(kernel, Shuffled{about.size}, told(kernel, are_either), about);
}

}  // namespace enumeration_test
}  // namespace mizan
