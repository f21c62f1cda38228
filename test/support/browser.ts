/** An HTTP client that keeps cookies by path, like a browser. Follows redirects only in `follow`. */
export class Browser {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), cookie: this.#cookiesFor(url) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects. Returns the first response that is not a redirect, and its URL. */
  async follow(address: string, init: RequestInit = {}): Promise<{ response: Response; url: string }> {
    let url = address;
    let response = await this.fetch(url, init);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(String(response.headers.get('location')), url).href;
      response = await this.fetch(url);
    }
    return { response, url };
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  #cookiesFor({ pathname }: URL): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(name.length + 1);
    const attribute = (of: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${of}=`))?.slice(of.length + 1);
    const path = attribute('path') ?? '/';
    const expires = attribute('expires');
    const isGone =
      value === '' || attribute('max-age') === '0' || (expires && Date.parse(expires) <= Date.now());
    if (isGone) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { name, value, path });
  }
}
