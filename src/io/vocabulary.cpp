// SPDX-License-Identifier: Apache-2.0
#include "io/vocabulary.hpp"

#include <algorithm>
#include <concepts>
#include <iterator>
#include <limits>
#include <tuple>

#include "io/event_fields.hpp"
#include "io/scheme_events.hpp"

namespace mizan {

namespace {

// The fields of an event that is an aggregate of quantities. Mechanisms bring theirs; the
// definitions get them here.
template <class Event>
constexpr auto fields_of = Event::fields;

template <>
constexpr auto fields_of<ApproxDP> =
    std::tuple{Field{"epsilon", &ApproxDP::epsilon, "privacy loss", {"ε"}},
               Field{"delta", &ApproxDP::delta, "probability that the loss may be larger", {"δ"}}};
template <>
constexpr auto fields_of<ZCDP> =
    std::tuple{Field{"rho", &ZCDP::rho, "slope of the Renyi curve", {"ρ"}},
               Field{"xi", &ZCDP::xi, "offset of the Renyi curve", {"ξ"}}};
template <>
constexpr auto fields_of<CDP> =
    std::tuple{Field{"mu", &CDP::mu, "mean of the privacy loss", {"μ"}},
               Field{"tau", &CDP::tau, "subgaussian standard of the privacy loss", {"τ"}}};
template <>
constexpr auto fields_of<GDP> =
    std::tuple{Field{"mu", &GDP::mu, "distance between the two normal distributions", {"μ"}}};

// Every noise lowers the cost; every parameter of a promise is the more, the weaker it is.
template <class Domain>
constexpr std::optional<CostOfField> cost_of() {
    using enum Unknown::Cost;
    if constexpr (std::same_as<Domain, domain::NoiseScale>) {
        return CostOfField{falls, 0, infinity};
    } else if constexpr (std::same_as<Domain, domain::WholeSensitivity>) {
        return CostOfField{grows, 1, domain::WholeSensitivity::most};
    } else if constexpr (std::same_as<Domain, domain::Delta>) {
        return CostOfField{grows, 0, 1};
    } else if constexpr (std::same_as<Domain, domain::NonNegative>) {
        return CostOfField{grows, 0, std::numeric_limits<double>::max()};
    } else if constexpr (std::same_as<Domain, domain::Epsilon> ||
                         std::same_as<Domain, domain::Rho> || std::same_as<Domain, domain::Mu> ||
                         std::same_as<Domain, domain::Tau>) {
        return CostOfField{grows, 0, infinity};
    } else {
        return {};
    }
}

template <class Owner, class Domain>
FieldDescription describe(const Field<Owner, Quantity<Domain>>& field) {
    constexpr bool is_count = std::same_as<Domain, domain::BucketCount> ||
                              std::same_as<Domain, domain::WholeSensitivity> ||
                              std::same_as<Domain, domain::YesOrNo>;
    Names aliases;
    for (const std::string_view alias : field.aliases) {
        if (!alias.empty()) aliases.push_back(alias);
    }
    return {field.name,    std::move(aliases), is_count ? FieldKind::count : FieldKind::number,
            Domain::rule,  &Domain::contains,  {},
            field.meaning, cost_of<Domain>()};
}

// --- events that are aggregates

template <class Owner, class Quantity>
Quantity value_for(const Field<Owner, Quantity>&, const FieldValue& value) {
    return Quantity{std::get<double>(value)};
}

template <class Event>
Program build_leaf(Values values) {  // NOLINT(performance-unnecessary-value-param): as every build
    auto next = values.cbegin();
    return std::apply([&](const auto&... field) { return Event{value_for(field, *next++)...}; },
                      fields_of<Event>);
}

// Adding 0 makes a negative zero positive.
template <class Event>
MaybeValues leaf_values(const Program& program) {
    const auto* event = as<Event>(program);
    if (event == nullptr) return {};
    return std::apply(
        [&](const auto&... field) { return Values{(0.0 + (event->*field.member).value())...}; },
        fields_of<Event>);
}

template <class Event>
EventDescription leaf(std::string_view name, std::string_view type) {
    auto fields = std::apply([](const auto&... field) { return std::vector{describe(field)...}; },
                             fields_of<Event>);
    return {name, type, std::move(fields), &build_leaf<Event>, &leaf_values<Event>};
}

template <Mechanism Event>
EventDescription mechanism(std::string_view type) {
    return leaf<Event>(Event::name, type);
}

// --- the others, one by one

// The answer tells nothing at p = 1/2, and everything at both ends.
EventDescription response_event() {
    EventDescription event = mechanism<RandomizedResponse>("RandomizedResponseDpEvent");
    event.fields[0].cost = {Unknown::Cost::grows, 0.5, 1};
    return event;
}

EventDescription bucket_response_event() {
    EventDescription event = mechanism<BucketRandomizedResponse>("RandomizedResponseDpEvent");
    event.fields[0].cost = {Unknown::Cost::falls, 0, 1};
    return event;
}

EventDescription discrete_gaussian_event() {
    EventDescription event = mechanism<DiscreteGaussian>("DiscreteGaussianDpEvent");
    event.fields[1].default_value = 1;
    // Between two losses of its lattice a little more noise can cost more.
    event.fields[0].cost->is_steady = false;
    return event;
}

EventDescription zcdp_event() {
    EventDescription event = leaf<ZCDP>("zcdp", "ZCDpEvent");
    event.fields[1].default_value = 0;
    return event;
}

EventDescription sparse_vector_event() {
    EventDescription event = leaf<SparseVector>(SparseVector::name, "SparseVectorDpEvent");
    event.fields[2].default_value = 1;
    event.fields[3].default_value = 0;
    return event;
}

FieldDescription noise_of_sums(std::string_view meaning) {
    return {"noise_multiplier",
            {},
            FieldKind::number,
            domain::NoiseScale::rule,
            &domain::NoiseScale::contains,
            {},
            meaning,
            cost_of<domain::NoiseScale>()};
}

EventDescription tree_event() {
    return {"tree",
            "SingleEpochTreeAggregationDpEvent",
            {noise_of_sums("standard deviation of the noise of a node / L2 sensitivity of a sum"),
             other("step_counts", FieldKind::one_or_more,
                   "a whole number or a list of them, such as [1000, 500]", "steps of each tree")},
            [](Values values) -> Program {
                return TreeAggregation(std::get<double>(values[0]),
                                       std::get<Numbers>(std::move(values[1])));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<TreeAggregation>(program);
                if (event == nullptr) return {};
                return Values{0.0 + event->noise_multiplier().value(), event->step_counts()};
            }};
}

EventDescription matrix_event() {
    FieldDescription participations = whole<1>("participations", "steps that one record is in");
    FieldDescription separation = whole<1>("min_separation", "steps from one of them to the next");
    participations.default_value = separation.default_value = 1;
    separation.cost = {};
    return {
        "matrix_mechanism",
        "MatrixMechanismDpEvent",
        {noise_of_sums("standard deviation of the noise of a row / largest L2 norm of what a "
                       "record adds"),
         other("coefficients", FieldKind::numbers, "a list of numbers, such as [1, 0.5, 0.375]",
               "of the Toeplitz matrix, the diagonal first"),
         whole<1>("steps", "rows of the matrix"), std::move(participations), std::move(separation)},
        [](Values values) -> Program {
            return MatrixMechanism(std::get<double>(values[0]),
                                   std::get<Numbers>(std::move(values[1])),
                                   std::get<double>(values[2]), std::get<double>(values[3]),
                                   std::get<double>(values[4]));
        },
        [](const Program& program) -> MaybeValues {
            const auto* event = as<MatrixMechanism>(program);
            if (event == nullptr) return {};
            return Values{0.0 + event->noise_multiplier().value(), event->coefficients(),
                          event->steps().value(), event->participations().value(),
                          event->min_separation().value()};
        }};
}

EventDescription pure_event() {
    return {"pure",
            "",  // in JSON an EpsilonDeltaDpEvent
            {describe(std::get<0>(fields_of<ApproxDP>))},
            [](Values values) { return pure(Epsilon{std::get<double>(values[0])}); },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<ApproxDP>(program);
                if (event == nullptr || event->delta.value() != 0) return {};
                return Values{event->epsilon.value()};
            }};
}

EventDescription renyi_event() {
    return {"renyi",
            "RenyiDpEvent",
            {other("points", FieldKind::points,
                   "a list of pairs of an order and a divergence, such as [(2, 0.1), (inf, 0.5)]",
                   "the Renyi divergence at some orders")},
            [](Values values) {
                std::vector<RenyiPoint> points;
                for (const auto& [order, divergence] : std::get<Points>(values[0])) {
                    points.push_back({Order{order}, Epsilon{divergence}});
                }
                return renyi(std::move(points));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<RenyiPoints>(program);
                if (event == nullptr) return {};
                Points points;
                for (const RenyiPoint& point : event->points()) {
                    points.emplace_back(point.order.value(), point.divergence.value());
                }
                return Values{std::move(points)};
            }};
}

EventDescription profile_event() {
    return {"profile",
            "PrivacyProfileDpEvent",
            {other("points", FieldKind::points,
                   "a list of pairs of an epsilon and a delta, such as [(0.5, 1e-3), (1, 1e-6)]",
                   "what it keeps, all of them")},
            [](Values values) -> Program {
                std::vector<ApproxDP> points;
                for (const auto& [epsilon, delta] : std::get<Points>(values[0])) {
                    points.push_back({Epsilon{epsilon}, Delta{delta}});
                }
                return PrivacyProfile(std::move(points));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<PrivacyProfile>(program);
                if (event == nullptr) return {};
                Points points;
                for (const auto& [epsilon, delta] : event->points()) {
                    points.emplace_back(0.0 + epsilon.value(), 0.0 + delta.value());
                }
                return Values{std::move(points)};
            }};
}

EventDescription tradeoff_event() {
    return {"tradeoff",
            "TradeoffFunctionDpEvent",
            {other("points", FieldKind::points,
                   "a list of pairs of a false-positive and a false-negative rate, such as "
                   "[(1e-9, 0.999999997), (0.25, 0.25)]",
                   "what no test goes below")},
            [](Values values) -> Program {
                std::vector<ErrorRates> points;
                for (const auto& [x, y] : std::get<Points>(values[0])) points.push_back({x, y});
                return TradeoffPoints(std::move(points));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<TradeoffPoints>(program);
                if (event == nullptr) return {};
                Points points;
                for (const auto& [x, y] : event->points()) points.emplace_back(0.0 + x, 0.0 + y);
                return Values{std::move(points)};
            }};
}

EventDescription mixture_event() {
    FieldDescription noise = noise_of_sums("standard deviation of the noise");
    noise.name = "standard_deviation";
    return {"mixture_of_gaussians",
            "MixtureOfGaussiansDpEvent",
            {std::move(noise),
             other("sensitivities", FieldKind::numbers, "a list of numbers, such as [0, 1, 2]",
                   "by how much the record may move the sum"),
             other("sampling_probs", FieldKind::numbers,
                   "a list of probabilities, such as [0.81, 0.18, 0.01]", "how likely each is")},
            [](Values values) -> Program {
                return MixtureOfGaussians(std::get<double>(values[0]),
                                          std::get<Numbers>(std::move(values[1])),
                                          std::get<Numbers>(std::move(values[2])));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<MixtureOfGaussians>(program);
                if (event == nullptr) return {};
                return Values{0.0 + event->standard_deviation().value(), event->sensitivities(),
                              event->sampling_probs()};
            }};
}

// Noise with a limit: a larger limit costs less, more noise may cost less or more.
template <class Event>
EventDescription limited(std::string_view type) {
    EventDescription event = leaf<Event>(Event::name, type);
    event.fields[0].cost = {};
    event.fields[1].cost->cost = Unknown::Cost::falls;
    return event;
}

EventDescription pair_event() {
    constexpr std::string_view rule = "a list of probabilities, such as [0.5, 0.5]";
    return {"pair",
            "DistributionPairDpEvent",
            {other("p", FieldKind::numbers, rule, "output distribution on an input"),
             other("q", FieldKind::numbers, rule, "output distribution on its neighbour")},
            [](Values values) {
                return pair(std::get<Numbers>(std::move(values[0])),
                            std::get<Numbers>(std::move(values[1])));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = as<DistributionPair>(program);
                if (event == nullptr) return {};
                return Values{event->p().weights(), event->q().weights()};
            }};
}

std::vector<EventDescription> leaf_events() {
    return {
        mechanism<Gaussian>("GaussianDpEvent"),
        mechanism<Laplace>("LaplaceDpEvent"),
        discrete_gaussian_event(),
        mechanism<DiscreteLaplace>("DiscreteLaplaceDpEvent"),
        response_event(),
        bucket_response_event(),
        leaf<Exponential>(Exponential::name, "ExponentialMechanismDpEvent"),
        leaf<PermuteAndFlip>(PermuteAndFlip::name, "PermuteAndFlipDpEvent"),
        leaf<ReportNoisyMax>(ReportNoisyMax::name, "ReportNoisyMaxDpEvent"),
        sparse_vector_event(),
        tree_event(),
        matrix_event(),
        mixture_event(),
        limited<TruncatedLaplace>("TruncatedLaplaceDpEvent"),
        limited<ThresholdedLaplace>("ThresholdedLaplaceDpEvent"),
        limited<ThresholdedGaussian>("ThresholdedGaussianDpEvent"),
        pure_event(),
        leaf<ApproxDP>("approximate", "EpsilonDeltaDpEvent"),
        zcdp_event(),
        leaf<CDP>("cdp", "ConcentratedDpEvent"),
        renyi_event(),
        leaf<GDP>("gdp", "GaussianDifferentialPrivacyDpEvent"),
        profile_event(),
        tradeoff_event(),
        pair_event(),
    };
}

}  // namespace

const std::vector<EventDescription>& vocabulary() {
    static const std::vector<EventDescription> events = [] {
        std::vector<EventDescription> all = leaf_events();
        std::ranges::move(scheme_events(), std::back_inserter(all));
        return all;
    }();
    return events;
}

}  // namespace mizan
