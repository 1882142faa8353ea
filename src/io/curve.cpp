// SPDX-License-Identifier: Apache-2.0
#include "io/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "mizan/account/account.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

namespace {

struct KindDescription {
    std::string_view name, x, y;
    bool is_safe_above;
    std::string_view places;  // the member that says where; none: only how many
};

// In the order of CurveKind.
constexpr std::array<KindDescription, 6> kinds{{
    {"renyi", "order", "divergence", true, "orders"},
    {"profile", "epsilon", "delta", true, "epsilons"},
    {"epsilon", "delta", "epsilon", true, "deltas"},
    {"tradeoff", "false_positive_rate", "false_negative_rate", false, "false_positive_rates"},
    {"detection", "false_positive_rate", "true_positive_rate", true, "false_positive_rates"},
    {"loss", "loss", "cumulative_probability", false, ""},
}};

const KindDescription& description(CurveKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

constexpr int usual_points = 21;

double part(int i, int count) { return count > 1 ? static_cast<double>(i) / (count - 1) : 0; }

template <class Quantity, class PlaceOf>
std::vector<Quantity> places(const CurveRequest& request, const PlaceOf& place_of) {
    const int count = request.points.value_or(usual_points);
    std::vector<Quantity> all;
    for (int i = 0; i < count; ++i) all.emplace_back(place_of(part(i, count)));
    return all;
}

std::vector<Order> usual_orders(const CurveRequest& request) {
    if (request.points) {
        constexpr double most = 100;
        return places<Order>(request, [](double t) { return plain::pow(most, t); });
    }
    std::vector<Order> orders;
    for (const double x : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0, 32.0, 64.0, infinity}) {
        orders.emplace_back(x);
    }
    return orders;
}

// From 0 to where next to nothing is left.
std::vector<Epsilon> usual_epsilons(const CurveRequest& request, const Program& program,
                                    const Neighbours& neighbours) {
    constexpr double little = 1e-10, end_of_the_endless = 10;
    const Question question{Delta{little}, neighbours.relation, neighbours.group_size};
    double end = account(program, question).epsilon.upper;
    if (end == infinity) end = end_of_the_endless;
    return places<Epsilon>(request, [end](double t) { return end * t; });
}

std::vector<Delta> usual_deltas(const CurveRequest& request) {
    constexpr double least = 1e-10;
    return places<Delta>(request, [](double t) { return plain::pow(least, 1 - t); });
}

std::vector<CurvePoint> epsilon_curve(const Program& program, const Neighbours& neighbours,
                                      const std::vector<Delta>& deltas) {
    check_number_of_points(deltas.size());
    std::vector<CurvePoint> points;
    for (const Delta delta : deltas) {
        points.push_back({delta.value(), cost(program, {.at = delta,
                                                        .relation = neighbours.relation,
                                                        .group_size = neighbours.group_size})});
    }
    return points;
}

std::vector<CurvePoint> points_of(const CurveRequest& request, const Program& program,
                                  const Neighbours& neighbours) {
    const auto rates = [&] {
        return request.false_positive_rates ? *request.false_positive_rates
                                            : places<Probability>(request, std::identity());
    };
    switch (request.kind) {
        case CurveKind::renyi:
            return renyi_curve(program, neighbours,
                               request.orders ? *request.orders : usual_orders(request));
        case CurveKind::profile:
            return privacy_profile(program, neighbours,
                                   request.epsilons ? *request.epsilons
                                                    : usual_epsilons(request, program, neighbours));
        case CurveKind::epsilon:
            return epsilon_curve(program, neighbours,
                                 request.deltas ? *request.deltas : usual_deltas(request));
        case CurveKind::tradeoff:
            return tradeoff_curve(program, neighbours, rates());
        case CurveKind::detection:
            return detection_curve(program, neighbours, rates());
        case CurveKind::loss:
            break;
    }
    throw InternalError("internal error: a curve that does not exist");
}

void check(const CurveRequest& request) {
    const std::string_view own = description(request.kind).places;
    const auto check_one = [&](std::string_view name, bool is_given, std::string_view of) {
        if (!is_given || name == own) return;
        throw InputError(std::string(name) + " belong to the kind " + std::string(of) +
                         ", not to " + std::string(name_of(request.kind)));
    };
    check_one("orders", request.orders.has_value(), "renyi");
    check_one("epsilons", request.epsilons.has_value(), "profile");
    check_one("deltas", request.deltas.has_value(), "epsilon");
    check_one("false_positive_rates", request.false_positive_rates.has_value(),
              "tradeoff or detection");
}

CurveResponse curve_of(const CurveRequest& request, const Program& program,
                       const Neighbours& neighbours) {
    if (request.kind == CurveKind::loss) {
        LossCurve found = loss_curve(program, neighbours, request.points.value_or(usual_points));
        return {request.kind,        program,         std::move(found.points),
                found.infinity_mass, found.has_atoms, std::move(found.direction)};
    }
    return {request.kind, program, points_of(request, program, neighbours)};
}

}  // namespace

