import { Checkbox, TextInput } from '@mantine/core';
import {
  type ComponentProps,
  type ComponentType,
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useMemo,
} from 'react';
import type { FieldFacts } from '../../../contract/field.ts';
import type { FieldHelp } from '../../../contract/fieldHelp.ts';
import { type Fields, type Form, type FormValues, factsOfForm } from '../../../contract/form.ts';
import { lengthOf, normalizeText } from '../../../contract/text.ts';
import { counter } from './counter.tsx';
import { DayInput } from './DayInput.tsx';
import classes from './form.module.css';
import { useCurrentForm, valueAt } from './formState.ts';
import { HelpedField } from './HelpedField.tsx';
import { LinesInput } from './LinesInput.tsx';
import { OnlyField } from './onlyField.ts';
import type { Option } from './options.ts';
import { SearchMultiSelect } from './SearchMultiSelect.tsx';
import { hintBelow, type InputAppearance, SearchSelect } from './SearchSelect.tsx';
import { SuggestInput } from './SuggestInput.tsx';

interface Width {
  /** The number of columns of `FieldGrid` that the field takes. */
  span?: 1 | 2 | 3 | 4 | undefined;
}

/** The names of the form's fields whose value has this type. */
type Names<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

interface Offered {
  options: readonly Option[];
  placeholder?: string;
  /** The value of the option at which the menu opens when none is chosen. */
  near?: string;
}

interface Suggestions extends Pick<ComponentProps<typeof SuggestInput>, 'suggest' | 'onFocus'> {
  note: string | undefined;
}

interface Several<Value> extends Omit<Offered, 'near'> {
  read: (text: string) => Value;
}

type Part<Values, Value, More = unknown> = ComponentType<Width & { name: Names<Values, Value> } & More>;

interface Parts<Values> {
  Text: Part<Values, string | null>;
  /** Like `Text`, without a hint. `readOnly` for a key that cannot change. */
  Code: Part<Values, string, { readOnly?: boolean }>;
  /** A text with suggestions. `note` is shown instead of the hint. */
  Suggested: Part<Values, string | null, Suggestions>;
  Whole: Part<Values, number | null>;
  /** A day such as `2027-06-30`. */
  Day: Part<Values, string>;
  /** One of the options listed in the contract. */
  Choice: Part<Values, string | null>;
  OneOf: Part<Values, string | null, Offered>;
  /** `read` converts an option's text to the field's value: `String` or `Number`. */
  SeveralOf: <Value extends string | number>(
    props: Width & { name: Names<Values, Value[]> } & Several<Value>,
  ) => ReactNode;
  Flag: Part<Values, boolean, { note?: ReactNode }>;
  Comments: Part<Values, string | null>;
}

/** The help for a field, by its name in the form. */
type HelpFor = (name: string) => FieldHelp | undefined;

/**
 * The components for a form's fields, used as `<F.Text name="title8" />`. Label, hint and asterisk come from the form. A
 * name that the form does not have is a compile error. A field with help has a button that shows it.
 */
export function plainFieldsOf<F extends Fields>(
  form: Form<F>,
  helpFor: HelpFor = () => undefined,
): Parts<FormValues<Form<F>>> {
  const facts = factsOfForm(form);
  const part = <More,>(Box: ComponentType<BoxProps & More>) =>
    function Field({ name, ...more }: Width & { name: string } & More) {
      const only = use(OnlyField);
      const own = facts[name] as FieldFacts;
      if (only && only.name !== name) return null;
      const help = helpFor(name);
      const shown = only ? { hint: only.hint, ...own, label: only.label } : own;
      const box = <Box name={name} facts={shown as FieldFacts} {...(more as Width & More)} />;
      return help ? (
        <HelpedField label={own.label} help={help} style={styleOf(more.span)}>
          {box}
        </HelpedField>
      ) : (
        box
      );
    };
  return {
    Text: part(TextBox),
    Code: part(CodeBox),
    Suggested: part(SuggestBox),
    Whole: part(NumberBox),
    Day: part(DayBox),
    Choice: part(ChoiceBox),
    OneOf: part(OneOfBox),
    SeveralOf: part(SeveralOfBox),
    Flag: part(FlagBox),
    Comments: part(CommentsBox),
  };
}

interface BoxProps extends Width {
  name: string;
  facts: FieldFacts;
}

const Within = createContext('');

/** Prefixes the names of the fields inside: `title20` becomes `major.title20`. */
export function PartFields({ name, children }: { name: string; children: ReactNode }) {
  return <Within value={`${name}.`}>{children}</Within>;
}

