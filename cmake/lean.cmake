# mizan_link_lean(<target>): a release that takes as little memory as it can. Most pages of a small program are
# those of shared libraries, which the loader touches to put them in place; and of what is linked into the
# program itself, nothing stays that nobody calls.
include(CheckCXXSourceCompiles)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT MIZAN_SANITIZERS)
    set(CMAKE_REQUIRED_LINK_OPTIONS -static -Wl,--gc-sections)
    check_cxx_source_compiles("#include <iostream>
        int main() { std::cout << 1; }" MIZAN_CAN_LINK_LEAN)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()
if(MIZAN_CAN_LINK_LEAN)
    add_compile_options(-ffunction-sections -fdata-sections)
endif()

function(mizan_link_lean target)
    if(MIZAN_CAN_LINK_LEAN)
        target_link_options(${target} PRIVATE -static -Wl,--gc-sections)
    endif()
endfunction()

# mizan_compile_lean(<target>): what runs once need not be fast, but small.
function(mizan_compile_lean target)
    if(MIZAN_CAN_LINK_LEAN)
        target_compile_options(${target} PRIVATE -Os)
    endif()
endfunction()
