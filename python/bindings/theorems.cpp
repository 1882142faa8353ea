// SPDX-License-Identifier: Apache-2.0
#include "mizan/theorems/theorems.hpp"

#include "mizan/account/explanation.hpp"
#include "mizan/meaning/sentence.hpp"

#include "bindings.hpp"
#include "io/expression.hpp"

namespace mizan::python {

namespace {

std::vector<Theorem> theorems(const std::string& words) {
    if (!words.empty()) return find_theorems(words);
    const auto all = all_theorems();
    return {all.begin(), all.end()};
}

/// What a program means for somebody in the data.
struct Meaning {
    ProgramDocument document;
    Count group_size;
    Explanation explanation;
    Comparison comparison;
};

Meaning explained(const py::object& program, const std::optional<std::string>& relation,
                  const py::object& group_size) {
    const ProgramDocument document = program_from(program, relation);
    const Neighbours neighbours{document.relation, group_size_from(group_size)};
    return {document,
            neighbours.group_size,
            Explanation(document.program, neighbours),
            {neighbours.relation, neighbours.group_size}};
}

}  // namespace

void bind_theorems(py::module_& module) {
    auto theorem = py::class_<Theorem>(module, "Theorem", "One result that mizan rests on.");
    const auto add = [&theorem](const char* name, std::string_view Theorem::*field) {
        theorem.def_property_readonly(name,
                                      [field](const Theorem& t) { return std::string(t.*field); });
    };
    add("key", &Theorem::key);
    add("title", &Theorem::title);
    add("statement", &Theorem::statement);
    add("conditions", &Theorem::conditions);
    add("guarantee", &Theorem::guarantee);
    add("source", &Theorem::source);
    add("function", &Theorem::function);
    add("header", &Theorem::header);
    add("test", &Theorem::test);
    add("erratum", &Theorem::erratum);
    theorem.def("__repr__", [](const Theorem& t) {
        return "Theorem('" + std::string(t.key) + "': " + std::string(t.title) + ")";
    });
    bind_value(
        theorem, [](const Theorem& t) { return py::make_tuple(std::string(t.key)); },
        [](const py::tuple& key) {
            const auto found = find_theorems(key[0].cast<std::string>());
            if (found.empty()) throw InputError("no theorem is known under this key");
            return found.front();
        });
    module.def("theorems", &theorems, py::arg("words") = "",
               "Every theorem, or those under a key or with all of some words.\n\n"
               ">>> theorems('Mironov17 P10')[0].title\n'probability preservation'");

    auto explanation = py::class_<Meaning>(
        module, "Explanation",
        "What a program means for somebody in the data.\n\n"
        ">>> round(explain(randomized_response(0.75)).bad_outcome(0.01).upper, 6)\n0.03");
    bind_value(
        explanation,
        [](const Meaning& m) {
            return py::make_tuple(m.document.program, std::string(to_string(m.document.relation)),
                                  m.group_size);
        },
        [](const py::tuple& asked) {
            return explained(asked[0], asked[1].cast<std::string>(), asked[2]);
        });
    explanation
        .def(
            "bad_outcome",
            [](const Meaning& m, double q) { return m.explanation.bad_outcome(q).bracket(); },
            py::arg("probability"),
            "How likely an outcome is that has this probability with the other input.")
        .def(
            "bad_outcome_sentence",
            [](const Meaning& m, double q) {
                return bad_outcome_sentence(q, m.explanation.bad_outcome(q).bracket(),
                                            m.comparison);
            },
            py::arg("probability"))
        .def(
            "posterior",
            [](const Meaning& m, double prior, std::optional<double> failure) {
                std::optional<Probability> allowed;
                if (failure) allowed = *failure;
                return m.explanation.posterior(prior, allowed).range.bracket();
            },
            py::arg("prior"), py::arg("failure") = py::none(),
            "What becomes of a belief in one of the two inputs.")
        .def(
            "best_guess",
            [](const Meaning& m, double prior) {
                return m.explanation.best_guess(prior).bracket();
            },
            py::arg("prior") = 0.5, "How often the best guess of the input is right.")
        .def("__repr__", [](const Meaning& m) {
            return "Explanation('" + print_expression(m.document.program) + "')";
        });
    module.def("explain", &explained, py::arg("program"), py::kw_only(),
               py::arg("relation") = py::none(), py::arg("group_size") = 1,
               "What a program means for somebody in the data.");
}

}  // namespace mizan::python
