import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { degree } from '../contract/degree.ts';
import { department } from '../contract/department.ts';
import { helpFor } from '../contract/fieldHelp.ts';
import { type Form, factsOfForm } from '../contract/form.ts';
import type { ItemKind, Items } from '../contract/kinds.ts';
import { major } from '../contract/major.ts';
import { type RelationshipKind, relationshipKinds, responseOf } from '../contract/relationships.ts';
import { school } from '../contract/school.ts';
import type { ItemView } from './catalog/items/itemView.ts';
import { itemViews } from './catalog/kinds/kinds.ts';
import { relationshipViewOf } from './catalog/kinds/relationship.tsx';
import { Details } from './itemPage/Details.tsx';
import { extendedColumns } from './report/reportColumns.tsx';
import { FormStateProvider, useFormState } from './ui/form/formState.ts';
import { inputValues } from './ui/form/inputValues.ts';

// A field added to a form must appear in every view where a user expects it. A view that misses it fails here by name; a
// deliberate omission is listed here with its reason.

type Kind = ItemKind | 'relationship' | 'program';
type View = 'response' | 'form' | 'detail' | 'list' | 'report';

/** The fields that each view of a kind shows. */
type FieldsByView = Partial<Record<View, readonly string[]>>;

const VERSION = { 'goes along with a save, unseen': ['version'] };
const CREATED = { 'one for each award that was chosen': ['degreeListAwarded'] };
const COMMENTS = 'too long for a row';
const NOT_LISTED = 'not of the list of spec 2';
const NOT_REPORTED = 'not of the report of spec 3';
const ONLY_ITEMS = {
  'the report is of items, not of when they belong together': ['startTerm', 'endTerm', 'active'],
};
const ALL_COMMENTS = 'in the one column of all comments';

/** Deliberate omissions: the reason, then the fields. */
const leftOut: Record<Kind, Partial<Record<View, Record<string, readonly string[]>>>> = {
  school: {
    form: VERSION,
    detail: VERSION,
    list: { ...VERSION, [COMMENTS]: ['comments'] },
    report: {
      ...VERSION,
      [ALL_COMMENTS]: ['comments'],
      'a school is its code there': ['title', 'title8', 'yearStart', 'yearEnd', 'sortCode', 'active'],
    },
  },
  department: {
    form: VERSION,
    detail: VERSION,
    list: { ...VERSION, [COMMENTS]: ['comments'], [NOT_LISTED]: ['startTerm', 'endTerm'] },
    report: {
      ...VERSION,
      'a department is its titles there': ['active', 'startTerm', 'endTerm', 'comments'],
    },
  },
  degree: {
    response: CREATED,
    form: VERSION,
    detail: { ...VERSION, ...CREATED },
    list: {
      ...VERSION,
      ...CREATED,
      [COMMENTS]: ['degreeComments'],
      [NOT_LISTED]: ['degreeActive', 'degreeComplete', 'programCredLevel'],
    },
    report: {
      ...VERSION,
      ...CREATED,
      [ALL_COMMENTS]: ['degreeComments'],
      [NOT_REPORTED]: ['degreeActive', 'degreeComplete'],
    },
  },
  major: {
    form: VERSION,
    detail: VERSION,
    list: {
      ...VERSION,
      [COMMENTS]: ['comments'],
      [NOT_LISTED]: ['ucDiscipline', 'hegisCode', 'cipCode', 'complete', 'active'],
    },
    report: {
      ...VERSION,
      [ALL_COMMENTS]: ['comments'],
      [NOT_REPORTED]: ['hegisCode', 'complete', 'active'],
    },
  },
  relationship: { form: VERSION, list: VERSION, report: { ...VERSION, ...ONLY_ITEMS } },
  program: { form: VERSION, list: VERSION, report: { ...VERSION, ...ONLY_ITEMS } },
};

const quarter = (code: string | null) => code;

/** Renders a part inside a form. */
function drawn(form: Form, part: ReactNode): string {
  const Filled = () => {
    const { state } = useFormState(form, inputValues(form, {}), undefined);
    return createElement(FormStateProvider, { value: state }, part);
  };
  const queries = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Filled));
  return renderToStaticMarkup(createElement(MantineProvider, null, queries));
}

const inputsOf = (form: Form, part: ReactNode): string[] =>
  [...drawn(form, part).matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name);

