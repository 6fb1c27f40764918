"""What can be told of checked rules without playing them.

It knows the rules and nothing of how they are played: no program, no state, no words for people.
"""
