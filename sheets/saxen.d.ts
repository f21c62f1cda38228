/** The types of saxen that `xml.ts` uses. */
declare module 'saxen' {
  export class Parser {
    ns(prefixes: Readonly<Record<string, string>>): this;
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string> | false) => void,
    ): this;
    on(event: 'closeTag' | 'text' | 'cdata' | 'attention', listener: (text: string) => void): this;
    parse(xml: string): void;
  }
}
