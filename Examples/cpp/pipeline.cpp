// Pipelines of lambdas on libstreams.so. Ends with 1 if something is not as expected.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <vector>

#include <stdlib.h>

#include "streams.hpp"

static std::vector<std::string> received;
static int wrong = 0;

static void expect(const char *title, const std::vector<std::string> &values) {
  std::cout << title << ":";
  for (const auto &text : received) std::cout << " [" << text << "]";
  std::cout << "\n";
  if (received != values) {
    std::cout << "  WRONG: expected";
    for (const auto &text : values) std::cout << " [" << text << "]";
    std::cout << "\n";
    wrong = 1;
  }
  received.clear();
}

static void receive(streams_value_t v) {
  char text[100];
  streams_value_describe(v, text, sizeof text);
  received.push_back(text);
}
static void ended(const streams::error *failure) {
  received.push_back(failure == nullptr ? "finished" : failure->what());
}

static void map_and_filter() {
  std::int64_t factor = 3;
  streams::range(1, 5)
    .map([factor](std::int64_t n) { return n * factor; })
    .filter([](std::int64_t n) { return n % 2 != 0; })
    .sink(receive, ended);
  expect("odd multiples", {"3", "9", "15", "finished"});

  // What a lambda owns lives as long as its stream, and goes with it.
  auto words = std::make_unique<std::istringstream>("to be or not");
  streams::generate([words = std::move(words)]() -> std::optional<std::string> {
    std::string word;
    return *words >> word ? std::optional<std::string>(word) : std::nullopt;
  })
    .map([](std::string_view word) { return std::string(word) + "!"; })
    .sink(receive, ended);
  expect("words", {"to!", "be!", "or!", "not!", "finished"});
}

static void one_at_a_time() {
  streams::subscription running;
  auto made = std::make_shared<int>(0);
  streams::generate([made]() -> std::optional<int> { return ++*made; }).subscribe({
    [&running](streams::subscription begun) { running = std::move(begun); },
    [](streams_value_t v) -> streams_demand_t { return receive(v), 0; }, ended});
  expect("before a request", {});
  running.request(1);
  expect("one", {"1"});
  running.request(2);
  expect("two more", {"2", "3"});
  running.cancel();
  running.request(1);  // harmless
  expect("cancelled", {});
  if (*made != 3 || made.use_count() != 1) wrong = 1;  // nothing ahead; and the lambda is gone
}

static void failures() {
  streams::range(1, 3)
    .map([](std::int64_t n) -> std::int64_t {
      if (n == 2) throw std::runtime_error("two is too much");
      return n;
    })
    .sink(receive, ended);
  expect("thrown in map", {"1", "two is too much"});

  streams::range(1, 3).sink([](streams_value_t) { throw std::logic_error("not today"); }, ended);
  expect("thrown by a subscriber", {"not today"});

  streams::range(1, 3).map([](std::string_view text) { return std::string(text); }).sink(receive, ended);
  expect("another kind", {streams_status_message(STREAMS_EKIND)});

  try {
    streams::range(1, -1);
  } catch (const streams::error &e) {
    received.push_back(streams_status_name(e.code()));
  }
  streams::publisher moved = streams::range(1, 2);
  streams::publisher first = std::move(moved).prefix(1);
  try {
    std::move(moved).prefix(1);  // used up
  } catch (const streams::error &e) {
    received.push_back(streams_status_name(e.code()));
  }
  expect("refused", {"STREAMS_EINVAL", "STREAMS_EINVAL"});
}

static void subjects() {
  streams::subject subject;
  streams::cancellable a = subject.publisher().sink(receive, ended);
  {
    streams::cancellable b = subject.publisher().map([](double d) { return d / 2; }).sink(receive, ended);
    subject.send(4.0);
    expect("two subscribers", {"4.0", "2.0"});
  }  // b is cancelled here
  subject.send(std::string("text"));
  subject.finish();
  expect("one subscriber", {"text", "finished"});
}

static void on_a_loop() {
  streams::loop loop;
  {
    streams::cancellable ticks = loop.timer(1, 1).map([](std::int64_t) { return true; }).prefix(2).sink(receive, ended);
    loop.run();
  }
  expect("a timer", {"true", "true", "finished"});

  std::string folder = (std::filesystem::temp_directory_path() / "streams-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const std::string path = folder + "/lines.txt";
  std::ofstream(path) << "a line\nanother\n";
  streams::cancellable lines = loop.read(path).lines().map([](std::string_view l) { return std::string(l); })
    .sink(receive, ended);
  loop.run();
  expect("a file", {"a line", "another", "finished"});
  std::filesystem::remove_all(folder);
}

int main() {
  map_and_filter();
  one_at_a_time();
  failures();
  subjects();
  on_a_loop();
  std::cout << "handles and streams left over: " << streams_debug_live_handles() << " and "
            << streams_debug_live_streams() << "\n";
  return wrong || streams_debug_live_handles() != 0 || streams_debug_live_streams() != 0;
}
