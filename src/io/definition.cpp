// SPDX-License-Identifier: Apache-2.0
#include "io/definition.hpp"

#include <array>

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/text.hpp"

namespace mizan {

namespace {

// In the order of Notion.
constexpr std::array<std::string_view, 6> notions{"pure", "approximate", "renyi",
                                                  "zcdp", "cdp",         "gdp"};

struct Stated {
    Definition operator()(const ApproxDP& leaf) const {
        if (leaf.delta.value() == 0) return PureDP{leaf.epsilon};
        return leaf;
    }
    Definition operator()(const ZCDP& leaf) const { return leaf; }
    Definition operator()(const CDP& leaf) const { return leaf; }
    Definition operator()(const GDP& leaf) const { return leaf; }
    Definition operator()(const RenyiPoints& leaf) const {
        return RenyiDP{RenyiCurve::through(leaf.points())};
    }
    template <class Mechanism>
    Definition operator()(const Mechanism&) const {
        throw not_a_definition();
    }

    static InputError not_a_definition() {
        return InputError(
            "expected one definition, such as pure(1) or renyi([(2, 0.1)]); what a mechanism or a "
            "composition costs is answered by account and curve");
    }
};

}  // namespace

std::string_view name_of(Notion notion) { return notions[static_cast<std::size_t>(notion)]; }

Notion read_notion(std::string_view name) {
    for (std::size_t i = 0; i < notions.size(); ++i) {
        if (notions[i] == name) return static_cast<Notion>(i);
    }
    const std::vector<std::string_view> names(notions.begin(), notions.end());
    throw unknown_name("definition", name, names);
}

Definition definition_in(const Program& program) {
    const DefaultArithmetic arithmetic;
    const Leaf* leaf = std::get_if<Leaf>(&program.node());
    if (leaf == nullptr) throw Stated::not_a_definition();
    return std::visit(Stated{}, *leaf);
}

}  // namespace mizan
