/* scripts/abi puts a main() behind this that prints a line for each fact: its key, a tab, and what it is.
 *
 * Below, what the inline functions of streams.h make and read: they are copied into programs, which then meet every
 * later library. */
#include <stddef.h>
#include <stdio.h>
#include <streams.h>

static void number(long long value) { printf("%lld\n", value); }
static void text(const char *value) { printf("%s\n", value); }
#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
  char *: "text", default: "other")
#define SHOW(key, x) do { printf("%s\t%s ", key, KIND(x)); _Generic((x), char *: text, default: number)(x); } while (0)
/* What a struct begins with; its first field is its size. */
static void bytes(const char *key, const void *of, size_t size) {
  printf("%s\t", key);
  for (size_t i = sizeof(size_t); i < size; i++) printf("%02x", ((const unsigned char *)of)[i]);
  printf("\n");
}

static uint64_t memory[4];
static streams_type_t type = { sizeof(streams_type_t), STREAMS_KIND_OBJECT, 0, "type", NULL, NULL, NULL, NULL };

static void show(const char *what, streams_value_t v) {
  uintptr_t address = (uintptr_t)memory, descriptor = (uintptr_t)&type;
  printf("words %s\t", what);
  if (v.bits == address) printf("the address, ");
  else printf("%016llx, ", (unsigned long long)v.bits);
  if (v.type - descriptor < 8) printf("the descriptor + %d\n", (int)(v.type - descriptor));
  else printf("%016llx\n", (unsigned long long)v.type);
}

static void reads(const char *what, streams_value_t v) {
  streams_span_t span = streams_span_of(v);
  streams_list_t list = streams_list_of(v);
  printf("reads %s\tkind %d, %s, null %d int %d; %d, %lld, %g, status %d; span %d %zu, list %d %zu, object %d as %d type %d\n",
    what, (int)streams_kind_of(v), streams_is_yours(v) ? "yours" : "lent", streams_is_null(v), streams_is_int(v),
    streams_bool_of(v), (long long)streams_int_of(v), streams_double_of(v), streams_status_of(v),
    span.data != NULL, span.size, list.items != NULL, list.count, streams_object_of(v) != NULL,
    streams_object_as(v, &type) != NULL, streams_type_of(v) != NULL);
}

static streams_value_t word(uint64_t bits, uintptr_t type_word) {
  streams_value_t v = { bits, type_word };
  return v;
}

/* A value with a descriptor of that kind, as the library makes them: memory is a span, a list or a boxed pointer. */
static void described(const char *what, uint32_t kind, uint32_t flags) {
  char name[64];
  type.kind = kind;
  type.flags = flags;
  memory[0] = (uintptr_t)memory;
  memory[1] = 2;
  snprintf(name, sizeof name, "%s, yours", what);
  reads(name, word((uintptr_t)memory, (uintptr_t)&type));
  snprintf(name, sizeof name, "%s, lent", what);
  reads(name, word((uintptr_t)memory, (uintptr_t)&type | 7));
}

/* In the library; here it shows that it is called. */
void streams_value_clear_slow_(streams_value_t v) { show("streams_value_clear calls the library with", v); }

static void words(void) {
  uintptr_t address = (uintptr_t)memory;
  const char *text = strcpy((char *)memory, "text");
  streams_value_t items[2] = { word(1, 2), word(address, (uintptr_t)&type) }, cleared = word(5, 2);
  show("streams_value_make_", streams_value_make_(3, 2));
  show("streams_null", streams_null());
  show("streams_bool", streams_bool(true));
  show("streams_int", streams_int(-2));
  show("streams_double", streams_double(0.5));
  show("streams_string", streams_string(text));
  show("streams_string, NULL", streams_string(NULL));
  show("streams_string_ref, NULL", streams_string_ref(NULL, 3));
  show("streams_string_ref, NULL of 0", streams_string_ref(NULL, 0));
  show("streams_list_ref, too many", streams_list_ref(items, SIZE_MAX / 4));
  show("streams_string_ref", streams_string_ref(text, 3));
  show("streams_bytes_ref", streams_bytes_ref(memory, 5));
  show("streams_list_ref", streams_list_ref((const streams_value_t *)memory, 2));
  show("streams_object_ref", streams_object_ref(&type, memory));
  show("streams_value_counted", streams_value_counted(&type, memory));
  show("streams_skip", streams_skip());
  show("streams_end", streams_end());
  show("streams_failure", streams_failure(-10001));
  show("streams_lend", streams_lend(items[1]));
  show("streams_list_at, 0", streams_list_at(word((uintptr_t)items, 2 << 3 | 6), 0));
  show("streams_list_at, 1", streams_list_at(word((uintptr_t)items, 2 << 3 | 6), 1));
  show("streams_list_at, 2", streams_list_at(word((uintptr_t)items, 2 << 3 | 6), 2));
  streams_value_clear(&cleared);
  show("streams_value_clear", cleared);
  streams_value_clear(&items[1]);

  reads("null", word(0, 0));
  reads("bool", word(1, 1));
  reads("int", word((uint64_t)-2, 2));
  reads("double", word(0x3fe0000000000000, 3));
  reads("text", word(address, 3 << 3 | 4));
  reads("bytes", word(address, 5 << 3 | 5));
  reads("list", word(address, 2 << 3 | 6));
  reads("skip", word(0, 8));
  reads("end", word(0, 16));
  reads("failure", word((uint64_t)-10001, 24));
  described("described text", 4, 0);
  described("described bytes", 5, 0);
  described("described list", 6, 0);
  described("object", 8, 0);
  described("boxed object", 8, 1);
}
