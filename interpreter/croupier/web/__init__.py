"""A table for people elsewhere: a small message protocol, its server, and its page.

The protocol (`host`) knows no network: messages go in, messages come out. `server` brings it to browsers and needs the
extra `web`; anything else that passes texts, such as a worker in a page, may host a table as well.
"""

from croupier.web.agreed import Agreed, Choice, Preset, agreed
from croupier.web.host import Host, welcome
from croupier.web.hosted import Sitting
from croupier.web.labels import labels
from croupier.web.lines import Lines, Out, refusal
from croupier.web.messages import MOST, VERSION, Hello, Word, greeting, plain, written
from croupier.web.offered import offered, sorting
from croupier.web.replies import TABLE, Document, Labels, Refused
from croupier.web.room import Room
from croupier.web.wire import Kinds, Malformed, at_most, message, within

__all__ = [
    "MOST",
    "TABLE",
    "VERSION",
    "Agreed",
    "Choice",
    "Document",
    "Hello",
    "Host",
    "Kinds",
    "Labels",
    "Lines",
    "Malformed",
    "Out",
    "Preset",
    "Refused",
    "Room",
    "Sitting",
    "Word",
    "agreed",
    "at_most",
    "greeting",
    "labels",
    "message",
    "offered",
    "plain",
    "refusal",
    "server",
    "sorting",
    "welcome",
    "within",
    "written",
]
