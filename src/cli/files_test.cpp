// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <gtest/gtest.h>

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
    EXPECT_THROW(write_file(directory / "missing" / "x", "text"), std::runtime_error);
    fs::create_directory(directory / "taken");
    EXPECT_THROW(write_file(directory / "taken", "text"), std::runtime_error);
    EXPECT_EQ(count(), 1);
}

TEST_F(Files, ThatCannotBeReadAreTheUsersMistake) {
    EXPECT_THROW((void)read_input_file(directory / "missing"), InputError);
    EXPECT_THROW((void)read_input_file(directory), InputError);
    fs::resize_file((write_file(directory / "big", ""), directory / "big"), (16 << 20) + 1);
    EXPECT_THROW((void)read_input_file(directory / "big"), InputError);
}

}  // namespace files_test
}  // namespace mizan::cli
