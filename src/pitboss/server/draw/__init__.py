"""Tables drawn as SVG, from a game's own data and from what a seat may see."""
