import { runningTerm } from '../../contract/runningTerm.ts';
import { escapeHtml } from './messagePage.ts';

type Meta = 'ctx' | 'running-term' | 'time-zone';

/** Sets the content of one of the meta tags of `web/index.html`. */
export function withMeta(html: string, name: Meta, content: string): string {
  return html.replace(
    new RegExp(`(<meta name="${name}" content=")[^"]*(")`),
    (_all, before: string, after: string) => before + escapeHtml(content) + after,
  );
}

/** Sets the running term: by the calendar of the time zone, for each response. */
export const withRunningTerm = (html: string, timeZone: string): string =>
  withMeta(html, 'running-term', runningTerm(new Date(), timeZone));
