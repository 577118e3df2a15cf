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
# readme_files PAGE FOLDER: writes each block of code that follows a line `path`: to that path in the folder.
readme_files() {
  awk -v folder="$2" '
    inside && $0 == "```" { close(file); inside = 0; file = ""; next }
    inside { print >file; next }
    /^`[^`]+`:$/ { file = folder "/" substr($0, 2, length($0) - 3) }
    file != "" && /^```/ { system("mkdir -p \"$(dirname \"" file "\")\""); inside = 1 }' "$1"
}
