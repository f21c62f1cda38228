import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ReportFilter } from '../../contract/report.ts';
import { SearchMultiSelect } from '../form/SearchMultiSelect.tsx';
import { SearchSelect } from '../form/SearchSelect.tsx';
import {
  useAwardOptions,
  useMajorTitleOptions,
  useSchoolOptions,
  useTermOptions,
} from '../lookups/lookups.ts';
import { facts } from './filterAddress.ts';
import classes from './report.module.css';

interface Props {
  /** The filters in the address, which are those of the report shown. */
  filter: ReportFilter;
  onRun: (filter: ReportFilter) => void;
  onClear: () => void;
}

const labelOf = (name: keyof ReportFilter) => facts[name]?.label ?? '';

/** The report's filters (spec 3). Requests nothing until Run Report is pressed. */
export function FilterForm({ filter, onRun, onClear }: Props) {
  const [values, setValues] = useState(filter);
  // Back, Forward and Clear change the filters in the address.
  const written = JSON.stringify(filter);
  const [shown, setShown] = useState(written);
  if (shown !== written) {
    setShown(written);
    setValues(filter);
  }

  const set = <Name extends keyof ReportFilter>(name: Name, value: ReportFilter[Name]) =>
    setValues((now) => ({ ...now, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun(values);
  };
  const clear = () => {
    setValues(filter);
    onClear();
  };

  const schools = useSchoolOptions();
  const terms = useTermOptions();
  const awards = useAwardOptions();

  const text = (name: 'majorTitle' | 'degreeTitleRc') => (
    <TextInput
      label={labelOf(name)}
      value={values[name] ?? ''}
      onChange={(event) => set(name, event.currentTarget.value || null)}
      autoComplete="off"
    />
  );
  const term = (
    name: 'majorStartTermYyyyst' | 'majorEndTermYyyyst' | 'degreeStartTermYyyyst' | 'degreeEndTermYyyyst',
  ) => (
    <SearchSelect
      label={labelOf(name)}
      placeholder="Select a Term"
      options={terms}
      value={values[name]}
      onChange={(value) => set(name, value)}
    />
  );
  const flag = (
    name: 'majorActive' | 'majorInactive' | 'underGraduate' | 'graduate' | 'degreeActive' | 'degreeInactive',
  ) => (
    <Checkbox
      size="xs"
      label={labelOf(name)}
      checked={values[name]}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  );

  return (
    <form onSubmit={submit} className={classes.form} aria-label="Report filters">
      <fieldset>
        <legend>Major</legend>
        <SearchSelect
          label={labelOf('schoolCode')}
          placeholder="Any school"
          options={schools}
          value={values.schoolCode}
          onChange={(value) => set('schoolCode', value)}
        />
        <MajorCode value={values.majorCode} onChange={(value) => set('majorCode', value)} />
        {text('majorTitle')}
        {term('majorStartTermYyyyst')}
        {term('majorEndTermYyyyst')}
        <div className={classes.flags}>
          {flag('majorActive')}
          {flag('majorInactive')}
          {flag('underGraduate')}
          {flag('graduate')}
        </div>
      </fieldset>
      <fieldset>
        <legend>Degree</legend>
        <SearchMultiSelect
          label={labelOf('degreeListAwarded')}
          placeholder="Any award"
          options={awards}
          value={values.degreeListAwarded ?? []}
          onChange={(value) => set('degreeListAwarded', value.length > 0 ? value : null)}
        />
        {text('degreeTitleRc')}
        {term('degreeStartTermYyyyst')}
        {term('degreeEndTermYyyyst')}
        <div className={classes.flags}>
          {flag('degreeActive')}
          {flag('degreeInactive')}
        </div>
      </fieldset>
      <div className={classes.actions}>
        <p>
          Use 00 as the school code for graduate majors. The school column displays the school affiliation of
          the major.
        </p>
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
        <Button type="submit">Run Report</Button>
      </div>
    </form>
  );
}

interface MajorCodeProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Offers majors by title but filters by code, which several titles may share. */
function MajorCode({ value, onChange }: MajorCodeProps) {
  const options = useMajorTitleOptions();
  const chosen = options.find(({ majorCode }) => majorCode === value?.toUpperCase());
  return (
    <SearchSelect
      label={labelOf('majorCode')}
      placeholder="Any major"
      options={options}
      value={chosen?.value ?? value}
      onChange={(label) => onChange(options.find((option) => option.value === label)?.majorCode ?? null)}
    />
  );
}
