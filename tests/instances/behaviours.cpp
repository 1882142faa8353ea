// SPDX-License-Identifier: Apache-2.0
#include "behaviours.hpp"

#include <cmath>

namespace mizan::instances {

namespace {

struct Share {
    int part = 1, whole = 1, steps = 1;
    bool fixed_size = false;
};

// The least numbers whose quotient is q.
Share share_of(double q) {
    for (int whole = 1; whole <= 200; ++whole) {
        const double part = std::round(q * whole);
        if (part >= 1 && std::abs(part / whole - q) < 1e-12) return {static_cast<int>(part), whole};
    }
    throw NotExecutable("no share in small numbers");
}

struct ShareOf {
    Share operator()(const Poisson& s) const { return share_of(s.probability.upper); }
    Share operator()(const TruncatedPoisson& s) const { return share_of(s.sampling_probability); }
    Share operator()(const WithoutReplacement& s) const {
        return {static_cast<int>(s.sample_size), static_cast<int>(s.source_dataset_size), 1, true};
    }
    Share operator()(const WithReplacement& s) const {
        return {static_cast<int>(s.sample_size), static_cast<int>(s.source_dataset_size), 1, true};
    }
    Share operator()(const RandomAllocation& s) const {
        return {static_cast<int>(s.num_selected), static_cast<int>(s.num_steps),
                static_cast<int>(s.num_steps)};
    }
    Share operator()(const RepeatAndSelect&) const { return {}; }
    Share operator()(const Shuffled&) const { return {}; }
};

// One scheme, run once or several times.
struct Line {
    int count = 1;
    const Arranged* arranged = nullptr;
};

Line line_of(const Program& program) {
    Line line;
    const Program* inner = &program;
    if (const auto* repeated = std::get_if<Repeated>(&program.node())) {
        line.count = static_cast<int>(repeated->count);
        inner = &repeated->program;
    }
    line.arranged = std::get_if<Arranged>(&inner->node());
    if (line.arranged == nullptr) throw NotExecutable("not one scheme");
    return line;
}

bool has_scheme(const Program& program);

struct HasScheme {
    bool operator()(const Leaf&) const { return false; }
    bool operator()(const Repeated& node) const { return has_scheme(node.program); }
    bool operator()(const Sequence& node) const {
        return std::ranges::any_of(node.programs, has_scheme);
    }
    bool operator()(const Group& node) const { return has_scheme(node.program); }
    bool operator()(const PostProcessed& node) const { return has_scheme(node.program); }
    bool operator()(const Arranged&) const { return true; }
};

bool has_scheme(const Program& program) { return std::visit(HasScheme{}, program.node()); }

using Laws = std::function<Law(bool second)>;

Laws of_run(const RunPart& run, const Neighbours& data) {
    run->choose_for(data.first, data.second);
    return [run, data](bool second) { return run->on(second ? data.second : data.first); };
}

RunPart times(int count, const RunPart& run) {
    return in_turn(std::vector<RunPart>(static_cast<std::size_t>(count), run));
}

Counts with(Counts others, const std::vector<int>& group, const std::vector<int>& batch_of,
            int batch) {
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (group[i] >= 0 && batch_of[i] == batch) ++others[static_cast<std::size_t>(group[i])];
    }
    return others;
}

// Every record is in one batch of each epoch and stays there whatever value it has; all know the
// batches.
Laws in_epochs(const Share& share, int steps, int group_size, Genes& genes, const RunPart& inside,
               const Neighbours& data) {
    const int batches = share.whole / share.part;
    std::vector<std::vector<int>> batch_of;  // of each record of the group, in every epoch
    std::vector<std::array<int, types>> others_in;
    for (int step = 0; step < steps; step += batches) {
        batch_of.emplace_back();
        const int used = std::min(batches, steps - step);
        for (int i = 0; i < group_size; ++i)
            batch_of.back().push_back((i + genes.below(used)) % used);
        others_in.emplace_back();
        for (int& batch : others_in.back()) batch = genes.below(batches);
    }
    return [=](bool second) {
        Law law{1};
        for (int step = 0; step < steps; ++step) {
            const auto epoch = static_cast<std::size_t>(step / batches);
            Counts held{};
            for (std::size_t t = 0; t < types; ++t) {
                if (others_in[epoch][t] == step % batches) held[t] = data.others[t];
            }
            const auto& group = second ? data.second_group : data.first_group;
            law = product(law, inside->on(with(held, group, batch_of[epoch], step % batches)));
        }
        return law;
    };
}

// Each person of the group sends a message; what the others send is the same on both sides.
Laws with_names(int count, const RunPart& inside, const Neighbours& data) {
    return [=](bool second) {
        Law law{1};
        for (const int type : second ? data.second_group : data.first_group) {
            Counts one{};
            one[static_cast<std::size_t>(type)] = 1;
            for (int i = 0; i < count; ++i) law = product(law, inside->on(one));
        }
        return law;
    };
}

}  // namespace

