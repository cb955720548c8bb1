"""The mathematics that the games of twenty-one share."""