bool CurveResponse::is_safe_above() const { return description(kind).is_safe_above; }

bool CurveResponse::is_sharp() const {
    return std::ranges::all_of(points, [](const CurvePoint& point) {
        const auto& y = point.y;
        return y.is_exact() || y.width() <= 1e-9 * std::max(std::abs(y.upper), 1e-300) ||
               y.width() <= 1e-13;
    });
}

std::string_view CurveResponse::name_of_x() const { return description(kind).x; }
std::string_view CurveResponse::name_of_y() const { return description(kind).y; }

CurveResponse respond(const CurveRequest& request) {
    const DefaultArithmetic arithmetic;
    check(request);
    const auto [relation, program] = request.about.read();
    try {
        return curve_of(request, program, {relation, request.about.group_size});
    } catch (const Refused& refused) {
        throw refused.under("no curve");
    }
}

std::string_view name_of(CurveKind kind) { return description(kind).name; }

CurveKind read_curve_kind(std::string_view name) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i].name == name) return static_cast<CurveKind>(i);
        names.push_back(kinds[i].name);
    }
    throw unknown_name("curve", name, names);
}

CurveRequest read_curve_request(json::Members& members) {
    CurveRequest request{
        .about = read_program_request(members),
        .orders = members.quantities<Order>("orders"),
        .epsilons = members.quantities<Epsilon>("epsilons"),
        .deltas = members.quantities<Delta>("deltas"),
        .false_positive_rates = members.quantities<Probability>("false_positive_rates")};
    const std::string name = members.required_text("kind");
    request.kind = members.at("kind", [&] { return read_curve_kind(name); });
    if (const auto points = members.whole("points", least_points, max_curve_points)) {
        request.points = static_cast<int>(*points);
    }
    return request;
}

Json::Object to_json(const CurveRequest& request) {
    Json::Object object{{"command", "curve"}};
    write(object, request.about);
    object.emplace_back("kind", name_of(request.kind));
    write(object, "orders", request.orders);
    write(object, "epsilons", request.epsilons);
    write(object, "deltas", request.deltas);
    write(object, "false_positive_rates", request.false_positive_rates);
    if (request.points) object.emplace_back("points", *request.points);
    return object;
}

Json::Object to_json(const CurveResponse& response) {
    const bool is_sharp = response.is_sharp(), is_safe_above = response.is_safe_above();
    Json::Array points;
    for (const auto& [x, y] : response.points) {
        points.push_back(is_sharp ? Json::Array{x, is_safe_above ? y.upper : y.lower}
                                  : Json::Array{x, y.lower, y.upper});
    }
    Json::Object object{{"kind", name_of(response.kind)},
                        {"x", response.name_of_x()},
                        {"y", response.name_of_y()},
                        {"points", std::move(points)}};
    if (response.infinity_mass) {
        object.emplace_back("infinity_mass", response.infinity_mass->upper);
    }
    if (!response.direction.empty()) object.emplace_back("direction", response.direction);
    return object;
}

}  // namespace mizan
