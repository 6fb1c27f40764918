"""Players that think ahead on compiled rules, and players by the words that name them."""
