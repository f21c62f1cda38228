// `_x000D_` stands for a carriage return. So the underscore of a text that has just these letters is written like that too.
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
// What XML cannot hold, or would change, and what would be read as the above.
const UNSAFE =
  /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4})/g;
const MARKUP = /[&<>"]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in the XML of a workbook, in an element or an attribute. Any text survives. */
export const toXml = (text: string): string =>
  text
    .replace(UNSAFE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (one) => entities[one] ?? one);

/** Undoes the escapes of a workbook's own. Those of XML have been undone before. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
