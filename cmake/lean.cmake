# mizan_link_lean(<target>): links a release so that it takes little memory. Most pages of a small
# program belong to shared libraries, which the loader writes to when it puts them in place: so it
# is linked statically. Functions that nobody calls are left out.
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

# mizan_compile_lean(<target>): optimises for size. For code that runs once, where speed is not
# felt.
function(mizan_compile_lean target)
    if(MIZAN_CAN_LINK_LEAN)
        target_compile_options(${target} PRIVATE -Os)
    endif()
endfunction()
