"""What may be chosen must not tell what its chooser does not see."""
from croupier_dsl import ir
from croupier_dsl.checker.material import Material


def check_secrecy(checker: Material, moves: tuple[ir.MoveRule, ...], play: ir.Stage | None, zones: tuple[ir.Zone, ...], variables: tuple[ir.Variable, ...]) -> None: ...
