# What find_package(mizan) and pkg-config find: the library, the readers of expressions and JSON where
# they are built, and of other packages only threads.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# The list of public headers; tools/public_headers.py writes and checks it.
set(list ${CMAKE_CURRENT_LIST_DIR}/public_headers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
file(STRINGS ${list} mizan_headers REGEX "^mizan/")
file(STRINGS ${list} io_headers REGEX "^io/")
list(TRANSFORM mizan_headers PREPEND ${PROJECT_SOURCE_DIR}/src/)
list(TRANSFORM io_headers PREPEND ${PROJECT_SOURCE_DIR}/src/)
target_sources(mizan PUBLIC FILE_SET HEADERS BASE_DIRS src FILES ${mizan_headers})
install(TARGETS mizan EXPORT mizanTargets FILE_SET HEADERS)
set(mizan_libraries "-lmizan")

if(TARGET mizan_io)
    target_sources(mizan_io PUBLIC FILE_SET HEADERS BASE_DIRS src FILES ${io_headers})
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
