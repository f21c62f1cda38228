const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an ISO 8601 time for display. */
export const timeOf = (iso: string): string => format.format(new Date(iso));
