"""The games behind the interfaces that researchers already use: PettingZoo, Gymnasium, OpenSpiel.

Each module needs its package, which comes with an extra: `pip install 'broadside[pettingzoo]'`.
"""
