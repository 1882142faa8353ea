// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mizan/units/error.hpp"

namespace mizan::cli {
namespace files_test {

namespace fs = std::filesystem;

class Files : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "mizan-files-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        directory = name;
    }
    void TearDown() override { fs::remove_all(directory); }

    [[nodiscard]] std::ptrdiff_t count() const {
        return std::distance(fs::directory_iterator(directory), fs::directory_iterator());
    }

    fs::path directory;
};

TEST_F(Files, ReadBackWhatWasWritten) {
    const std::string bytes("a\0b\n\xFF", 5);
    write_file(directory / "x", bytes);
    EXPECT_EQ(read_input_file(directory / "x"), bytes);
    write_file(directory / "x", "");
    EXPECT_EQ(read_input_file(directory / "x"), "");
    EXPECT_EQ(count(), 1);
}

TEST_F(Files, ThatCannotBeWrittenLeaveNothingBehind) {
    EXPECT_THROW(write_file(directory / "missing" / "x", "text"), InputError);
    fs::create_directory(directory / "taken");
    EXPECT_THROW(write_file(directory / "taken", "text"), InputError);
    EXPECT_THROW(write_file(directory / std::string(300, 'x'), "text"), InputError);
    EXPECT_EQ(count(), 1);
}

TEST_F(Files, KeepTheirModeAndNewOnesThatOfTheUmask) {
    const auto mode = [&] {
        struct stat found {};
        EXPECT_EQ(::stat((directory / "x").c_str(), &found), 0);
        return found.st_mode & 0777;
    };
    const mode_t before = ::umask(0027);
    write_file(directory / "x", "text");
    ::umask(before);
    EXPECT_EQ(mode(), 0640U);
    EXPECT_EQ(::chmod((directory / "x").c_str(), 0604), 0);
    write_file(directory / "x", "other text");
    EXPECT_EQ(mode(), 0604U);
}

TEST_F(Files, AreReachedThroughLinks) {
    fs::create_symlink("x", directory / "link");
    write_file(directory / "link", "one");  // to nothing yet
    EXPECT_EQ(read_input_file(directory / "x"), "one");
    write_file(directory / "link", "two");
    EXPECT_EQ(read_input_file(directory / "x"), "two");
    EXPECT_TRUE(fs::is_symlink(directory / "link"));
    EXPECT_EQ(count(), 2);
    fs::create_symlink("round", directory / "round");
    EXPECT_THROW(write_file(directory / "round", "text"), InputError);
}

TEST_F(Files, ThatAreDevicesAreWrittenAsTheyAre) {
    fs::create_symlink("/dev/null", directory / "null");
    write_file(directory / "null", "text");
    fs::create_symlink("/dev/full", directory / "full");
    try {
        write_file(directory / "full", "text");
        FAIL();
    } catch (const InputError&) {
        FAIL() << "a full disk is not the user's mistake";
    } catch (const std::runtime_error&) {
    }
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// Lines from a pipe that another thread fills.
std::vector<Line> lines_of(const std::string& text, std::size_t longest) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    std::thread writer([&, to = ends[1]] {
        for (std::size_t i = 0; i < text.size(); i += 1000) {
            const std::string part = text.substr(i, 1000);
            EXPECT_EQ(::write(to, part.data(), part.size()), static_cast<ssize_t>(part.size()));
        }
        ::close(to);
    });
    std::vector<Line> all;
    Lines lines(Input(ends[0], "a pipe"), longest, [] {});
    while (auto line = lines.next()) all.push_back(*std::move(line));
    writer.join();
    ::close(ends[0]);
    return all;
}

TEST(InputLines, AreThoseOfTheText) {
    EXPECT_TRUE(lines_of("", 10).empty());
    for (const char* text : {"a\n\nbc\n", "a\n\nbc"}) {
        const auto lines = lines_of(text, 10);
        ASSERT_EQ(lines.size(), 3U) << text;
        EXPECT_EQ(lines[0].text, "a");
        EXPECT_EQ(lines[1].text, "");
        EXPECT_EQ(lines[2].text, "bc");
    }
}

TEST(InputLines, AreKeptUpToALimitAndCountedBeyond) {
    const auto lines = lines_of("12345\n123456\n" + std::string(300'000, 'x') + "\n1", 5);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[0].is_whole());
    EXPECT_FALSE(lines[1].is_whole());
    EXPECT_EQ(lines[1].text, "12345");
    EXPECT_EQ(lines[2].length, 300'000U);
    EXPECT_EQ(lines[2].text.size(), 5U);
    EXPECT_EQ(lines[3].text, "1");
}

TEST(InputLines, ThatCannotBeReadAreNoEnd) {
    const int directory = ::open("/", O_RDONLY);
    Lines lines(Input(directory, "a directory"), 10, [] {});
    EXPECT_THROW((void)lines.next(), std::runtime_error);
    ::close(directory);
    Lines closed(Input(directory, "nothing"), 10, [] {});
    EXPECT_THROW((void)closed.next(), std::runtime_error);
}

TEST_F(Files, ThatCannotBeReadAreTheUsersMistake) {
    EXPECT_THROW((void)read_input_file(directory / "missing"), InputError);
    EXPECT_THROW((void)read_input_file(directory), InputError);
    fs::resize_file((write_file(directory / "big", ""), directory / "big"), (16 << 20) + 1);
    EXPECT_THROW((void)read_input_file(directory / "big"), InputError);
}

}  // namespace files_test
}  // namespace mizan::cli
