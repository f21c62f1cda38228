import type { FastifyReply } from 'fastify';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** A complete page outside the application, such as a sign-in page, without a script. `main` is HTML. */
export function plainPage(title: string, main: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Major/Degree Database</title>
<style>
:root { color-scheme: light dark; --ground: #f5f7fb; --card: #fff; --text: #1a1d24; --line: #d7dce5; --accent: #1b4b8f; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171d; --card: #1d2129; --text: #e6e9ef; --line: #39404d; --accent: #8db4f0; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header { background: #1b4b8f; color: #fff; padding: 1rem; font-weight: 700; }
main { max-width: 26rem; margin: 2rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
h1 { font-size: 1.25rem; margin: 0 0 .75rem; }
a { color: var(--accent); }
p { overflow-wrap: anywhere; }
${style}
</style>
</head>
<body>
<header>Major/Degree Database</header>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>`;
}

export interface Link {
  href: string;
  label: string;
}

/** Sends a page with a message of one or more paragraphs and one link. */
export function messagePage(
  reply: FastifyReply,
  status: number,
  title: string,
  { text, link }: { text: readonly string[]; link: Link },
): FastifyReply {
  const paragraphs = text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const main = `${paragraphs}<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(plainPage(title, main));
}