/** The path of a field in the whole form, which is the name of its input. */
export const useFieldPath = (name: string): string => use(Within) + name;

/** The current value of a field of the form, as its input holds it. */
export function useFieldValue(name: string): unknown {
  const path = useFieldPath(name);
  return valueAt(useCurrentForm().inputs, path);
}

const styleOf = (span = 1) => ({ '--span': span }) as CSSProperties;

/** A field's value, and the props that all inputs share. */
function useField({ name, facts, span }: BoxProps) {
  const path = useFieldPath(name);
  const { inputs, set, isReadOnly, messageAt } = useCurrentForm();
  const error = messageAt(path);
  const shared: InputAppearance = {
    name: path,
    label: facts.label,
    // Hidden if the error contains the same text.
    description: facts.hint && error?.includes(facts.hint) ? undefined : facts.hint,
    required: facts.required,
    error,
    readOnly: isReadOnly,
    inputWrapperOrder: hintBelow,
    style: styleOf(span),
  };
  return { value: valueAt(inputs, path), onChange: (value: unknown) => set(path, value), shared };
}

function TextBox(props: BoxProps) {
  const typed = useTyped(props);
  return <TextInput {...typed} {...counter(typed.value, props.facts.maxLength)} />;
}

function SuggestBox({ suggest, onFocus, note, ...props }: BoxProps & Suggestions) {
  const { shared, value, onChange } = useField(props);
  const below = note ?? shared.description;
  return (
    <SuggestInput
      {...shared}
      // A screen reader reads the note when it changes.
      description={below && <span aria-live="polite">{below}</span>}
      value={value as string}
      onChange={onChange}
      suggest={suggest}
      onFocus={onFocus}
    />
  );
}

/** A code's input shows no hint; the error message says what a code may contain. */
function CodeBox({ readOnly = false, ...props }: BoxProps & { readOnly?: boolean }) {
  const typed = useTyped(props);
  return (
    <TextInput
      {...typed}
      description={null}
      readOnly={readOnly || typed.readOnly}
      variant={readOnly ? 'filled' : 'default'}
    />
  );
}

function NumberBox(props: BoxProps) {
  // Not a number input, which reports an empty value for text that is not a number.
  return <TextInput {...useTyped(props)} inputMode={props.facts.decimals ? 'decimal' : 'numeric'} />;
}

function DayBox(props: BoxProps) {
  const { shared, value, onChange } = useField(props);
  return <DayInput {...shared} value={value as string} onChange={onChange} />;
}

function CommentsBox(props: BoxProps) {
  const typed = useTyped({ span: 4, ...props });
  const length = lengthOf(normalizeText(typed.value));
  return <LinesInput {...typed} description={`${length} of ${props.facts.maxLength} characters`} />;
}

function ChoiceBox(props: BoxProps) {
  const options = useMemo(
    () => (props.facts.options ?? []).map((option) => ({ ...option, code: option.value })),
    [props.facts],
  );
  return <OneOfBox {...props} options={options} />;
}

function OneOfBox({ name, facts, span, ...offered }: BoxProps & Offered) {
  const { shared, value, onChange } = useField({ name, facts, span });
  return <SearchSelect {...shared} {...offered} value={value as string | null} onChange={onChange} />;
}

/**
 * Enter adds one choice after another, so it never saves from here: pressed once too often it would save half a form. Control
 * with Enter still does.
 */
const keepEnter = {
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
  },
};

/** The dropdown works with strings, whatever type the form's values have. */
function SeveralOfBox({ name, facts, span, read, ...offered }: BoxProps & Several<unknown>) {
  const { shared, value, onChange } = useField({ name, facts, span });
  return (
    <SearchMultiSelect
      {...shared}
      {...offered}
      wrapperProps={keepEnter}
      value={(value as unknown[]).map(String)}
      onChange={(texts) => onChange(texts.map(read))}
    />
  );
}

function FlagBox({ note, ...props }: BoxProps & { note?: ReactNode }) {
  const { shared, value, onChange } = useField(props);
  return (
    <Checkbox
      name={shared.name}
      label={
        <>
          <span>{shared.label}</span> {note && <span className={classes.flagNote}>{note}</span>}
        </>
      }
      error={shared.error}
      checked={value === true}
      // An HTML checkbox cannot be read-only, so the form ignores the click.
      aria-readonly={shared.readOnly}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function useTyped(props: BoxProps) {
  const { shared, value, onChange } = useField(props);
  return {
    ...shared,
    value: value as string,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    autoComplete: 'off',
  };
}
