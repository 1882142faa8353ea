// SPDX-License-Identifier: Apache-2.0
#include "mizan/theorems/theorems.hpp"

#include "mizan/explain/explanation.hpp"
#include "mizan/meaning/sentence.hpp"

#include "bindings.hpp"
#include "io/expression_print.hpp"

namespace mizan::python {

namespace {

std::vector<Theorem> theorems(const py::object& given) {
    const std::string words = text_from(given, "words");
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

Meaning explained(const py::object& program, const py::object& relation,
                  const py::object& group_size) {
    const ProgramDocument document = program_from(program, relation);
    const Neighbours neighbours{document.relation, group_size_from(group_size)};
    return answered([=]() -> Meaning {
        return {document,
                neighbours.group_size,
                Explanation(document.program, neighbours),
                {neighbours.relation, neighbours.group_size}};
    });
}

Bracket bad_outcome(const Meaning& meaning, const py::object& probability) {
    const Probability q = number_from(probability, "probability");
    return answered([=, asked = meaning.explanation] { return asked.bad_outcome(q).bracket(); });
}

std::string bad_outcome_in_words(const Meaning& meaning, const py::object& probability) {
    const Bracket found = bad_outcome(meaning, probability);
    return bad_outcome_sentence(number_from(probability, "probability"), found, meaning.comparison);
}

Bracket posterior(const Meaning& meaning, const py::object& given_prior,
                  const py::object& failure) {
    const Probability prior = number_from(given_prior, "prior");
    std::optional<Probability> allowed;
    if (const auto given = optional_number_from(failure, "failure")) allowed = *given;
    return answered([=, asked = meaning.explanation] {
        return asked.posterior(prior, allowed).range.bracket();
    });
}

Bracket best_guess(const Meaning& meaning, const py::object& given_prior) {
    const Probability prior = number_from(given_prior, "prior");
    return answered([=, asked = meaning.explanation] { return asked.best_guess(prior).bracket(); });
}

Theorem theorem_of(const py::object& given) {
    const std::string key = text_from(given, "key");
    for (const Theorem& theorem : all_theorems()) {
        if (theorem.key == key) return theorem;
    }
    throw InputError("no theorem is known under this key");
}

}  // namespace

void bind_theorems(py::module_& module) {
    auto theorem = value_class<Theorem>(module, "Theorem", "One result that mizan rests on.");
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
        theorem, [](const Theorem& t) { return py::make_tuple(std::string(t.key)); }, &theorem_of);
    module.def("theorems", &theorems, py::arg("words") = "",
               "Every theorem, or those under a key or with all of some words.\n\n"
               ">>> theorems('Mironov17 P10')[0].title\n'probability preservation'");

    auto explanation = value_class<Meaning>(
        module, "Explanation",
        "What a program means for somebody in the data.\n\n"
        ">>> round(explain(randomized_response(0.75)).bad_outcome(0.01).upper, 6)\n0.03");
    bind_value(
        explanation,
        [](const Meaning& m) {
            return py::make_tuple(m.document.program, std::string(to_string(m.document.relation)),
                                  m.group_size);
        },
        &explained);
    explanation
        .def("bad_outcome", &bad_outcome, py::arg("probability"),
             "How likely an outcome is that has this probability with the other input.")
        .def("bad_outcome_sentence", &bad_outcome_in_words, py::arg("probability"))
        .def("posterior", &posterior, py::arg("prior"), py::arg("failure") = py::none(),
             "What becomes of a belief in one of the two inputs.")
        .def("best_guess", &best_guess, py::arg("prior") = 0.5,
             "How often the best guess of the input is right.")
        .def("__repr__", [](const Meaning& m) {
            return "Explanation('" + print_expression(m.document.program) + "')";
        });
    module.def("explain", &explained, py::arg("program"), py::kw_only(),
               py::arg("relation") = py::none(), py::arg("group_size") = 1,
               "What a program means for somebody in the data.");
}

}  // namespace mizan::python
