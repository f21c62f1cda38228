import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { ALL, asOfOrder, useAsOfOptions } from '../terms/asOfOptions.ts';
import { useAwardOptions, useMajorTitleOptions, useSchoolOptions, useTermOptions } from '../terms/lookups.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import type { Option } from '../ui/form/options.ts';
import { SearchMultiSelect } from '../ui/form/SearchMultiSelect.tsx';
import { hintBelow, SearchSelect } from '../ui/form/SearchSelect.tsx';
import { focusUnsettled } from '../ui/form/unsettled.ts';
import { shortcut } from '../ui/keys/shortcut.ts';
import { FilterChips } from './FilterChips.tsx';
import { facts, type Name } from './filterUrl.ts';
import { KnownAt } from './KnownAt.tsx';
import classes from './report.module.css';
import { noDegree, noSchool } from './reportChips.ts';
import type { Filters } from './useFilters.ts';
import { useReportChips } from './useReportChips.ts';

interface Props {
  filters: Filters;
  /** Whether the report of the URL is shown below. */
  wasRun: boolean;
  /** Run Report, which takes the focus when the form collapses. */
  runButton: RefObject<HTMLButtonElement | null>;
  onRun: () => void;
  onClear: () => void;
}

const STARTS = 'Starts exactly in this term';
const ENDS = 'Ends exactly in this term';

// Firefox restores the scroll position of the last collapse, which is not wanted.
const toTop = (collapsed: HTMLElement | null) => collapsed?.scrollTo(0, 0);

const labelOf = (name: Name) => facts[name]?.label ?? '';

/** Adds an option before others that are stable. */
const useFirst = (first: Option, others: readonly Option[]) =>
  useMemo(() => [first, ...others], [first, others]);

/**
 * The report's filters (spec 3). Requests nothing until Run Report is clicked. After a run they collapse into a line of the
 * active filters. The inputs stay in the page, so that Tab or a search in the page finds them and expands the form.
 */
export function FilterForm({ filters, wasRun, runButton, onRun, onClear }: Props) {
  const { values, set, reset, changed, isOpen, setOpen } = filters;
  const chips = useReportChips(values);
  const boxes = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!focusUnsettled(event.currentTarget)) onRun();
  };
  const [formKey, setFormKey] = useState(0);
  const clear = () => {
    // New inputs contain no typed text.
    setFormKey(formKey + 1);
    setOpen(true);
    reset();
    onClear();
  };

  const schools = useFirst(noSchool, useSchoolOptions());
  const majors = useMajorTitleOptions();
  const terms = useTermOptions();
  const asOfOptions = useAsOfOptions();
  const awards = useFirst(noDegree, useAwardOptions());

  const box = (name: Name, content: ReactNode) => (
    <div className={classes.box} data-changed={changed.has(name) || undefined}>
      {content}
    </div>
  );
  const text = (name: 'majorTitle' | 'degreeTitleRc') =>
    box(
      name,
      <TextInput
        label={labelOf(name)}
        value={values[name] ?? ''}
        onChange={(event) => set({ [name]: event.currentTarget.value || null })}
        autoComplete="off"
      />,
    );
  const term = (
    name: 'majorStartTermYyyyst' | 'majorEndTermYyyyst' | 'degreeStartTermYyyyst' | 'degreeEndTermYyyyst',
    hint: string,
  ) =>
    box(
      name,
      <SearchSelect
        label={labelOf(name)}
        description={hint}
        inputWrapperOrder={hintBelow}
        placeholder="Select a Term"
        near={runningTerm}
        options={terms}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
      />,
    );
  const flag = (
    name: 'majorActive' | 'majorInactive' | 'underGraduate' | 'graduate' | 'degreeActive' | 'degreeInactive',
  ) =>
    box(
      name,
      <Checkbox
        size="xs"
        label={labelOf(name)}
        checked={values[name]}
        onChange={(event) => set({ [name]: event.currentTarget.checked })}
      />,
    );

  return (
    <form onSubmit={submit} className={classes.form} aria-label="Report filters">
      <div
        key={formKey}
        id={boxes}
        className={classes.boxes}
        data-folded={!isOpen || undefined}
        {...(isOpen
          ? {}
          : {
              ref: toTop,
              onFocus: () => setOpen(true),
              onScroll: ({ currentTarget }) => currentTarget.scrollTop > 0 && setOpen(true),
            })}
      >
        <fieldset>
          <legend>Major</legend>
          {box(
            'schoolCode',
            <SearchSelect
              label={labelOf('schoolCode')}
              placeholder="Any school"
              options={schools}
              value={values.schoolCode}
              onChange={(value) => set({ schoolCode: value })}
            />,
          )}
          {box(
            'majorCode',
            // Offers majors by title but filters by code, which several titles may share.
            <SearchSelect
              label={labelOf('majorCode')}
              placeholder="Any major"
              options={majors}
              value={values.majorCode?.toUpperCase() ?? null}
              onChange={(value) => set({ majorCode: value })}
            />,
          )}
          {text('majorTitle')}
          {term('majorStartTermYyyyst', STARTS)}
          {term('majorEndTermYyyyst', ENDS)}
          <div className={classes.flags}>
            {flag('majorActive')}
            {flag('majorInactive')}
            {flag('underGraduate')}
            {flag('graduate')}
          </div>
        </fieldset>
        <fieldset>
          <legend>Degree</legend>
          {box(
            'degreeListAwarded',
            <SearchMultiSelect
              label={labelOf('degreeListAwarded')}
              placeholder="Any award"
              options={awards}
              value={values.degreeListAwarded ?? []}
              onChange={(value) => set({ degreeListAwarded: value.length > 0 ? value : null })}
            />,
          )}
          {text('degreeTitleRc')}
          {term('degreeStartTermYyyyst', STARTS)}
          {term('degreeEndTermYyyyst', ENDS)}
          <div className={classes.flags}>
            {flag('degreeActive')}
            {flag('degreeInactive')}
          </div>
        </fieldset>
        <fieldset>
          <legend>Time</legend>
          {box(
            'asOfTerm',
            <SearchSelect
              label={labelOf('asOfTerm')}
              description="Only items in effect in this term"
              inputWrapperOrder={hintBelow}
              options={asOfOptions}
              none={ALL}
              order={asOfOrder}
              value={values.asOfTerm}
              onChange={(value) => set({ asOfTerm: value })}
            />,
          )}
          {box(
            'knownAt',
            <KnownAt
              label={labelOf('knownAt')}
              value={values.knownAt}
              onChange={(value) => set({ knownAt: value })}
            />,
          )}
        </fieldset>
      </div>
      {!isOpen && <FilterChips chips={chips} onRemove={set} onLastRemoved={() => edit.current?.focus()} />}
      <p>
        Use 00 as the school code for graduate majors. The school column displays the school affiliation of
        the major.
      </p>
      <div className={classes.actions}>
        {wasRun && (
          <Button
            ref={edit}
            variant="default"
            aria-expanded={isOpen}
            aria-controls={boxes}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide filters' : 'Edit filters'}
          </Button>
        )}
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
        <Button
          ref={runButton}
          type="submit"
          {...shortcut('Control+Enter', 'Run Report')}
          {...(wasRun && changed.size === 0 ? { variant: 'default' } : {})}
        >
          Run Report
        </Button>
      </div>
    </form>
  );
}
