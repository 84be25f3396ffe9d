from .deal_value import (
    LadderChances as LadderChances,
)
from .deal_value import (
    value_of as value_of,
)
from .deal_value import (
    value_of_end as value_of_end,
)
from .win_probability import WinTable as WinTable
from .win_probability import win_table as win_table
