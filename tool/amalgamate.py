#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""amalgamate.py FOLDER: writes the library as two files, hone.h and hone.c, and the embedded core alone
as hone_core.h and hone_core.c, to be dropped into somebody's project.

The public headers are joined in the order of their includes. In the .c file each internal header stands
where it is first included (headers without a guard are templates and stand wherever they are included).
Two files may use one name for two private things: such names get the file's name in front. That is done
word by word outside comments and strings, and members (after . and ->) are left alone. What files share
among themselves becomes static, or gets hone_internal_ in front, so that nothing but hone_ is left to
meet names of the project."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE_ROOMS = ("base", "math", "canvas", "rig")
HOSTED = ("src/base/heap.c",)
# Names of the operating system's headers, which one file of the library may use for its own and another
# one include.
SYSTEM = set("""abs accept access alarm bind clock close connect div dup exit floor fork free getline index
kill link listen log nice open pause pipe poll pow raise read remove rename round select send signal sleep
sync tell time wait write y0 y1 yn j0 j1 jn""".split())
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"].*$')
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\w+|\s+|.', re.S)


def library_sources():
    """All sources of the library, in the order in which the CMakeLists.txt name them."""
    found = []

    def visit(folder):
        text = re.sub(r"#[^\n]*", "", (folder / "CMakeLists.txt").read_text())
        for command, words in re.findall(r"\b(hone_sources|add_subdirectory)\s*\(([^)]*)\)", text):
            if command == "add_subdirectory":
                visit(folder / words.split()[0])
            else:
                found.extend((words.split()[0], folder / name) for name in words.split()[1:])

    visit(ROOT / "src")
    return [path for target, path in found], [path for target, path in found
                                              if target == "hone_core_objects"]


def private_names(text, static_macros):
    """The names of file scope that a source defines for itself; relies on the layout that clang-format
    gives: what starts in the first column is of file scope."""
    names, macros = set(), set()
    code = "".join(" " if t.startswith(("//", "/*")) else t for t in TOKEN.findall(text))
    for name in re.findall(r"^#\s*define\s+(\w+)", code, re.M):
        macros.add(name)
    # static, or a macro that says it, maybe after attributes or macros for them.
    static = "|".join(["static", *static_macros])
    for line in re.findall(rf"^(?:(?:[A-Z][A-Z0-9_]*|__attribute__\s*\(\([^\n]*?\)\))\s+)*(?:{static})\s[^;{{=]*",
                           code, re.M):
        line = re.sub(r"__attribute__\s*\(\(.*?\)\)|_Alignas\s*\([^)]*\)|\bstruct\s+\w+\b|^[A-Z][A-Z0-9_]*\s",
                      " ", line)
        named = re.search(r"(\w+)\s*\(", line) or re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", line)
        if named:
            names.add(named[1])
    names.update(re.findall(r"^(?:typedef\s+)?(?:struct|union|enum)\s+(\w+)\s*\{", code, re.M))
    names.update(re.findall(r"^\}\s*(\w+)\s*;", code, re.M))
    names.update(re.findall(r"^typedef\s[^;{]*?\(\*\s*(\w+)\)\s*\(", code, re.M))
    names.update(re.findall(r"^typedef\s[^;{(]*?\b(\w+)\s*(?:\[[^\]]*\])?;", code, re.M))
    for body in re.findall(r"^(?:typedef\s+)?enum\b[^{;]*\{(.*?)\}", code, re.M | re.S):
        names.update(re.findall(r"(?:^|,)\s*(\w+)", body))
    return names, macros


def pasted_names(text):
    """The static names that a source makes with macros and ##, such as filter##_row of ROW(nearest)."""
    names = set()
    text = text.replace("\\\n", " ")
    for macro, parameters, body in re.findall(r"^#\s*define\s+(\w+)\(([^)]*)\)(.*)$", text, re.M):
        if "##" in body and re.search(r"\bstatic\b", body):
            parameters = [word.strip() for word in parameters.split(",")]
            for arguments in re.findall(rf"^{macro}\(([^()]*)\)", text, re.M):
                values = dict(zip(parameters, (word.strip() for word in arguments.split(","))))
                made = re.sub(r"\w+", lambda m, v=values: v.get(m[0], m[0]), body)
                made = re.sub(r"\s*##\s*", "", made)
                names.update(re.findall(r"\bstatic\b[^;{}()=]*?(\w+)\s*\(", made))
    return names


