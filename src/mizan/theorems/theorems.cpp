// SPDX-License-Identifier: Apache-2.0
#include "mizan/theorems/theorems.hpp"

#include <string>

namespace mizan {

namespace {

// For comparing: "Rényi" and "renyi" are the same word.
std::string folded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (text.substr(i).starts_with("é") || text.substr(i).starts_with("É")) {
            result += 'e';
            ++i;
        } else {
            result += 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return result;
}

bool mentions(const Theorem& theorem, std::string_view word) {
    for (const std::string_view text :
         {theorem.key, theorem.title, theorem.statement, theorem.conditions, theorem.guarantee,
          theorem.source, theorem.function, theorem.header, theorem.test, theorem.erratum}) {
        if (folded(text).find(word) != std::string::npos) return true;
    }
    return false;
}

bool mentions_all(const Theorem& theorem, std::string_view words) {
    constexpr std::string_view spaces = " \t\n\v\f\r";
    for (std::size_t start = words.find_first_not_of(spaces); start != std::string_view::npos;) {
        const std::size_t end = words.find_first_of(spaces, start);
        if (!mentions(theorem, words.substr(start, end - start))) return false;
        start = words.find_first_not_of(spaces, end);
    }
    return true;
}

}  // namespace

std::vector<Theorem> find_theorems(std::string_view words) {
    const std::string wanted = folded(words);
    std::vector<Theorem> by_key;
    std::vector<Theorem> by_word;
    for (const Theorem& theorem : all_theorems()) {
        if (folded(theorem.key) == wanted) by_key.push_back(theorem);
        if (mentions_all(theorem, wanted)) by_word.push_back(theorem);
    }
    return by_key.empty() ? by_word : by_key;
}

}  // namespace mizan
