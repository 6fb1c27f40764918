"""Run pieces of work on clusters of dask or ray, in processes of other machines."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from importlib.metadata import version
from threading import RLock
from typing import ParamSpec, Protocol, Self, TypeVar

from croupier.base.faults import CroupierError, SetupError
from croupier.base.language import current, speak, tr

Found = TypeVar("Found")
Given = TypeVar("Given")
Words = ParamSpec("Words")

PATIENCE = 20
"""The time in seconds that a cluster may take to answer and to have a process ready."""


class ClusterError(CroupierError):
    """A cluster cannot be reached, or a piece of work failed there."""

    def __init__(self, address: str, what: str) -> None:
        super().__init__(tr("the cluster {address}: {what}", address=address, what=what))


class Client(Protocol):
    """The interface of a cluster. `jobs`: the number of pieces that it works on at a time."""

    jobs: int

    def submit(self, do: Callable[Words, Found], *words: Words.args, **more: Words.kwargs) -> Future[Found]: ...

    def end(self) -> None: ...


class Cluster:
    """Processes of the cluster at `dask:ADDRESS` or `ray:ADDRESS`. Each calls `begin(given)` first: both are sent with
    every piece, packed, and unpacked by a process that has not seen them yet. It must have the same croupier. Raises
    SetupError or ClusterError without such a cluster."""

    at_once = 1.0
    """The work of a piece, in seconds: it goes over the network, to any free process."""

    def __init__(self, address: str, begin: Callable[[Given], None], given: Given) -> None:
        kind, _, where = address.partition(":")
        if kind not in KINDS or not where:
            told = tr("unknown kind of cluster: {address}; write dask:ADDRESS or ray:ADDRESS", address=address)
            raise SetupError(told)
        self.address = address
        self._sent = zlib.compress(pickle.dumps((version("croupier"), current(), pickle.dumps((begin, given)))))
        try:
            self._client = KINDS[kind](where)
        except ImportError:
            told = tr("{name} is not installed here: pip install 'croupier[{name}]'", name=kind)
            raise SetupError(told) from None
        except Exception as error:  # each library has its own, of many kinds
            raise self.trouble(error) from error
        self.jobs = self._client.jobs

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def submit(self, do: Callable[Words, Found], *words: Words.args, **more: Words.kwargs) -> Future[Found]:
        """Work to be done."""
        return self._client.submit(_there, self._sent, do, words, more)

    def end(self) -> None:
        """End the work."""
        self._client.end()

    def trouble(self, error: Exception) -> CroupierError:
        """Return the error of a piece, in words."""
        if isinstance(error, CroupierError):
            return error
        said = str(error).strip().splitlines()
        return ClusterError(self.address, f"{type(error).__name__}: {said[0]}" if said else type(error).__name__)


class _Dask:
    def __init__(self, where: str) -> None:
        from distributed import Client

        self._client = Client(where, timeout=PATIENCE, set_as_default=False)
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            self.jobs = sum(self._client.nthreads().values())
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)

    def submit(self, do: Callable[Words, Found], *words: Words.args, **more: Words.kwargs) -> Future[Found]:
        found: Future[Found] = self._executor.submit(do, *words, **more)
        return found

    def end(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()


class _Ray:
    def __init__(self, where: str) -> None:
        import ray

        self._ray = ray
        self._mine = not ray.is_initialized()
        if self._mine:
            ray.init(where, log_to_driver=False, logging_level="error")
        self.jobs = max(int(ray.cluster_resources().get("CPU", 0)), 1)
        self._there = ray.remote(num_cpus=1)(_doing)

    def submit(self, do: Callable[Words, Found], *words: Words.args, **more: Words.kwargs) -> Future[Found]:
        found: Future[Found] = self._there.remote(do, words, more).future()
        return found

    def end(self) -> None:
        if self._mine:
            self._ray.shutdown()


def _doing(do: Callable[Words, Found], words: tuple[object, ...], more: dict[str, object]) -> Found:
    return do(*words, **more)  # type: ignore[arg-type]  # as they were handed to `submit`


KINDS: dict[str, Callable[[str], Client]] = {"dask": _Dask, "ray": _Ray}
"""The function for each kind of cluster, by the start of its address."""

_BEGUN: list[bytes] = []
"""In a process of a cluster: the functions and data that it has been started with."""
_ONE = RLock()
"""One piece is worked on at a time, however many threads a process has."""


def _there(sent: bytes, do: Callable[Words, Found], words: tuple[object, ...], more: dict[str, object]) -> Found:
    """Return a piece of work in a process of a cluster."""
    with _ONE:
        if sent not in _BEGUN:
            _BEGUN.clear()
            made_by, language, begun_with = pickle.loads(zlib.decompress(sent))
            speak(language)
            here = version("croupier")
            if made_by != here:
                raise SetupError(
                    tr(
                        "its processes run croupier {there}; this one is {here}: install the same version",
                        there=here,
                        here=made_by,
                    )
                )
            begin, given = pickle.loads(begun_with)
            begin(given)
            _BEGUN.append(sent)
        return _doing(do, words, more)
