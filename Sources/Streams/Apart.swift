// Nothing, on purpose. The compiler puts what initialises the properties of all types into a module's first file, by path;
// without this one the C library would take that file along, and with it what Swift needs for async code and Dispatch.
// See cmake/link.sh.
