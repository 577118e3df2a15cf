// What starting with the C++ runtime costs. Beside hello.c.
#include <iostream>

int main() { std::cout << "hello 1\n"; }
