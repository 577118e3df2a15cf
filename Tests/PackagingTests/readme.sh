# To be sourced. readme_block README LANGUAGE: the lines of the first block of code in that language.
# readme_output README LANGUAGE: the lines of the first block of plain text after it, which is what the code prints.
readme_block() {
  awk -v start='```'"$2" '$0 == "```" && inside { exit } inside { print } $0 == start { inside = 1 }' "$1"
}
readme_output() {
  awk -v start='```'"$2" '
    $0 == start { after = 1 }
    $0 == "```" && inside { exit }
    inside { print }
    $0 == "```text" && after { inside = 1 }' "$1"
}
