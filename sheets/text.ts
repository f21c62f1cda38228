// `_x000D_` means a carriage return. So a literal text of this form needs an escaped underscore.
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
// Characters that XML cannot hold or would change, and underscores that would start such an escape.
const UNSAFE =
  /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4})/g;
const MARKUP = /[&<>"]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for an element or an attribute in the XML of a workbook. Any text survives. */
export const toXml = (text: string): string =>
  text
    .replace(UNSAFE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (one) => entities[one] ?? one);

/** Undoes a workbook's own escapes, after those of XML. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
