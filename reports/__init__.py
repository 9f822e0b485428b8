"""Findings to figures, tables and pages; no arithmetic here."""

from reports.findings import Finding, Picture
from reports.report import Report, build
from reports.writer import write_report

__all__ = ["Finding", "Picture", "Report", "build", "write_report"]
