// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <cmath>

namespace mizan::instances {

namespace {

constexpr std::size_t genome = 64;

std::string datasets(const Neighbours& pair) {
    const auto list = [](const Counts& data) {
        std::string text;
        constexpr std::array<const char*, types> names{"_", "a", "b", "c"};
        for (std::size_t t = 0; t < types; ++t) {
            for (int i = 0; i < data[t]; ++i) text += names[t];
        }
        return "{" + text + "}";
    };
    return list(pair.first) + " and " + list(pair.second);
}

}  // namespace

bool exceeds(double delta, const Claim& claim) {
    return delta > claim.delta * (1 + 1e-8) + 1e-14 * std::exp(std::min(claim.epsilon, 25.0));
}

Found worst_instance(const Claim& claim, int tries, std::uint64_t seed, double enough) {
    const Reading reading = read(claim.sentences);
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    Found best;
    std::vector<double> current;
    double at_current = -1;
    const int climb = std::clamp(tries / 3, 40, 250);  // then from the beginning
    for (int i = 0; i < tries; ++i) {
        if (i % climb == 0) {
            current.clear();
            at_current = -1;
        }
        std::vector<double> genes = current;
        if (i % climb < climb / 4 || genes.empty()) {
            genes.resize(genome);
            // Zeros mean the plainest choice.
            const double plain = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.5 : 0.8;
            for (double& gene : genes) gene = unit(random) < plain ? 0 : unit(random);
        } else {  // move one to three of them
            const int moves = 1 + static_cast<int>(unit(random) * 3);
            for (int j = 0; j < moves; ++j) {
                double& gene = genes[static_cast<std::size_t>(unit(random) * genome)];
                const double way = unit(random);
                gene = way < 0.4   ? std::clamp(gene + 0.05 * (unit(random) - 0.5), 0.0, 0.999999)
                       : way < 0.6 ? 0
                                   : unit(random);
            }
        }
        try {
            Genes reader(genes);
            const Executable instance = executable(claim.program, reading, claim.behaviour, reader);
            const double delta = delta_of(instance, claim.epsilon);
            if (delta >= at_current) {
                current = genes;
                at_current = delta;
            }
            if (delta > best.delta) {
                best = {delta, genes, datasets(instance.data) + ", " + instance.words,
                        instance.leaves};
                if (delta > enough) return best;
            }
        } catch (const NotExecutable&) {
            if (i > 20 && best.delta < 0) return best;
        }
    }
    return best;
}

}  // namespace mizan::instances
