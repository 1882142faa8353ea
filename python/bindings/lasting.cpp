// SPDX-License-Identifier: Apache-2.0
// Questions that nobody waits for, and threads of Python that are still asking, go on while the
// process ends: what they read must stay. So nothing in this module is destroyed at the end; none
// of it holds a file or anything else that outlives the process.
//
// A file of its own, which includes nothing: where the C++ library has declared this function
// before, Clang does not let it be hidden.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*);
extern "C" int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }
