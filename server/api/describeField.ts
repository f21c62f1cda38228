import { helpFor } from '../../contract/fieldHelp.ts';

/**
 * The description of a field with an official meaning, for OpenAPI: its format or label, the help and its source (contract 12);
 * undefined for any other field.
 */
export function describeField(name: string, description: string | undefined): string | undefined {
  const help = helpFor(name);
  return (
    help && [description && `${description}.`, help.text, `Source: ${help.source}.`].filter(Boolean).join(' ')
  );
}
