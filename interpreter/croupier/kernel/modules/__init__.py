"""Kernel modules: functions that lowered rules call, as Python files (see `croupier.kernel.language`)."""
