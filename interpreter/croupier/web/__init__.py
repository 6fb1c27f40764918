"""A table for people elsewhere: a small message protocol, its server, and its page.

The protocol (`host`) knows no network: messages go in, messages come out. `server` brings it to browsers and needs the
extra `web`; anything else that passes texts, such as a worker in a page, may host a table as well.
"""

from croupier.web.host import Host, Out, Sitting
from croupier.web.labels import labels
from croupier.web.messages import MOST, VERSION, Malformed, plain, written

__all__ = ["MOST", "VERSION", "Host", "Malformed", "Out", "Sitting", "labels", "plain", "server", "written"]
