# What find_package(mizan) and pkg-config find: the library, the readers of expressions and JSON where
# they are built, and of other packages only threads.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# mizan.hpp is the list of public headers; tools/layers.py checks that it is complete.
file(STRINGS src/mizan/mizan.hpp includes REGEX "^#include \"mizan/")
list(TRANSFORM includes REPLACE "#include \"(.*)\"" "${PROJECT_SOURCE_DIR}/src/\\1")
foreach(header IN LISTS includes)
    if(NOT EXISTS ${header})
        list(REMOVE_ITEM includes ${header})
    endif()
endforeach()
target_sources(mizan PUBLIC FILE_SET HEADERS BASE_DIRS src
    FILES src/mizan/mizan.hpp ${includes})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/mizan/mizan.hpp)
install(TARGETS mizan EXPORT mizanTargets FILE_SET HEADERS)
set(mizan_libraries "-lmizan")

if(TARGET mizan_io)
    # The door to programs and requests as text, and what it includes.
    list(TRANSFORM mizan_io_headers PREPEND ${PROJECT_SOURCE_DIR}/src/io/)
    target_sources(mizan_io PUBLIC FILE_SET HEADERS BASE_DIRS src FILES ${mizan_io_headers})
    install(TARGETS mizan_io EXPORT mizanTargets
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mizan)
    set(mizan_libraries "-lmizan_io -lmizan")
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mizan)
install(EXPORT mizanTargets NAMESPACE mizan:: DESTINATION ${package_dir})
file(WRITE ${PROJECT_BINARY_DIR}/mizanConfig.cmake
    "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\n"
    "include(\${CMAKE_CURRENT_LIST_DIR}/mizanTargets.cmake)\n")
write_basic_package_version_file(mizanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mizanConfig.cmake ${PROJECT_BINARY_DIR}/mizanConfigVersion.cmake
    DESTINATION ${package_dir})
file(RELATIVE_PATH prefix_of_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/mizan.pc.in mizan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mizan.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
