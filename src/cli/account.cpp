// SPDX-License-Identifier: Apache-2.0
#include "io/account.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/ask.hpp"
#include "io/expression_print.hpp"

namespace mizan::cli {
namespace {

struct Options {
    AccountRequest request;
    MachineOptions machine;
    bool lines = false;
};

void write_for_people(std::ostream& out, const Answer& answer) {
    if (answer.question.delta()) {
        out << fmt::format("epsilon at delta {}", shortest(answer.question.delta()->value()));
    } else {
        out << fmt::format("delta at epsilon {}", shortest(answer.question.epsilon()->value()));
    }
    constexpr int all_digits = 17;
    out << fmt::format(
        ": {}\n\n",
        format_between(answer.asked(), answer.question.verify ? all_digits : default_digits));

    Rows rows;
    for (const Analysis& analysis : answer.analyses) {
        if (!analysis.bound) {
            rows.push_back({"  " + analysis.name, "-", analysis.why_not});
            continue;
        }
        std::string how = fmt::format("{}", fmt::join(analysis.theorems, ", "));
        if (analysis.order) how += ", order " + format_up(analysis.order->value(), 4);
        if (analysis.name == answer.best) how += "  <- best";
        rows.push_back({"  " + analysis.name, format_up(*analysis.bound), std::move(how)});
    }
    out << aligned(rows) << '\n';
    if (answer.question.verify) {
        out << (answer.unverified.empty() ? "Verified: both ends hold and agree to 2e-15"
                                          : "Not verified: " + answer.unverified)
            << ".\n";
    }
    if (answer.work_limited) out << "Stopped at the limit of work: more digits exist.\n";
    out << fmt::format("Lower end: {}.\n", answer.lower_from);
    out << assumed_lines(answer.assumptions);
}

// Lists what code often runs in place of what was declared, and what that costs at most.
void write_for_people(std::ostream& out, const std::vector<Alternative>& alternatives,
                      const Question& question) {
    if (alternatives.empty()) return;
    out << fmt::format("\nIf your code does something else, {} is at most:\n\n",
                       question.delta() ? "epsilon" : "delta");
    Rows rows;
    for (const Alternative& other : alternatives) {
        std::string program = print_expression(other.program);
        if (other.question.relation != question.relation) {
            program += fmt::format(" --relation {}", to_string(other.question.relation));
        }
        if (other.question.group_size != question.group_size) {
            program += fmt::format(" --group-size {}", other.question.group_size);
        }
        rows.push_back({"  " + format_up(other.cost.upper), other.behaviour});
        rows.push_back({"", std::move(program)});
    }
    out << aligned(rows);
}

// A line that holds no program: nothing but spaces, or a comment.
bool is_blank(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
}

// The worse of two ends: bad input, then a refusal.
Status worse(Status a, Status b) { return std::max(a, b); }

// One program per line in, one answer per line out, with the number of its line; a program that
// cannot be read or answered says so in its place, and so does a line that is too long to be kept.
Status answer_lines(AccountRequest request, std::ostream& out) {
    Status status = Status::done;
    std::int64_t number = 0;
    request.with_alternatives = false;
    // Flushes before it waits for input: the other side may wait for our answer before it asks on.
    Lines lines(Input(STDIN_FILENO, "standard input"), max_text, [&] { out.flush(); });
    while (const std::optional<Line> line = lines.next()) {
        if (!out) break;
        ++number;
        if (is_blank(line->text)) continue;
        Json::Object object{{"line", number}};
        const auto add = [&object](Json::Object members) {
            for (auto& member : members) object.push_back(std::move(member));
        };
        try {
            check_length(line->length);
            request.about.program = line->text;
            add(to_json(respond(request)));
        } catch (const Error& error) {
            const Status ended = status_of(code_of(error));
            if (ended == Status::failure) throw;
            add(to_json(error));
            status = worse(status, ended);
        }
        out << to_text(std::move(object)) << '\n';
    }
    return status;
}

Status run(const Options& options, std::ostream& out) {
    const AccountRequest& request = options.request;
    if (options.lines) {
        static_cast<void>(request.at.read());
        if (!request.about.program.is_empty()) {
            throw InputError(
                "--lines reads programs from standard input, and not from an argument");
        }
        return answer_lines(request, out);
    }
    if (request.about.program.is_empty()) throw InputError("a program is required, or --lines");
    return answer(options.machine, request, out, [&](const AccountResponse& response) {
        write_for_people(out, response.answer);
        write_for_people(out, *response.alternatives, response.answer.question);
    });
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    ProgramRequest& about = options->request.about;
    add_program(arguments, about.program, Need::optional);
    add_asked_at(arguments, options->request.at);
    add_neighbours(arguments, about.relation, about.group_size);
    arguments.add_flag(
        "--lines", options->lines,
        "Read many programs, one per line of standard input, and write one JSON answer per line, "
        "without alternatives. Empty lines and lines that begin with # are skipped");
    arguments.add_flag("--verify", options->request.verify,
                       "Compute every digit of both ends, in arithmetic of thirty digits; where "
                       "that fails, the answer says why");
    add_machine(arguments, options->machine,
                "Write the whole answer as an object; \"work_limited\" is true where more work "
                "would have made it narrower");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command account_command{
    .name = "account",
    .purpose = "What a sequence of private releases costs, by every analysis that applies",
    .example = "mizan account \"100 * gaussian(10) + 10 * laplace(20)\" --delta 1e-5",
    .setup = setup,
};

}  // namespace mizan::cli
