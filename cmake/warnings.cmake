# Warnings for mizan's own targets; errors where MIZAN_WERROR is on (presets and CI).
add_library(mizan_warnings INTERFACE)
target_compile_options(mizan_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2
    # GCC 12 sees an overlap in "text" + std::string that is not there (GCC bug 105651).
    # At -O3 it also sees an overflow in fmt::format, which checks its bounds (GCC bug 105329), and
    # with precompiled headers a copy of more characters than a std::string can hold.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>
    $<$<BOOL:${MIZAN_WERROR}>:-Werror>)
if(MIZAN_SANITIZERS)
    # With sanitizers it also takes members of a std::variant for uninitialised (GCC bug 105562).
    target_compile_options(mizan_warnings INTERFACE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
