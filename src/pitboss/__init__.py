"""pitboss: New Jersey's Rules of the Games as executable software."""

__version__ = "0.1.0"
