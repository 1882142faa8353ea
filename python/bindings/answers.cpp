// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"
#include "mizan/calibrate/shares.hpp"
#include "mizan/explain/alternatives.hpp"
#include "mizan/program/assumptions.hpp"

#include "bindings.hpp"
#include "io/answer.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/template.hpp"

namespace mizan::python {

namespace {

/// An answer, and the program it is about.
struct ProgramAnswer {
    Program program;
    Answer answer;
};

std::variant<Delta, Epsilon> asked_at(const py::object& delta, const py::object& epsilon) {
    if (delta.is_none() == epsilon.is_none()) {
        throw InputError(std::string("exactly one of delta and epsilon is needed, got ") +
                         (delta.is_none() ? "neither" : "both"));
    }
    if (epsilon.is_none()) return Delta{number_from(delta, "delta")};
    return Epsilon{number_from(epsilon, "epsilon")};
}

ProgramAnswer account_of(const py::object& program, const py::object& delta,
                         const py::object& epsilon, const py::object& relation,
                         const py::object& group_size, const py::object& verify) {
    const ProgramDocument document = program_from(program, relation);
    const Question question{.at = asked_at(delta, epsilon),
                            .relation = document.relation,
                            .group_size = group_size_from(group_size),
                            .verify = truth_from(verify, "verify")};
    return answered([=]() -> ProgramAnswer {
        return {document.program, account(document.program, question)};
    });
}

Bracket cost_of(const py::object& program, const py::object& delta, const py::object& epsilon,
                const py::object& relation, const py::object& group_size) {
    const ProgramDocument document = program_from(program, relation);
    const Question question{.at = asked_at(delta, epsilon),
                            .relation = document.relation,
                            .group_size = group_size_from(group_size)};
    return answered([=] { return cost(document.program, question); },
                    may_be_long(document.program));
}

/// What to keep, as Python says it.
struct TargetArguments {
    py::object epsilon, delta, advantage, true_positive_rate, false_positive_rate;

