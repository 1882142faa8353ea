# mizan_add_tests(<folder> <file>...): the tests of one folder as one program, <folder>_tests.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Boost REQUIRED)

function(mizan_add_tests folder)
    add_executable(${folder}_tests ${ARGN})
    target_link_libraries(${folder}_tests PRIVATE
        mizan mizan_warnings GTest::gtest_main rapidcheck_gtest Boost::headers)
    target_include_directories(${folder}_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    add_test(NAME ${folder} COMMAND ${folder}_tests)
endfunction()
