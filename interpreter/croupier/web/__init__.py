"""A table for people elsewhere: a small message protocol, its server, and its page.

The protocol (`host`) knows no network: messages go in, messages come out. `server` brings it to browsers and needs the
extra `web`; anything else that passes texts, such as a worker in a page, may host a table as well.
"""

from croupier.web.agreed import Agreed, Option, agreed
from croupier.web.host import Host, Sitting, welcome
from croupier.web.labels import labels
from croupier.web.lines import Lines, Out, refusal
from croupier.web.messages import MOST, VERSION, Malformed, plain, written
from croupier.web.offered import offered, sorting
from croupier.web.room import Room

__all__ = [
    "MOST",
    "VERSION",
    "Agreed",
    "Host",
    "Lines",
    "Malformed",
    "Option",
    "Out",
    "Room",
    "Sitting",
    "agreed",
    "labels",
    "offered",
    "plain",
    "refusal",
    "server",
    "sorting",
    "welcome",
    "written",
]
