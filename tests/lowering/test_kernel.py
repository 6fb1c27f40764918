"""What writes the text of the kernel."""

from __future__ import annotations

import pytest

from croupier.lowering.kernel import Kernel


@pytest.mark.parametrize("prefix", ["m_", "T_"])
def test_no_table_has_the_name_of_a_value(prefix: str) -> None:
    """However many there are of both."""
    kernel = Kernel()
    tables = {kernel.table([number], prefix) for number in range(30)}
    assert not tables & {kernel.name(prefix) for _ in range(60)}
