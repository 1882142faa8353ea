// SPDX-License-Identifier: Apache-2.0
#include "io/scheme_events.hpp"

#include "io/event_fields.hpp"

namespace mizan {

namespace {

EventDescription group_event() {
    return {"group",
            "GroupDpEvent",
            {whole<1>("size", "records that change together", {"k"}), inner_program()},
            [](Values values) {
                return group(static_cast<Count>(std::get<double>(values[0])),
                             std::get<Program>(std::move(values[1])));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = std::get_if<Group>(&program.node());
                if (event == nullptr) return {};
                return Values{static_cast<double>(event->size), event->program};
            }};
}

template <class Kind>
struct ArrangedAs {
    Kind scheme;
    const Program* program;
};

template <class Kind>
std::optional<ArrangedAs<Kind>> arranged_as(const Program& program) {
    const auto* event = std::get_if<Arranged>(&program.node());
    const auto* scheme = event == nullptr ? nullptr : std::get_if<Kind>(&event->scheme);
    if (scheme == nullptr) return {};
    return ArrangedAs<Kind>{*scheme, &event->program};
}

bool is_positive(double x) { return 0 < x && x < infinity; }
bool is_shape(double x) { return x > -1; }

template <class Kind>
Program fixed_size(Values values) {
    return arranged(Kind{count_of(values[0]), count_of(values[1])},
                    std::get<Program>(std::move(values[2])));
}

template <class Kind>
MaybeValues fixed_size_values(const Program& program) {
    const auto found = arranged_as<Kind>(program);
    if (!found) return {};
    return Values{static_cast<double>(found->scheme.source_dataset_size),
                  static_cast<double>(found->scheme.sample_size), *found->program};
}

EventDescription poisson_event() {
    return {"poisson",
            "PoissonSampledDpEvent",
            {{"sampling_probability",
              {"q"},
              FieldKind::number,
              domain::Probability::rule,
              &domain::Probability::contains,
              {},
              "of every record to be in the sample, independently",
              CostOfField{Unknown::Cost::grows, 0, 1}},
             inner_program()},
            [](Values values) {
                return poisson(std::get<double>(values[0]),
                               std::get<Program>(std::move(values[1])));
            },
            [](const Program& program) -> MaybeValues {
                const auto found = arranged_as<Poisson>(program);
                if (!found) return {};
                return Values{0.0 + found->scheme.probability.lower, *found->program};
            }};
}

EventDescription fixed_size_event(std::string_view name, std::string_view type, bool replaces) {
    const FieldDescription records =
        crowd<1>("source_dataset_size", "records that there are", {"n"});
    const FieldDescription sample = whole<0>("sample_size", "records that are drawn", {"m"});
    return {
        name,
        type,
        {replaces ? records : limited(records, sample.name),
         replaces ? sample : limited(sample, records.name), inner_program()},
        replaces ? [](Values values) { return fixed_size<WithReplacement>(std::move(values)); }
                 : [](Values values) { return fixed_size<WithoutReplacement>(std::move(values)); },
        replaces ? &fixed_size_values<WithReplacement> : &fixed_size_values<WithoutReplacement>};
}

EventDescription truncated_poisson_event() {
    using enum Unknown::Cost;
    return {"truncated_poisson_gaussian",
            "TruncatedSubsampledGaussianDpEvent",
            {given<1>("dataset_size", "records that there are", {"n"}),
             {"sampling_probability",
              {"q"},
              FieldKind::number,
              domain::Probability::rule,
              &domain::Probability::contains,
              {},
              "of every record to be drawn, independently"},
             given<0>("truncated_batch_size", "records that are kept at most"),
             {"noise_multiplier",
              {"sigma", "σ"},
              FieldKind::number,
              domain::NoiseScale::rule,
              &domain::NoiseScale::contains,
              {},
              "standard deviation of the noise / largest L2 norm of what one record adds",
              CostOfField{falls, 0, infinity}}},
            [](Values values) {
                return truncated_poisson_gaussian(count_of(values[0]), std::get<double>(values[1]),
                                                  count_of(values[2]), std::get<double>(values[3]));
            },
            [](const Program& program) -> MaybeValues {
                const auto found = arranged_as<TruncatedPoisson>(program);
                const auto* noise = found ? as<Gaussian>(*found->program) : nullptr;
                if (noise == nullptr) return {};
                return Values{static_cast<double>(found->scheme.dataset_size),
                              0.0 + found->scheme.sampling_probability,
                              static_cast<double>(found->scheme.truncated_batch_size),
                              0.0 + noise->noise_multiplier.value()};
            }};
}

EventDescription repeat_and_select_event() {
    return {"repeat_and_select",
            "RepeatAndSelectDpEvent",
            {inner_program(),
             {"mean",
              {},
              FieldKind::number,
              "a number above 0",
              &is_positive,
              {},
              "how many runs there are on average",
              CostOfField{Unknown::Cost::grows, 1, 1e300}},
             {"shape",
              {},
              FieldKind::number,
              "a number above -1, or inf",
              &is_shape,
              {},
              "of the law of that number: inf is Poisson's, 1 the geometric, 0 the logarithmic"}},
            [](Values values) {
                return repeat_and_select(std::get<Program>(std::move(values[0])),
                                         std::get<double>(values[1]), std::get<double>(values[2]));
            },
            [](const Program& program) -> MaybeValues {
                const auto found = arranged_as<RepeatAndSelect>(program);
                if (!found) return {};
                return Values{*found->program, found->scheme.mean, found->scheme.shape};
            }};
}

EventDescription random_allocation_event() {
    return {
        "random_allocation",
        "RandomAllocationDpEvent",
        {given<1>("num_steps", "steps that there are", {"t"}),
         given<0>("num_selected", "steps that each record takes part in", {"k"}), inner_program()},
        [](Values values) {
            return random_allocation(count_of(values[0]), count_of(values[1]),
                                     std::get<Program>(std::move(values[2])));
        },
        [](const Program& program) -> MaybeValues {
            const auto found = arranged_as<RandomAllocation>(program);
            if (!found) return {};
            return Values{static_cast<double>(found->scheme.num_steps),
                          static_cast<double>(found->scheme.num_selected), *found->program};
        }};
}

EventDescription shuffled_event() {
    return {"shuffled",
            "ShuffledDpEvent",
            {crowd<1>("records", "people who answer", {"n"}), inner_program()},
            [](Values values) {
                return shuffled(count_of(values[0]), std::get<Program>(std::move(values[1])));
            },
            [](const Program& program) -> MaybeValues {
                const auto found = arranged_as<Shuffled>(program);
                if (!found) return {};
                return Values{static_cast<double>(found->scheme.records), *found->program};
            }};
}

EventDescription post_event() {
    return {"post",
            "PostProcessedDpEvent",
            {inner_program()},
            [](Values values) { return post(std::get<Program>(std::move(values[0]))); },
            [](const Program& program) -> MaybeValues {
                const auto* event = std::get_if<PostProcessed>(&program.node());
                if (event == nullptr) return {};
                return Values{event->program};
            }};
}

EventDescription repeated_event() {
    return {"",
            "SelfComposedDpEvent",
            {inner_program(), whole<0>("count", "how many times it is run")},
            [](Values values) {
                return static_cast<Count>(std::get<double>(values[1])) *
                       std::get<Program>(std::move(values[0]));
            },
            [](const Program& program) -> MaybeValues {
                const auto* event = std::get_if<Repeated>(&program.node());
                if (event == nullptr) return {};
                return Values{event->program, static_cast<double>(event->count)};
            },
            "count * program"};
}

// An event that reveals nothing is the promise pure(0), one that reveals everything pure(inf).
EventDescription named_promise(std::string_view type, Program (*build)(Values),
                               std::string_view usage) {
    return {"", type, {}, build, [](const Program&) -> MaybeValues { return {}; }, usage};
}

EventDescription sequence_event() {
    return {"",
            "ComposedDpEvent",
            {other("events", FieldKind::programs, "a list of programs", "what is run in turn")},
            [](Values values) { return sequence(std::get<Programs>(std::move(values[0]))); },
            [](const Program& program) -> MaybeValues {
                const auto* event = std::get_if<Sequence>(&program.node());
                if (event == nullptr) return {};
                return Values{event->programs};
            },
            "program + program"};
}

}  // namespace

// NOLINTBEGIN(performance-unnecessary-value-param): all functions that build have one type.
std::vector<EventDescription> scheme_events() {
    return {
        poisson_event(),
        fixed_size_event("without_replacement", "SampledWithoutReplacementDpEvent", false),
        fixed_size_event("with_replacement", "SampledWithReplacementDpEvent", true),
        truncated_poisson_event(),
        repeat_and_select_event(),
        random_allocation_event(),
        shuffled_event(),
        group_event(),
        post_event(),
        repeated_event(),
        sequence_event(),
        named_promise(
            "NoOpDpEvent", [](Values) { return pure(Epsilon{0.0}); }, "pure(0)"),
        named_promise(
            "NonPrivateDpEvent", [](Values) { return pure(Epsilon{infinity}); }, "pure(inf)"),
    };
}
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace mizan
