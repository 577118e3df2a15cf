# To be sourced.
# readme_block README LANGUAGE NUMBER: the lines of the so-many-th block of code in that language.
# readme_output README LANGUAGE NUMBER: the lines of the first block of plain text after it, which is what it prints.
readme_block() {
  awk -v start='```'"$2" -v number="$3" '
    $0 == "```" && inside { exit }
    inside { print }
    $0 == start && ++seen == number { inside = 1 }' "$1"
}
readme_output() {
  awk -v start='```'"$2" -v number="$3" '
    $0 == "```" && inside { exit }
    inside { print }
    $0 == start { seen++ }
    $0 == "```text" && seen == number { inside = 1 }' "$1"
}
