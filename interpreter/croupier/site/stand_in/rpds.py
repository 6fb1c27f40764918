"""Immutable maps, sets and lists: the part of the package `rpds` that `jsonschema` and `referencing` use.

The package itself is written in Rust, and there is none of it for a page. Each change copies, which for the few entries
of a schema's registry is quick enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Generic, Self, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
Member = TypeVar("Member", covariant=True)


class HashTrieMap(Mapping[Key, Value]):
    """A mapping; `insert` and the like give another."""

    def __init__(self, value: Mapping[Key, Value] | Iterable[tuple[Key, Value]] = (), **more: Value) -> None:
        self._entries: dict[Key, Value] = dict(value, **more)

    @classmethod
    def convert(cls, value: Mapping[Key, Value] | Iterable[tuple[Key, Value]]) -> HashTrieMap[Key, Value]:
        return value if isinstance(value, HashTrieMap) else HashTrieMap(value)

    def __getitem__(self, key: Key) -> Value:
        return self._entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def insert(self, key: Key, value: Value) -> HashTrieMap[Key, Value]:
        return HashTrieMap({**self._entries, key: value})

    def remove(self, key: Key) -> HashTrieMap[Key, Value]:
        """Return the collection without an item. Raise KeyError if it is absent."""
        if key not in self._entries:
            raise KeyError(key)
        return self.discard(key)

    def discard(self, key: Key) -> HashTrieMap[Key, Value]:
        return HashTrieMap({each: value for each, value in self._entries.items() if each != key})

    def update(self, *others: Mapping[Key, Value]) -> HashTrieMap[Key, Value]:
        entries = dict(self._entries)
        for other in others:
            entries.update(other)
        return HashTrieMap(entries)


class HashTrieSet(Set[Key]):
    """A set; `insert` and the like give another."""

    def __init__(self, value: Iterable[Key] = ()) -> None:
        self._members = frozenset(value)

    def __contains__(self, key: object) -> bool:
        return key in self._members

    def __iter__(self) -> Iterator[Key]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __hash__(self) -> int:
        return hash(self._members)

    def insert(self, key: Key) -> HashTrieSet[Key]:
        return HashTrieSet(self._members | {key})

    def remove(self, key: Key) -> HashTrieSet[Key]:
        """Return the collection without an item. Raise KeyError if it is absent."""
        if key not in self._members:
            raise KeyError(key)
        return self.discard(key)

    def discard(self, key: Key) -> HashTrieSet[Key]:
        return HashTrieSet(self._members - {key})

    def update(self, *others: Iterable[Key]) -> HashTrieSet[Key]:
        return HashTrieSet(self._members.union(*others))


class List(Generic[Member]):
    """A list that is taken from, and added to, at its front."""

    def __init__(self, *members: Member | Iterable[Member]) -> None:
        """Make the collection of one iterable argument, else of all arguments."""
        found = members[0] if len(members) == 1 and isinstance(members[0], Iterable) else members
        self._members: tuple[Member, ...] = tuple(found)  # type: ignore[arg-type]  # as the original has it

    def __iter__(self) -> Iterator[Member]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._members == other._members

    def __hash__(self) -> int:
        return hash(self._members)

    @property
    def first(self) -> Member:
        return self._members[0]

    @property
    def rest(self) -> Self:
        return type(self)(self._members[1:])

    def push_front(self, member: Member) -> Self:  # type: ignore[misc]  # it is given another, and not changed
        return type(self)((member, *self._members))

    def drop_first(self) -> Self:
        return self.rest