std::optional<Behaviour> behaviour_named(const std::string& name) {
    using Entry = std::pair<const char*, Behaviour>;
    for (const auto& [text, behaviour] : {
             Entry{
                 "shuffled epochs: one batch of each holds the record, the others stay as they are",
                 Behaviour::shuffled_epochs},
             Entry{"each record draws its own step of each epoch by itself; not a shuffled loader",
                   Behaviour::random_steps},
             Entry{"batches of a fixed size, in which a record takes the place of another",
                   Behaviour::fixed_batches},
             Entry{"each record drawn for itself, without effect if it is not; sensitivities are "
                   "those of one record more or less",
                   Behaviour::each_for_itself},
             Entry{"the best of a fixed number of runs", Behaviour::fixed_number_of_runs},
             Entry{"messages that show whose they are", Behaviour::messages_with_names},
             Entry{"neighbours where a record takes another value", Behaviour::values_replaced},
         }) {
        if (name == text) return behaviour;
    }
    return {};
}

std::function<Law(bool second)> behaving(
    const Program& program, const Reading& reading, Behaviour behaviour, Genes& genes,
    Builder& builder, const std::function<Neighbours(std::optional<int>)>& draw) {
    const Line line = line_of(program);
    if (has_scheme(line.arranged->program)) throw NotExecutable("a scheme in a scheme");
    const bool has_messages = std::holds_alternative<Shuffled>(line.arranged->scheme);
    if (has_messages != (behaviour == Behaviour::messages_with_names)) {
        throw NotExecutable("this scheme does not do so");
    }
    const Share share = std::visit(ShareOf{}, line.arranged->scheme);
    if (share.part > share.whole) throw NotExecutable("more draws than records");
    const int steps = line.count * share.steps;
    const bool poisson = std::holds_alternative<Poisson>(line.arranged->scheme);
    Place place{.metric = share.fixed_size ? Metric::replaced : metric_of(*reading.relation),
                .on_poisson_sample = poisson,
                .truncated = std::holds_alternative<TruncatedPoisson>(line.arranged->scheme)};
    if (behaviour == Behaviour::each_for_itself) place.metric = Metric::presence;
    const int shown =
        behaviour == Behaviour::messages_with_names ? line.count * reading.group_size : steps;
    builder.limit_cells(builder.leaves(line.arranged->program) * shown);
    const RunPart inside = builder.build(line.arranged->program, place);
    switch (behaviour) {
        case Behaviour::shuffled_epochs:
            if (share.fixed_size) throw NotExecutable("batches of one size are not made");
            return in_epochs(share, steps, reading.group_size, genes, inside, draw({}));
        case Behaviour::random_steps: {
            const int batches = share.whole / share.part;
            if (steps % batches != 0) throw NotExecutable("a part of an epoch");
            const RunPart epoch = allocated(batches, 1, reading.not_drawn_says_nothing, inside);
            return of_run(times(steps / batches, epoch), draw({}));
        }
        case Behaviour::fixed_batches: {
            const int multiple = share.fixed_size ? 1 : 1 + genes.below(4);
            const int records = multiple * share.whole;
            const RunPart batch = without_replacement(records, multiple * share.part, inside);
            return of_run(times(steps, batch), draw(records));
        }
        case Behaviour::each_for_itself: {
            const double q = static_cast<double>(share.part) / share.whole;
            const bool keeps_size = *reading.relation == Relation::replace_special;
            return of_run(times(steps, on_poisson_sample(q, keeps_size, inside)), draw({}));
        }
        case Behaviour::messages_with_names:
            return with_names(line.count, inside, draw({}));
        default:
            throw NotExecutable("no such behaviour");
    }
}

}  // namespace mizan::instances
