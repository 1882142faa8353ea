# Tests as ctest knows them; docs/internals/tests.md says what their labels mean.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
find_library(mpfr mpfr REQUIRED)

# Arb: ball arithmetic, in the system's FLINT where that already contains it.
find_path(MIZAN_ARB_INCLUDE acb_calc.h PATH_SUFFIXES flint REQUIRED)
find_library(MIZAN_ARB NAMES flint-arb arb flint REQUIRED)
find_library(MIZAN_FLINT flint REQUIRED)
add_library(mizan_balls INTERFACE)
target_include_directories(mizan_balls SYSTEM INTERFACE ${MIZAN_ARB_INCLUDE})
target_link_libraries(mizan_balls INTERFACE ${MIZAN_ARB} ${MIZAN_FLINT})

# What every test includes, compiled once.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/prelude.cpp CONTENT "")
add_library(mizan_test_prelude OBJECT ${PROJECT_BINARY_DIR}/prelude.cpp)
target_link_libraries(mizan_test_prelude PUBLIC
    mizan mizan_warnings GTest::gtest_main rapidcheck_gtest ${mpfr})
target_include_directories(mizan_test_prelude PUBLIC ${PROJECT_SOURCE_DIR}/tests)
target_precompile_headers(mizan_test_prelude PRIVATE
    ${PROJECT_SOURCE_DIR}/tests/support/prelude.hpp)
# Optimisers and sanitizers are for mizan, not for its tests: those would take three times as long
# to compile, and not run faster.
target_compile_options(mizan_test_prelude PUBLIC -O1)
if(MIZAN_SANITIZERS)
    target_compile_options(mizan_test_prelude PUBLIC -fno-sanitize=all)
endif()

# mizan_add_tests(<folder> <file>...): the tests of one folder as one program, <folder>_tests. Those
# of a room, <folder>/<room>, are the program <folder>_<room>_tests and the test <folder>.<room>;
# they also have the label of the folder.
function(mizan_add_tests folder)
    string(REPLACE "/" "_" target ${folder}_tests)
    string(REPLACE "/" "." name ${folder})
    string(REGEX REPLACE "/.*" "" label ${folder})
    add_executable(${target} ${ARGN})
    target_link_libraries(${target} PRIVATE mizan_test_prelude)
    target_precompile_headers(${target} REUSE_FROM mizan_test_prelude)
    # Several files in one translation unit: what they instantiate alike takes most of the time.
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
    set(labels ${label} unit)
    list(REMOVE_ITEM labels ${name})
    mizan_add_test_program(${target} ${name} ${labels})
endfunction()

# mizan_add_test_program(<target> <name> <label>...): a program of GoogleTest as one test of ctest.
# One that would take longer than all others together becomes several, which run at the same time.
set(mizan_parts_of_account 4)
function(mizan_add_test_program target name)
    set(labels ${name} ${ARGN})
    set(parts 1)
    if(DEFINED mizan_parts_of_${name})
        set(parts ${mizan_parts_of_${name}})
    endif()
    foreach(part RANGE 1 ${parts})
        set(test ${name})
        if(parts GREATER 1)
            set(test ${name}.${part})
        endif()
        math(EXPR index "${part} - 1")
        add_test(NAME ${test} COMMAND ${target})
        # The files that a test requires are also what ./test LABEL builds for it. The cost is an
        # order: programs in several parts begin first, so that nothing waits for them at the end.
        set_tests_properties(${test} PROPERTIES
            LABELS "${labels}"
            REQUIRED_FILES $<TARGET_FILE:${target}>
            COST ${parts}
            ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}")
    endforeach()
endfunction()

# mizan_add_check(<name> LABEL <label> [NEEDS <target>...] [CORES <number>] [FULL]
#                 COMMAND <word>...)
# makes any other command a test. It passes if its status is 0. If the last line it prints is
# "N passed, M failed", ./test counts those. With FULL, only ./test --full (ctest -C Full) runs it.
function(mizan_add_check name)
    cmake_parse_arguments(PARSE_ARGV 1 check FULL "LABEL;CORES" "NEEDS;COMMAND")
    if(check_FULL)
        add_test(NAME ${name} COMMAND ${check_COMMAND} CONFIGURATIONS Full
            WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    else()
        add_test(NAME ${name} COMMAND ${check_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    endif()
    set_tests_properties(${name} PROPERTIES LABELS ${check_LABEL})
    set(files)
    foreach(target IN LISTS check_NEEDS)
        list(APPEND files $<TARGET_FILE:${target}>)
    endforeach()
    if(files)
        set_tests_properties(${name} PROPERTIES REQUIRED_FILES "${files}")
    endif()
    if(check_CORES)
        set_tests_properties(${name} PROPERTIES PROCESSORS ${check_CORES})
    endif()
endfunction()
