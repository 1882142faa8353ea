# mizan_add_tests(<folder> <file>...): the tests of one folder as one program, <folder>_tests.
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

function(mizan_add_tests folder)
    add_executable(${folder}_tests ${ARGN})
    target_link_libraries(${folder}_tests PRIVATE mizan_test_prelude)
    target_precompile_headers(${folder}_tests REUSE_FROM mizan_test_prelude)
    # Several files in one translation unit: what they instantiate alike takes most of the time.
    set_target_properties(${folder}_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
    add_test(NAME ${folder} COMMAND ${folder}_tests)
endfunction()
