// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "io/account.hpp"
#include "io/cost.hpp"
#include "io/json.hpp"

namespace mizan::python {

namespace {

/// An answer, and the program it is about.
struct ProgramAnswer {
    Program program;
    Answer answer;
};

AskedAt asked_at(const py::object& delta, const py::object& epsilon) {
    return {.delta = quantity_from<Delta>(delta, "delta"),
            .epsilon = quantity_from<Epsilon>(epsilon, "epsilon")};
}

ProgramAnswer account_of(const py::object& program, const py::object& delta,
                         const py::object& epsilon, const py::object& relation,
                         const py::object& group_size, const py::object& verify) {
    const AccountRequest request{.about = program_request_from(program, relation, group_size),
                                 .at = asked_at(delta, epsilon),
                                 .verify = truth_from(verify, "verify"),
                                 .with_alternatives = false};
    return answered([=]() -> ProgramAnswer {
        auto found = respond(request);
        return {std::move(found.program), std::move(found.answer)};
    });
}

Bracket cost_of(const py::object& program, const py::object& delta, const py::object& epsilon,
                const py::object& relation, const py::object& group_size) {
    const CostRequest request{.about = program_request_from(program, relation, group_size),
                              .at = asked_at(delta, epsilon)};
    return answered([=] { return respond(request).cost; },
                    may_be_long(request.about.read().program));
}

// A pickle of an answer holds the question, which is asked again: the same question about the same
// program has the same answer, bit for bit.
py::tuple question_of(const ProgramAnswer& a) {
    const Question& question = a.answer.question;
    const py::object delta = question.delta() ? py::cast(question.delta()->value()) : py::none();
    const py::object epsilon =
        question.epsilon() ? py::cast(question.epsilon()->value()) : py::none();
    return py::make_tuple(a.program, delta, epsilon, std::string(to_string(question.relation)),
                          question.group_size, question.verify);
}

py::tuple analysis_state(const Analysis& a) {
    return py::make_tuple(a.name, a.bound, a.order ? std::optional(a.order->value()) : std::nullopt,
                          py::tuple(py::cast(a.theorems)), a.why_not);
}

Analysis analysis_of(const py::object& name, const py::object& bound, const py::object& order,
                     const py::object& theorems, const py::object& why_not) {
    Analysis analysis{text_from(name, "name"), {}, {}, {}, text_from(why_not, "why_not")};
    if (!bound.is_none()) analysis.bound = at_least_0(bound, "bound");
    if (!order.is_none()) analysis.order = Order{number_from(order, "order")};
    for (const py::handle theorem : tuple_from(theorems, "theorems")) {
        analysis.theorems.push_back(text_from(theorem, "theorems"));
    }
    if (analysis.bound.has_value() != analysis.why_not.empty()) {
        throw InputError("an analysis has either a bound or a reason why it has none");
    }
    return analysis;
}

py::tuple alternative_state(const Alternative& a) {
    const Question& question = a.question;
    return py::make_tuple(
        a.behaviour, a.program,
        question.delta() ? std::optional(question.delta()->value()) : std::nullopt,
        question.epsilon() ? std::optional(question.epsilon()->value()) : std::nullopt,
        std::string(to_string(question.relation)), question.group_size, a.cost);
}

Alternative alternative_of(const py::object& behaviour, const py::object& program,
                           const py::object& delta, const py::object& epsilon,
                           const py::object& relation, const py::object& group_size,
                           const py::object& cost) {
    return {text_from(behaviour, "behaviour"), value_from<Program>(program, "program"),
            Question{.at = asked_at(delta, epsilon).read(),
                     .relation = read_relation(text_from(relation, "relation")),
                     .group_size = group_size_from(group_size)},
            cost_from(cost)};
}

std::vector<Alternative> alternatives_to(const ProgramAnswer& a) {
    return answered([program = a.program, question = a.answer.question] {
        return alternatives(program, question);
    });
}

std::string repr(const Bracket& bracket) {
    return "[" + shortest(bracket.lower) + ", " + shortest(bracket.upper) + "]";
}

void bind_analysis(py::module_& module) {
    auto analysis =
        value_class<Analysis>(module, "Analysis", "One way to bound what a program costs.");
    bind_value(analysis, &analysis_state, &analysis_of);
    analysis.def_readonly("name", &Analysis::name)
        .def_readonly("bound", &Analysis::bound, "A true upper bound, or None: see why_not.")
        .def_property_readonly(
            "order",
            [](const Analysis& a) {
                return a.order ? std::optional(a.order->value()) : std::nullopt;
            },
            "The Rényi order that gave the bound, where one was chosen.")
        .def_readonly("theorems", &Analysis::theorems)
        .def_readonly("why_not", &Analysis::why_not)
        .def("__repr__", [](const Analysis& a) {
            return "Analysis(" + a.name + ": " +
                   (a.bound ? shortest(*a.bound) : "none, " + a.why_not) + ")";
        });
}

void bind_alternative(py::module_& module) {
    auto alternative = value_class<Alternative>(
        module, "Alternative",
        "Something that people often run where they declare something else.");
    bind_value(alternative, &alternative_state, &alternative_of);
    alternative.def_readonly("behaviour", &Alternative::behaviour, "What the code does, in words.")
        .def_readonly("program", &Alternative::program, "The same as a program.")
        .def_readonly("cost", &Alternative::cost, "Epsilon or delta, whichever was asked for.")
        .def_property_readonly(
            "relation",
            [](const Alternative& a) { return std::string(to_string(a.question.relation)); })
        .def_property_readonly("group_size",
                               [](const Alternative& a) { return a.question.group_size; })
        .def("__repr__", [](const Alternative& a) {
            return "Alternative(" + shortest(a.cost.upper) + ": " + a.behaviour + ")";
        });
}

void bind_answer(py::module_& module) {
    auto answer = value_class<ProgramAnswer>(
        module, "Answer",
        "What a program costs: every analysis, and the bracket they leave.\n"
        "No adversary can do worse than the upper end.");
    bind_value(answer, &question_of, &account_of);
    answer.def_readonly("program", &ProgramAnswer::program)
        .def_property_readonly("epsilon", [](const ProgramAnswer& a) { return a.answer.epsilon; })
        .def_property_readonly("delta", [](const ProgramAnswer& a) { return a.answer.delta; })
        .def_property_readonly("best", [](const ProgramAnswer& a) { return a.answer.best; })
        .def_property_readonly("analyses", [](const ProgramAnswer& a) { return a.answer.analyses; })
        .def_property_readonly("lower_from",
                               [](const ProgramAnswer& a) { return a.answer.lower_from; })
        .def_property_readonly("assumptions",
                               [](const ProgramAnswer& a) { return a.answer.assumptions; })
        .def_property_readonly(
            "unverified", [](const ProgramAnswer& a) { return a.answer.unverified; },
            "Asked to verify: why the last digits are not known; empty if they are.")
        .def_property_readonly(
            "work_limited", [](const ProgramAnswer& a) { return a.answer.work_limited; },
            "Whether all laws are known, so that more work would have made the bracket narrower.")
        .def_property_readonly("relation",
                               [](const ProgramAnswer& a) {
                                   return std::string(to_string(a.answer.question.relation));
                               })
        .def_property_readonly("group_size",
                               [](const ProgramAnswer& a) { return a.answer.question.group_size; })
        .def_property_readonly("alternatives", &alternatives_to,
                               "What it costs if the code samples in another way than declared, "
                               "worked out anew each time.")
        .def(
            "to_json",
            [](const ProgramAnswer& a) {
                return to_text(to_json(AccountResponse{a.program, a.answer, alternatives_to(a)}));
            },
            "The answer as the command line prints it with --json, in one line.")
        .def("__repr__", [](const ProgramAnswer& a) {
            return "Answer(epsilon=" + repr(a.answer.epsilon) + ", delta=" + repr(a.answer.delta) +
                   ", best='" + a.answer.best + "')";
        });
}

}  // namespace

void bind_answers(py::module_& module) {
    bind_analysis(module);
    bind_alternative(module);
    bind_answer(module);
    module.def(
        "account", &account_of, py::arg("program"), py::kw_only(), py::arg("delta") = py::none(),
        py::arg("epsilon") = py::none(), py::arg("relation") = py::none(),
        py::arg("group_size") = 1, py::arg("verify") = false,
        "The epsilon of a program at a delta, or the delta at an epsilon, by every analysis\n"
        "that applies; with verify, to the last digits of a double where that can be.\n\n"
        ">>> answer = account(10 * gaussian(4), delta=1e-5)\n"
        ">>> round(answer.epsilon.upper, 4)\n3.3414\n"
        ">>> answer.best\n'gdp'");
    module.def("cost", &cost_of, py::arg("program"), py::kw_only(), py::arg("delta") = py::none(),
               py::arg("epsilon") = py::none(), py::arg("relation") = py::none(),
               py::arg("group_size") = 1,
               "The bracket of account without its derivation, for those who ask often.\n\n"
               ">>> cost(laplace(2), delta=0)\nBracket(lower=0.5, upper=0.5)");
}

}  // namespace mizan::python