/** The labels of the fields whose help the form shows. */
const helpIn = (form: Form, part: ReactNode): string[] =>
  [...drawn(form, part).matchAll(/ title="About ([^"(]+) \(F1\)"/g)].map(([, label = '']) => label);

const forms = [
  ...Object.values(itemViews).flatMap(({ createForm, CreateFields, editForm, EditFields, kind }) => [
    { name: `create a ${kind}`, form: createForm, Fields: CreateFields },
    { name: `edit a ${kind}`, form: editForm, Fields: EditFields },
  ]),
  ...[relationshipKinds.schoolMajor, relationshipKinds.majorDegree].map((kind) => ({
    name: `of ${kind.name}`,
    form: kind.form,
    Fields: relationshipViewOf(kind).Fields,
  })),
];

test.each(forms)('each field with help has its button in the form $name', ({ form, Fields }) => {
  const labels = Object.entries(factsOfForm(form)).flatMap(([field, { label }]) =>
    helpFor(field) ? [label] : [],
  );
  expect(labels).not.toEqual([]);
  expect(helpIn(form, createElement(Fields)).toSorted()).toEqual(labels.toSorted());
});

/** The fields that the detail shows with their labels. */
function factsIn<K extends ItemKind>(view: ItemView<K>) {
  const form = view.editForm;
  const fields = Object.entries(factsOfForm(form));
  const values = fields.map(([name, { lines }]) => [name, lines ? 'Text' : null]);
  const item = { ...Object.fromEntries(values), lastModified: '2025-01-01T00:00:00Z' } as Items[K];
  const markup = drawn(form, createElement(Details<K>, { view, item, other: { when: 'latest', item } }));
  return fields
    .filter(
      ([, { label }]) => markup.includes(`<dt><span>${label}</span>`) || markup.includes(`<h3>${label}</h3>`),
    )
    .map(([name]) => name);
}

/** The fields of all columns that are also exported as CSV. */
const columnsOf = (columns: readonly { id: string; csv?: unknown }[], part = ''): string[] =>
  columns
    .filter(({ id, csv }) => csv !== false && id.startsWith(part))
    .map(({ id }) => id.slice(part.length));

const inReport = (part: string) => columnsOf(extendedColumns, `${part}.`);

/** The forms of a kind, and the fields that each view shows. */
interface Shown {
  forms: readonly Form[];
  places: FieldsByView;
}

function shownOf<K extends ItemKind>(view: ItemView<K>, response: z.ZodMiniObject): Shown {
  const { kind, columns, createForm, CreateFields, editForm, EditFields } = view;
  const created = inputsOf(createForm, createElement(CreateFields));
  const edited = inputsOf(editForm, createElement(EditFields));
  const isWhereItBelongs = (name: string) =>
    name in createForm.fields === created.includes(name) && name in editForm.fields === edited.includes(name);
  return {
    forms: [createForm, editForm],
    places: {
      response: Object.keys(response.shape),
      form: [...new Set([...created, ...edited])].filter(isWhereItBelongs),
      detail: factsIn(view),
      list: columnsOf(columns(quarter)),
      report: inReport(kind),
    },
  };
}

/** A relationship has no detail screen of its own: its columns in a list serve as the detail. */
function shownOfRelationship(kind: RelationshipKind): Shown {
  const { form } = kind;
  const { Fields, columns } = relationshipViewOf(kind);
  return {
    forms: [form],
    places: {
      response: Object.keys(responseOf(kind).shape),
      form: inputsOf(form, createElement(Fields)),
      list: columnsOf(columns(quarter)),
      report: inReport(kind.name),
    },
  };
}

const kinds: Record<Kind, Shown> = {
  school: shownOf(itemViews.school, school),
  department: shownOf(itemViews.department, department),
  degree: shownOf(itemViews.degree, degree),
  major: shownOf(itemViews.major, major),
  relationship: shownOfRelationship(relationshipKinds.schoolMajor),
  program: shownOfRelationship(relationshipKinds.majorDegree),
};

for (const [kind, { forms, places }] of Object.entries(kinds) as [Kind, Shown][]) {
  const fields = [...new Set(forms.flatMap((form) => Object.keys(form.fields)))];
  for (const [place, shown] of Object.entries(places) as [View, readonly string[]][]) {
    const reasons = Object.entries(leftOut[kind][place] ?? {});
    for (const field of fields) {
      const why = reasons.find(([, names]) => names.includes(field))?.[0];
      test(`${kind}: ${field} is ${why ? `not ` : ''}in the ${place}${why ? ` (${why})` : ''}`, () => {
        const there = expect(shown);
        (why ? there.not : there).toContain(field);
      });
    }
  }
  test(`${kind}: every documented omission is a field`, () => {
    const named = Object.values(leftOut[kind]).flatMap((reasons) => Object.values(reasons).flat());
    expect(named.filter((name) => !fields.includes(name))).toEqual([]);
  });
}
