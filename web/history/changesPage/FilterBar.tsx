import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { DayInput } from '../../ui/form/DayInput.tsx';
import { hintBelow, SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { useFilterText } from '../../ui/table/tableView.ts';
import { type Filters, filterNames } from './changeFilters.ts';
import classes from './changes.module.css';
import { filterLabels, filterOptions } from './changeWords.ts';
import type { UserFilterState } from './useUserFilter.ts';

interface Props {
  filters: Filters;
  user: UserFilterState;
}

/** The filters of the change sets. Each is in the URL and applies immediately. */
export function FilterBar({ filters, user }: Props) {
  const { change } = useUrlParams();
  const [formKey, setFormKey] = useState(0);
  const clear = () => {
    // New fields contain no typed text.
    setFormKey(formKey + 1);
    change((now) => {
      for (const name of filterNames) now.delete(name);
    });
  };
  return (
    <search className={classes.filters}>
      <UserFilter key={`user ${formKey}`} name="person" value={filters.person} user={user} />
      <SelectFilter name="kind" any="Any kind" value={filters.kind} />
      <SelectFilter name="action" any="Any action" value={filters.action} />
      <SelectFilter name="origin" any="Any origin" value={filters.origin} />
      <DayFilter key={`from ${formKey}`} name="from" />
      <DayFilter key={`to ${formKey}`} name="to" />
      <TextFilter
        name="q"
        type="search"
        placeholder="Title, reason or item"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Button variant="default" onClick={clear}>
        Clear
      </Button>
    </search>
  );
}

interface UserFilterProps {
  name: keyof Filters;
  /** A network ID, or another text in the URL. */
  value: string;
  user: UserFilterState;
}

function UserFilter({ name, value, user: { options, problem } }: UserFilterProps) {
  const { change } = useUrlParams();
  return (
    <SearchSelect
      label={filterLabels[name]}
      placeholder="Any user"
      options={options}
      value={value || null}
      error={problem}
      inputWrapperOrder={hintBelow}
      onChange={(id) => change((now) => put(now, name, id))}
    />
  );
}

interface SelectFilterProps {
  name: keyof typeof filterOptions;
  /** The label of the option without a restriction. */
  any: string;
  value: string;
}

function SelectFilter({ name, any, value }: SelectFilterProps) {
  const { change } = useUrlParams();
  return (
    <NativeSelect
      label={filterLabels[name]}
      value={value}
      data={[{ value: '', label: any }, ...filterOptions[name]]}
      onChange={({ currentTarget }) => change((now) => put(now, name, currentTarget.value))}
    />
  );
}

interface TextFilterProps {
  name: keyof Filters;
  type?: 'search';
  placeholder?: string;
  leftSection?: ReactNode;
}

function TextFilter({ name, ...inputProps }: TextFilterProps) {
  const [text, setText, settle] = useText(name);
  return (
    <TextInput
      {...inputProps}
      label={filterLabels[name]}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={settle}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function DayFilter({ name }: { name: 'from' | 'to' }) {
  const [text, setText, settle] = useText(name);
  return <DayInput label={filterLabels[name]} value={text} onChange={setText} onSettle={settle} />;
}

/** The text of a filter, which the URL gets when the user has finished typing. */
function useText(name: keyof Filters) {
  const { params, change } = useUrlParams();
  return useFilterText(params.get(name) ?? '', (settled) =>
    change((now) => put(now, name, settled), { replace: true }),
  );
}