def is_pasted(word, text):
    """Whether a macro with ## could make that word."""
    text = text.replace("\\\n", " ")
    for parameters, body in re.findall(r"^#\s*define\s+\w+\(([^)]*)\)(.*)$", text, re.M):
        given = re.findall(r"\w+", parameters)
        for parts in re.findall(r"\w+(?:\s*##\s*\w+)+", body):
            pattern = "".join(r"\w+" if piece in given else re.escape(piece)
                              for piece in re.split(r"\s*##\s*", parts))
            if re.fullmatch(pattern, word):
                return True
    return False


def renamed(text, names, prefix):
    """text with each of the names, where it is a word and no member, made prefix_name."""
    tokens, out, before = TOKEN.findall(text), [], ""
    depth_of_struct, depth = [], 0
    for i, token in enumerate(tokens):
        if token == "{":
            head = "".join(tokens[max(0, i - 6):i])
            depth += 1
            if re.search(r"\b(struct|union)\s*(\w+\s*)?$", head):
                depth_of_struct.append(depth)
        elif token == "}":
            if depth_of_struct and depth_of_struct[-1] == depth:
                depth_of_struct.pop()
            depth -= 1
        if token in names and before not in (".", ">"):
            after = next((t for t in tokens[i + 1:] if not t.isspace()), "")
            declares = depth_of_struct and depth_of_struct[-1] == depth and after in (";", ",", "[", ":")
            token = token if declares else f"{prefix}_{token}"
        out.append(token)
        if not token.isspace():
            before = ">" if token == ">" and before == "-" else "" if token == ">" else token
    return "".join(out)


SHARED_FUNCTION = re.compile(
    r"^(?!static\b|typedef\b|extern\b|HONE_API\b)([A-Za-z_][\w \t\n*]*?[\s*](\w+)\([^;{}#]*\)"
    r"(?:\s*__attribute__\s*\(\(.*?\)\))?;)", re.M)
SHARED_OBJECT = re.compile(r"^extern\s[^;(]*?(\w+)\s*(?:\[[^;]*)?;", re.M)


def made_static(text):
    """An internal header whose functions are static, and the names of the objects that it declares."""
    return SHARED_FUNCTION.sub(r"static \1", text), SHARED_OBJECT.findall(text)


class Includes:
    """Which internal headers a file takes in, directly or not."""

    def __init__(self, joiner):
        self.joiner = joiner
        self.known = {}

    def of(self, path):
        if path not in self.known:
            self.known[path] = set()
            for line in path.read_text().splitlines():
                match = INCLUDE.match(line)
                if match and match[1] == '"':
                    file = self.joiner.find(path, match[2])
                    if not file.is_relative_to(ROOT / "include"):
                        self.known[path] |= {file} | self.of(file)
        return self.known[path]


class Joiner:
    """Joins files in the order of their includes."""

    def __init__(self, folders):
        self.folders = folders
        self.done = set()
        self.objects = []
        self.change = lambda text, path: text

    def find(self, path, name):
        for folder in (path.parent, *self.folders):
            if (folder / name).is_file():
                return (folder / name).resolve()
        sys.exit(f"amalgamate: {path}: \"{name}\" leads nowhere")

    def add(self, path):
        """The text of a file with everything that it includes and that is not there yet."""
        out = []
        text = path.read_text()
        if path.suffix == ".h" and not path.is_relative_to(ROOT / "include"):
            text, objects = made_static(text)
            self.objects += objects
        for line in self.change(text, path).splitlines():
            match = INCLUDE.match(line)
            if not match:
                if "SPDX-License-Identifier" not in line:
                    out.append(line)
            elif match[1] == "<":
                # Includes of intrinsics have to stay in their #if; the others are repeated without harm.
                out.append(line)
            else:
                file = self.find(path, match[2])
                guarded = re.search(r"^#ifndef (\w+_H)\n#define \1$", file.read_text(), re.M)
                if file not in self.done:
                    if guarded:
                        self.done.add(file)
                    out.append(self.add(file).strip("\n"))
        return "\n".join(out).lstrip("\n").removeprefix("//\n") + "\n"


