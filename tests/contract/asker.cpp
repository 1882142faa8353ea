// SPDX-License-Identifier: Apache-2.0
// asker REQUEST...: for every file with a request, a file beside it with the response.
#include <fstream>
#include <iterator>
#include <string>

#include "io/ask.hpp"

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::string request{std::istreambuf_iterator<char>(file), {}};
        std::ofstream(std::string(argv[i]) + ".cpp", std::ios::binary) << mizan::ask(request);
    }
}
