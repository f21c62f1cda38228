// The only type that the contract needs besides those of the language. Browsers, workers and Node have it.
declare class URLSearchParams {
  constructor(query: string | URLSearchParams);
  keys(): IterableIterator<string>;
  sort(): void;
  toString(): string;
}
