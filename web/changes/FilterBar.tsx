import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { actions, origins } from '../../contract/history.ts';
import { put, useAddress } from '../address.ts';
import { actionText, originText } from '../history/words.ts';
import { useFilterText } from '../table/view.ts';
import classes from './changes.module.css';
import { type Filters, filterNames } from './filters.ts';
import { kindOptions } from './words.ts';

const actionOptions = actions.map((value) => ({ value, label: actionText(value) }));
const originOptions = origins.map((value) => ({ value, label: originText(value) }));

/** The filters of the change sets. Each is in the address and applies as it is set. */
export function FilterBar({ filters }: { filters: Filters }) {
  const { change } = useAddress();
  const clear = () =>
    change((now) => {
      for (const name of filterNames) now.delete(name);
    });
  return (
    <search className={classes.filters}>
      <Typed name="person" label="Person" placeholder="Network ID" />
      <Chosen name="kind" label="Kind" any="Any kind" options={kindOptions} value={filters.kind} />
      <Chosen
        name="action"
        label="What was done"
        any="Anything"
        options={actionOptions}
        value={filters.action}
      />
      <Chosen name="origin" label="How" any="Any way" options={originOptions} value={filters.origin} />
      <Typed name="from" label="From" type="date" />
      <Typed name="to" label="To" type="date" />
      <Typed
        name="q"
        label="Text"
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

interface ChosenProps {
  name: keyof Filters;
  label: string;
  /** Stands for no restriction. */
  any: string;
  options: readonly { value: string; label: string }[];
  value: string;
}

function Chosen({ name, label, any, options, value }: ChosenProps) {
  const { change } = useAddress();
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: any }, ...options]}
      onChange={({ currentTarget }) => change((now) => put(now, name, currentTarget.value))}
    />
  );
}

interface TypedProps {
  name: keyof Filters;
  label: string;
  type?: 'date' | 'search';
  placeholder?: string;
  leftSection?: ReactNode;
}

function Typed({ name, ...look }: TypedProps) {
  const { params, change } = useAddress();
  const [text, setText, settle] = useFilterText(params.get(name) ?? '', (settled) =>
    change((now) => put(now, name, settled), { replace: true }),
  );
  return (
    <TextInput
      {...look}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={settle}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
