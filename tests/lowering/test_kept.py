"""Libraries are loaded from a folder that is one's own alone, and only if they are whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.kernel.read import read
from croupier.native import build, compilers, kept
from croupier.native.c import c
from croupier.native.compilers import Compiler, Unbuilt, compiler, counting

from .test_alongside import backends

pytestmark = [pytest.mark.skipif("c" not in backends(), reason="there is no compiler of C"), pytest.mark.in_turn(10)]


def text(more: int) -> str:
    """What says a number that is so much more."""
    return c(read(f"def answer(x):\n    return x + {more}\n"), 1, ("answer",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "native"


@pytest.fixture(autouse=True)
def _forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is loaded yet, as in another process."""
    monkeypatch.setattr(build, "_LOADED", {})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is really compiled."""
    found: list[str] = []
    whole = Compiler.compile

    def watched(self: Compiler, text: str, folder: Path, seconds: float = 60) -> Path:
        found.append(text)
        return whole(self, text, folder, seconds)

    monkeypatch.setattr(Compiler, "compile", watched)
    return found


def answer(folder: Path | None, more: int) -> int:
    """What the library says that adds `more` to nought, as another process would load it."""
    build._LOADED.clear()
    return build.library(text(more), folder).function("answer")(0)


def libraries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.so"))


def put(path: Path, data: bytes) -> None:
    """Other data under the name; this process may have the file itself loaded, which then stays as it is."""
    other = path.with_suffix(".other")
    other.write_bytes(data)
    other.chmod(0o500)
    other.replace(path)


def test_what_is_kept_is_not_compiled_again(folder: Path, made: list[str]) -> None:
    """The folder and what is in it are closed to all others."""
    assert [answer(folder, 1), answer(folder, 1), answer(folder, 2)] == [1, 1, 2]
    assert made == [text(1), text(2)]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o077 for path in libraries(folder)] == [0, 0]
    assert [path.name for path in folder.iterdir() if path.suffix != ".so"] == []


def test_what_is_at_hand_is_found_without_a_compiler_at_work(folder: Path, made: list[str]) -> None:
    """`known` gives what is kept, and makes nothing."""
    assert build.known(text(5), folder) is None
    answer(folder, 5)
    build._LOADED.clear()
    found = build.known(text(5), folder)
    assert found is not None
    assert found.function("answer")(1) == 6
    assert len(made) == 1


def test_a_library_that_was_changed_is_not_loaded(folder: Path, made: list[str]) -> None:
    """It is made anew: what its name says of what it holds is not true."""
    answer(folder, 1)
    answer(folder, 2)
    one, two = libraries(folder)
    put(one, two.read_bytes())
    put(two, b"")
    assert [answer(folder, 1), answer(folder, 2)] == [1, 2]
    assert len(made) == 4


def test_a_library_of_another_text_is_not_taken_for_it(folder: Path, made: list[str]) -> None:
    """Though it is whole: its name begins with what it was made from."""
    answer(folder, 1)
    assert answer(folder, 2) == 2
    assert len(made) == 2


def test_a_link_is_not_followed(folder: Path, made: list[str], tmp_path: Path) -> None:
    """Neither as a library nor as the folder."""
    answer(folder, 1)
    [path] = libraries(folder)
    elsewhere = tmp_path / path.name
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert answer(folder, 1) == 1
    assert len(made) == 2
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert not kept.private(link)
    assert answer(link, 1) == 1
    assert len(made) == 3


def test_what_others_may_write_is_not_loaded(folder: Path, made: list[str]) -> None:
    """A library, or a folder, that is open to others; a folder inside one that anybody may write to."""
    answer(folder, 1)
    [path] = libraries(folder)
    path.chmod(0o722)
    assert answer(folder, 1) == 1
    assert len(made) == 2
    folder.chmod(0o755)
    assert answer(folder, 1) == 1
    assert len(made) == 3
    folder.chmod(0o700)
    folder.parent.chmod(0o777)
    assert answer(folder, 1) == 1
    assert len(made) == 4


def test_a_folder_of_somebody_else_is_not_used(folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what lies there; what is compiled meanwhile is kept nowhere."""
    answer(folder, 1)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert not kept.private(folder)
    assert answer(folder, 1) == 1
    assert len(made) == 2
    assert len(libraries(folder)) == 1


def test_nothing_is_kept_where_nothing_is_to_be(made: list[str]) -> None:
    """Without a folder it is compiled, and plays."""
    assert [answer(None, 3), answer(None, 3)] == [3, 3]
    assert len(made) == 2