    [[nodiscard]] auto keep() const -> decltype(Target::keep) {
        const auto are_given = [this](bool promise, bool gain, bool rates) {
            return epsilon.is_none() != promise && delta.is_none() != promise &&
                   advantage.is_none() != gain && true_positive_rate.is_none() != rates &&
                   false_positive_rate.is_none() != rates;
        };
        if (are_given(true, false, false)) {
            return ApproxDP{Epsilon{number_from(epsilon, "epsilon")},
                            Delta{number_from(delta, "delta")}};
        }
        if (are_given(false, true, false)) return Advantage{number_from(advantage, "advantage")};
        if (are_given(false, false, true)) {
            return TruePositiveRate{number_from(true_positive_rate, "true_positive_rate"),
                                    number_from(false_positive_rate, "false_positive_rate")};
        }
        throw InputError(
            "one target is needed: epsilon and delta, or advantage, or true_positive_rate and "
            "false_positive_rate");
    }
};

std::vector<std::string> templates_from(const py::object& programs) {
    if (py::isinstance<py::str>(programs)) return {text_from(programs, "program")};
    if (!PyList_Check(programs.ptr()) && !PyTuple_Check(programs.ptr())) {
        throw wrong_type("program", "a text with one ? in it, or a list of them", programs);
    }
    std::vector<std::string> texts;
    for (const py::handle program : programs) texts.push_back(text_from(program, "program"));
    if (texts.empty()) throw InputError("a program is required");
    return texts;
}

std::vector<Positive> weights_from(const py::object& weights, std::size_t size, bool is_alone) {
    if (weights.is_none()) return std::vector<Positive>(size, Positive{1});
    const NumberArray found = numbers_from(weights, "weights");
    if (is_alone || found.shape.size() != 1 || found.numbers.size() != size) {
        throw InputError("weights: expected one for each of " + std::to_string(size) +
                         " programs in a list, got " + std::to_string(found.numbers.size()));
    }
    return quantities<Positive>(found);
}

/// A calibration, with what it is about.
struct ProgramCalibration {
    Calibration found;
    std::string unknown;
    Neighbours neighbours;
};

struct ProgramShares {
    SharedCalibration found;
    std::vector<ProgramCalibration> shares;
};

py::tuple calibration_state(const ProgramCalibration& c) {
    return py::make_tuple(c.found.parameter, c.found.program, c.found.cost, c.found.limit,
                          c.found.tolerance, c.unknown,
                          std::string(to_string(c.neighbours.relation)), c.neighbours.group_size);
}

double at_least_0(const py::object& object, std::string_view name) {
    const double number = number_from(object, name);
    if (!(number >= 0)) throw DomainError(name, "at least 0", number);
    return number;
}

Bracket cost_from(const py::object& object) {
    const Bracket cost = value_from<Bracket>(object, "cost");
    if (cost.lower < 0) throw DomainError("cost", "at least 0", cost.lower);
    return cost;
}

// What no calibration finds is no calibration, whoever has written it into a pickle.
ProgramCalibration calibration_of(const py::object& parameter, const py::object& program,
                                  const py::object& cost, const py::object& limit,
                                  const py::object& tolerance, const py::object& unknown,
                                  const py::object& relation, const py::object& group_size) {
    return {{at_least_0(parameter, "parameter"), value_from<Program>(program, "program"),
             cost_from(cost), at_least_0(limit, "limit"), at_least_0(tolerance, "tolerance")},
            text_from(unknown, "unknown"),
            {read_relation(text_from(relation, "relation")), group_size_from(group_size)}};
}

py::tuple shares_state(const ProgramShares& s) {
    return py::make_tuple(s.found.program, s.found.cost, py::tuple(py::cast(s.shares)));
}

ProgramShares shares_of(const py::object& program, const py::object& cost,
                        const py::object& calibrations) {
    std::vector<ProgramCalibration> shares;
    std::vector<Calibration> found;
    std::vector<Program> programs;
    for (const py::handle share : tuple_from(calibrations, "shares")) {
        shares.push_back(value_from<ProgramCalibration>(share, "shares"));
        found.push_back(shares.back().found);
        programs.push_back(shares.back().found.program);
    }
    const auto& together = value_from<Program>(program, "program");
    if (!(sequence(std::move(programs)) == together)) {
        throw InputError("program: not the programs of the shares one after the other");
    }
    return {{std::move(found), together, cost_from(cost)}, std::move(shares)};
}

template <class Found>
Found unless_refused(std::variant<Found, Refusal> result) {
    if (const auto* refusal = std::get_if<Refusal>(&result)) throw Refused(refusal->reason);
    return std::get<Found>(std::move(result));
}

py::object calibrated(const py::object& programs, const py::object& epsilon,
                      const py::object& delta, const py::object& advantage,
                      const py::object& true_positive_rate, const py::object& false_positive_rate,
                      const py::object& weights, const py::object& relation,
                      const py::object& group_size) {
    const bool is_alone = py::isinstance<py::str>(programs);
    const auto texts = templates_from(programs);
    const auto weight = weights_from(weights, texts.size(), is_alone);
    auto stated = relation_from(relation);
    std::vector<Share> shares;
    for (const std::string& text : texts) {
        auto document = read_template(text, stated);
        if (is_json(text)) stated = document.relation;
        shares.push_back({std::move(document.program), weight[shares.size()]});
    }
    const TargetArguments given{epsilon, delta, advantage, true_positive_rate, false_positive_rate};
    const Target target{.keep = given.keep(),
                        .relation = stated.value_or(Relation::add_or_remove_one),
                        .group_size = group_size_from(group_size)};
    const Neighbours neighbours{target.relation, target.group_size};
    if (is_alone) {
        const ProgramTemplate& program = shares.front().program;
        const auto found = answered([=] { return unless_refused(calibrate(program, target)); });
        return py::cast(ProgramCalibration{found, program.unknown().name, neighbours});
    }
    const auto found = answered([=] { return unless_refused(calibrate(shares, target)); });
    std::vector<ProgramCalibration> alone;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        alone.push_back({found.shares[i], shares[i].program.unknown().name, neighbours});
    }
    return py::cast(ProgramShares{found, std::move(alone)});
}

// The same program and the same question have the same answer, bit for bit: an answer is kept as its
// question, and asked again.
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
            Question{.at = asked_at(delta, epsilon),
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

}  // namespace

void bind_answers(py::module_& module) {
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

    auto answer = value_class<ProgramAnswer>(
        module, "Answer",
        "What a program costs: every analysis, and the bracket they leave. No adversary can do "
        "worse\n"
        "than the upper end.");
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
                Json::Object object = to_json(a.program, a.answer);
                object.emplace_back("alternatives", to_json(alternatives_to(a)));
                return to_text(std::move(object));
            },
            "The answer as the command line prints it with --json, in one line.")
        .def("__repr__", [](const ProgramAnswer& a) {
            return "Answer(epsilon=" + repr(a.answer.epsilon) + ", delta=" + repr(a.answer.delta) +
                   ", best='" + a.answer.best + "')";
        });

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

    auto calibration = value_class<ProgramCalibration>(
        module, "Calibration", "A program that keeps a target for certain.");
    bind_value(calibration, &calibration_state, &calibration_of);
    calibration.def_readonly("unknown", &ProgramCalibration::unknown, "What the ? stands for.")
        .def_property_readonly("parameter",
                               [](const ProgramCalibration& c) { return c.found.parameter; })
        .def_property_readonly("program",
                               [](const ProgramCalibration& c) { return c.found.program; })
        .def_property_readonly(
            "cost", [](const ProgramCalibration& c) { return c.found.cost; },
            "What the program costs, in the unit of the target.")
        .def_property_readonly(
            "limit", [](const ProgramCalibration& c) { return c.found.limit; },
            "Beyond this value no program keeps the target.")
        .def_property_readonly("tolerance",
                               [](const ProgramCalibration& c) { return c.found.tolerance; })
        .def_property_readonly("assumptions",
                               [](const ProgramCalibration& c) {
                                   return assumptions({c.neighbours.relation, c.found.program},
                                                      c.neighbours.group_size);
                               })
        .def("__repr__", [](const ProgramCalibration& c) {
            return "Calibration(" + c.unknown + "=" + shortest(c.found.parameter) + ", program='" +
                   print_expression(c.found.program) + "')";
        });

    auto shared = value_class<ProgramShares>(module, "SharedCalibration",
                                             "Programs that keep a target together.");
    bind_value(shared, &shares_state, &shares_of);
    shared.def_readonly("shares", &ProgramShares::shares, "Each alone, for its part of the target.")
        .def_property_readonly("program", [](const ProgramShares& s) { return s.found.program; })
        .def_property_readonly("cost", [](const ProgramShares& s) { return s.found.cost; })
        .def("__repr__", [](const ProgramShares& s) {
            return "SharedCalibration(program='" + print_expression(s.found.program) + "')";
        });

    module.def(
        "calibrate", &calibrated, py::arg("program"), py::kw_only(),
        py::arg("epsilon") = py::none(), py::arg("delta") = py::none(),
        py::arg("advantage") = py::none(), py::arg("true_positive_rate") = py::none(),
        py::arg("false_positive_rate") = py::none(), py::arg("weights") = py::none(),
        py::arg("relation") = py::none(), py::arg("group_size") = 1,
        "The value of the one ? in a program that just keeps a target: an epsilon at a delta, the\n"
        "advantage of an attacker, or a true-positive rate at a false-positive rate. A list of\n"
        "programs shares the target by weights. Raises Refused if no value will do.\n\n"
        ">>> found = calibrate('1000 * poisson(0.01, gaussian(?))', epsilon=1, delta=1e-6)\n"
        ">>> round(found.parameter, 4)\n1.5627\n"
        ">>> found.cost.upper <= 1\nTrue");
}

}  // namespace mizan::python
