const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A time of an answer (ISO 8601) as a person here reads it. */
export const timeOf = (iso: string): string => format.format(new Date(iso));