def name_of(path):
    return re.sub(r"\W", "_", str(path.relative_to(ROOT / "src").with_suffix("")))


def write(folder, name, headers, sources, what):
    licence = "".join(f"// {line}".rstrip() + "\n" for line in (ROOT / "LICENSE").read_text().splitlines())
    version = re.search(r"project\(hone VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    head = (f"// SPDX-License-Identifier: MIT\n//\n// hone {version}, {what}: made by tool/amalgamate.py "
            f"from the sources, not to be edited.\n//\n{licence}\n")

    public = Joiner([ROOT / "include"])
    text = ""
    for header in headers:
        if header.resolve() not in public.done:
            public.done.add(header.resolve())
            text += public.add(header) + "\n"
    guard = name.upper() + "_AMALGAMATED_H"
    (folder / f"{name}.h").write_text(f"{head}#ifndef {guard}\n#define {guard}\n\n{text}#endif\n")

    inner = Joiner([ROOT / "include", ROOT / "src"])
    inner.done = set(public.done) | {(ROOT / "include/hone/hone.h").resolve()}
    includes = Includes(inner)
    internal = sorted(set().union(*(includes.of(path) for path in sources)))
    texts = {path: path.read_text() for path in [*internal, *sources]}
    static_macros = set()
    for text in texts.values():
        static_macros.update(re.findall(r"^#\s*define\s+(\w+)\s[^\n]*\bstatic\b", text, re.M))
    private, macros, pasted, count = {}, {}, {}, {}
    for path, text in texts.items():
        private[path], macros[path] = private_names(text, static_macros)
        private[path] |= pasted_names(text)
        pasted[path] = {word for word in private[path] if is_pasted(word, text)}
        if path in internal:
            private[path] |= {match[2] for match in SHARED_FUNCTION.finditer(text)}
        for word in private[path]:
            count[word] = count.get(word, 0) + 1
    clashing = {path: {word for word in names if count[word] > 1 or word in SYSTEM} for path, names in private.items()}

    def change(text, path):
        """Gives the names that clash the name of the file that they are of, wherever it is included."""
        words = set(re.findall(r"\w+", text))
        for file in [path, *sorted(includes.of(path))]:
            if clashing[file] & words:
                text = renamed(text, clashing[file], name_of(file))
        return text

    inner.change = change
    out = []
    for path in sources:
        # What ## makes or names cannot be renamed word by word, but a macro does it.
        made = sorted(clashing[path] & pasted[path])
        start = "".join(f"#define {word} {name_of(path)}_{word}\n" for word in made)
        end = "".join(f"#undef {word}\n" for word in [*sorted(macros[path]), *made] if word[0] != "_")
        out.append(f"// {path.relative_to(ROOT)}\n{start}{inner.add(path)}{end}")
    shared = "".join(f"#define {word} hone_internal_{word}\n" for word in inner.objects)
    # What the sources ask of the C library must be said before its first header.
    asked = sorted(set(re.findall(r"^#define (_\w+_SOURCE) (\w+)", "\n".join(texts.values()), re.M)))
    posix = "".join(f"#ifndef {word}\n#define {word} {value}\n#endif\n" for word, value in asked)
    out = [re.sub(r"^#define _\w+_SOURCE .*\n", "", text, flags=re.M) for text in out]
    # Not every build uses every function that files share.
    quiet = ("#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n#endif\n")
    out.insert(0, f'{head}{posix}#include "{name}.h"\n\n{quiet}\n{shared}')
    (folder / f"{name}.c").write_text("\n".join(out))
    lines = sum(text.count("\n") for text in out)
    print(f"{folder / name}.c: {lines} lines from {len(sources)} files")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: amalgamate.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    everything, core = library_sources()
    include = ROOT / "include/hone"
    write(folder, "hone", [include / "hone.h"], everything, "the whole library")
    headers = [include / f"{room}.h" for room in CORE_ROOMS if (include / f"{room}.h").is_file()]
    write(folder, "hone_core", headers, core, "the embedded core")


main()
