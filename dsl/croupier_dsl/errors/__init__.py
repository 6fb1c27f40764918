"""All diagnostics: one small function for each message, one module for each phase."""
