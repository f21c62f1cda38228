import { Parser } from 'saxen';
import { damaged, Unreadable } from './unreadable.ts';

/**
 * Receives the elements and texts of a part in their order. Names have the prefixes below, whatever prefixes the file uses.
 */
interface Listener {
  open?: (name: string, attribute: (name: string) => string | undefined) => void;
  close?: (name: string) => void;
  /** A text may arrive in several pieces. */
  text?: (text: string) => void;
}

// 'Strict Open XML' files use a second name for each namespace.
const prefixes = {
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 's',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': 's',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'p',
};

/**
 * Reads XML. Throws `Unreadable` if it is not well formed, or if it declares a document type: spreadsheets have none, and
 * the entities that it could define are never resolved.
 */
export function readXml(xml: string, { open, close, text }: Listener): void {
  const parser = new Parser().ns(prefixes);
  if (open)
    parser.on('openTag', (name, attributes) => {
      const found = attributes() || {};
      open(name, (wanted) => {
        const value = Object.hasOwn(found, wanted) ? found[wanted] : undefined;
        return value === undefined ? undefined : decoded(value);
      });
    });
  if (close) parser.on('closeTag', close);
  if (text) parser.on('text', (raw) => text(decoded(raw.replace(/\r\n?/g, '\n')))).on('cdata', text);
  parser.on('attention', () => {
    throw damaged();
  });
  try {
    parser.parse(xml);
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name] ?? all;
    const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : all;
  });
}