def test_two_processes_make_the_same(folder: Path) -> None:
    """At the same moment: both have it, whole."""
    code = (
        "import sys; from pathlib import Path; from croupier.native import build\n"
        f"print(build.library({text(9)!r}, Path(sys.argv[1])).function('answer')(0))"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.communicate(timeout=60)[0].strip() for process in both] == ["9", "9"]
    assert libraries(folder) != []
    assert all(kept._is_whole(path) for path in libraries(folder))


def test_what_is_loaded_is_not_overwritten(folder: Path) -> None:
    """A library that is made again beside one that is in use takes its name, not its place on the disk."""
    library = build.library(text(4), folder)
    [path] = libraries(folder)
    before = path.stat().st_ino
    path.chmod(0o722)  # it is trusted no more
    assert answer(folder, 4) == 4
    assert libraries(folder)[0].stat().st_ino != before
    assert library.function("answer")(1) == 5


def test_old_libraries_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used last stay."""
    monkeypatch.setattr(kept, "MOST", 2)
    for more in range(4):
        answer(folder, more)
        for age, path in enumerate(sorted(libraries(folder), key=lambda path: path.stat().st_mtime_ns, reverse=True)):
            os.utime(path, (1_000_000 - age, 1_000_000 - age))
    assert len(libraries(folder)) == 2


# ---------------------------------------------------------------- compilers


def test_the_environment_names_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of its own, which tell what it makes from what others make."""
    plain = compiler()
    monkeypatch.setenv("CC", f"{plain.command[0]} -g")
    named = compiler()
    assert named.command == (plain.command[0], "-g")
    assert named.identity != plain.identity
    monkeypatch.setenv("CC", "nobody-has-this")
    with pytest.raises(Unbuilt, match=r"^CC names nobody-has-this, which is not installed$"):
        compiler()


@pytest.mark.parametrize(
    ("script", "told"),
    [("echo 'no such thing' >&2; exit 1", "failed: no such thing"), ("exec sleep 20", "took more than 0.2 seconds")],
)
def test_a_compiler_that_does_not_work(
    script: str, told: str, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails, or takes for ever: a word, and nothing is left behind."""
    bad = tmp_path / "bad-cc"
    bad.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    bad.chmod(0o755)
    monkeypatch.setenv("CC", str(bad))
    with pytest.raises(Unbuilt, match=told):
        build.library(text(1), folder, seconds=0.2)
    assert [*folder.iterdir()] == []


def test_a_compiler_that_is_too_slow_is_asked_for_less(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it would take for ever to make the library quick, a slower one is made, and is found the next time."""
    tried, slow = tmp_path / "tried", tmp_path / "slow-cc"
    plain = compiler().command[0]
    slow.write_text(
        f'#!/bin/sh\necho "$@" >> {tried}\ncase "$*" in *-Og*) exec {plain} "$@";; esac\nexec sleep 20\n', "utf-8"
    )
    slow.chmod(0o755)
    monkeypatch.setenv("CC", str(slow))
    quick = tuple("-O2" if flag == "-Og" else flag for flag in compilers._OTHERS)  # the fast suite asks for -Og at once
    monkeypatch.setattr(compilers, "_OTHERS", quick)
    for _ in range(2):
        assert build.library(text(7), folder, seconds=3).function("answer")(1) == 8
        build._LOADED.clear()
    assert len(tried.read_text("utf-8").splitlines()) == 2


def test_what_is_no_c_is_told(folder: Path) -> None:
    with pytest.raises(Unbuilt, match=r"failed: kernel\.c"):
        build.library("this is no C", folder)


def test_another_processor_has_libraries_of_its_own(
    folder: Path, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compiled for what a processor knows is not found by one that does not know it."""
    told = tmp_path / "processors"
    found = []
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    for flags in ("fpu popcnt bmi1", "fpu", "fpu popcnt bmi1"):
        told.write_text(f"processor\t: 0\nflags\t\t: {flags}\nbugs\t\t: popcnt\n", encoding="ascii")
        found.append(counting(told))
    assert found == [("-mpopcnt", "-mbmi"), (), ("-mpopcnt", "-mbmi")]
    assert counting(tmp_path / "nowhere") == ()
    for flags in ((), ("-DKNOWING",), ()):
        using = Compiler(compiler().command, compiler().identity, flags)
        monkeypatch.setattr(build, "compiler", lambda using=using: using)
        assert answer(folder, 1) == 1
    assert (len(made), len(libraries(folder))) == (2, 2)
