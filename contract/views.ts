import * as z from 'zod/mini';
import { shownName } from './errors.ts';
import { type Field, type FieldFacts, field } from './field.ts';
import { choice, flag, requiredChoice, requiredText, version } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { someone } from './history.ts';
import type { FormRule } from './rules.ts';
import { viewParameters } from './screenParameters.ts';
import { isCleanText } from './text.ts';
import type { Permission } from './user.ts';
import { sortedQuery, type ViewScreen, viewScreens } from './viewScreens.ts';

/** The maximum number of views of one user. */
export const MOST_VIEWS = 100;

/** The maximum length of a query, as stored. */
const MOST_IN_QUERY = 2_000;

/** The permission that opens a screen; null if a sign-in suffices. */
export const permissionOf = (screen: ViewScreen): Permission | null =>
  screen === 'report' ? null : 'manage:data';

const screens = viewScreens.map((screen) => ({ value: screen, label: screen }));

/** A query string, as stored: see `sortedQuery`. An empty one is a view without filters. */
function queryField(): Field<string> {
  const about: FieldFacts = {
    label: 'Query',
    required: true,
    maxLength: MOST_IN_QUERY,
    hint: 'The query string of the screen’s address, without ?, page, size and view',
  };
  return field(about, { type: 'string', maxLength: MOST_IN_QUERY }, (value, fail) => {
    if (value === null || value === undefined) {
      fail('REQUIRED', 'Query is required; it may be empty');
      return '';
    }
    if (typeof value !== 'string') {
      fail('BAD_TYPE', 'Query must be text');
      return '';
    }
    if (!isCleanText(value))
      fail('BAD_FORMAT', 'Query must not contain control or direction characters, except percent-encoded');
    else if (value.startsWith('?')) fail('BAD_FORMAT', 'Query must not begin with ?');
    // Sorting a long text would take long.
    const query = value.length > MOST_IN_QUERY * 6 ? value : sortedQuery(value);
    if (query.length > MOST_IN_QUERY) fail('TOO_LONG', `Query must be at most ${MOST_IN_QUERY} characters`);
    return query;
  });
}

/** The names of a query that a view of the screen does not keep. */
const unknownNames = (screen: string | null, query: string): string[] => {
  const known = viewParameters(screen as ViewScreen);
  return [...new Set(new URLSearchParams(query).keys())].filter((name) => !known.includes(name));
};

/** The maximum number of unknown names in an error message. */
const MOST_NAMED = 10;

const onlyKnownNames: FormRule<{ screen: string | null; query: string }> = {
  fields: ['screen', 'query'],
  code: 'UNKNOWN_FIELD',
  message: (labelOf, { screen, query }) => {
    const names = unknownNames(screen, query).slice(0, MOST_NAMED).map(shownName);
    const known = viewParameters(screen as ViewScreen).toSorted();
    return `${labelOf('query')} must not contain ${names.join(', ')}. A view of this screen can have ${known.join(', ')}`;
  },
  // Either is missing in a body that is no object, and the screen in a body that does not repeat it.
  holds: ({ screen, query }) => !screen || query === undefined || unknownNames(screen, query).length === 0,
};

const name = () => requiredText('Name', 60);
const isShared = () => flag('Shared with everyone', false);
const readOnly = ['id', 'isDefault', 'owner', 'isMine'];

/** The form of a new view. Its version is ignored: a client may send back what it received. */
export const viewForm = form(
  'VIEW',
  { screen: requiredChoice('Screen', screens), name: name(), query: queryField(), isShared: isShared() },
  { rules: [onlyKnownNames], readOnly: [...readOnly, 'version'] },
);
export type ViewForm = FormValues<typeof viewForm>;

/** The form of a changed view. Its screen cannot change. Unlike other forms, it needs the version. */
export const viewEditForm = form(
  'VIEW',
  {
    screen: choice('Screen', screens),
    name: name(),
    query: queryField(),
    isShared: isShared(),
    version: version(),
  },
  { rules: [onlyKnownNames], readOnly },
);
export type ViewEditForm = FormValues<typeof viewEditForm>;

/** The body of a call that has only an address. */
export const emptyForm = form('VIEW', {});

/** A saved view, as one reader sees it. `isDefault`: whether it is the reader's own default for its screen. */
export const view = z.object({
  id: z.string(),
  screen: z.enum(viewScreens),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isDefault: z.boolean(),
  owner: someone,
  isMine: z.boolean(),
  version: z.int(),
});
export type View = z.output<typeof view>;
