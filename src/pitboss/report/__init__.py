"""Reports: what the odds room found, as a workbook or a page."""
