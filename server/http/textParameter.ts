import * as z from 'zod/mini';

/**
 * A parameter of a query whose text `read` turns into a value. A text for which it returns undefined is a 400 with this message.
 * `meta` is for the description of the API, because a transformed text alone has no type there.
 */
export function textParameter<T>(
  read: (text: string) => T | undefined,
  message: string,
  meta: z.core.GlobalMeta,
) {
  const parameter = z.pipe(
    z.string(),
    z.transform((text, context) => {
      const value = read(text);
      if (value === undefined) context.issues.push({ code: 'custom', input: text, message });
      return value ?? z.NEVER;
    }),
  );
  z.globalRegistry.add(parameter, meta);
  return parameter;
}
