"""How much two processes do beside each other on this machine, of what one does alone."""

from __future__ import annotations

import time
from hashlib import pbkdf2_hmac
from multiprocessing import Process


def spin(size: int) -> None:
    """Work at the speed of C, about as long on any machine that is alike."""
    pbkdf2_hmac("sha256", b"croupier", b"benchmark", size)


def control(size: int = 200_000) -> float:
    """2 where nothing else is at work."""
    times = []
    for workers in (1, 2):
        processes = [Process(target=spin, args=(size,)) for _ in range(workers)]
        start = time.perf_counter()
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        times.append(time.perf_counter() - start)
    return 2 * times[0] / times[1]
