import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { DayInput } from '../../ui/form/DayInput.tsx';
import { useFilterText } from '../../ui/table/tableView.ts';
import { type Filters, filterNames } from './changeFilters.ts';
import classes from './changes.module.css';
import { filterLabels, filterOptions } from './changeWords.ts';

/** The filters of the change sets. Each is in the address and applies as it is set. */
export function FilterBar({ filters }: { filters: Filters }) {
  const { change } = useUrlParams();
  const [round, setRound] = useState(0);
  const clear = () => {
    // Fields that are new have nothing typed in them.
    setRound(round + 1);
    change((now) => {
      for (const name of filterNames) now.delete(name);
    });
  };
  return (
    <search className={classes.filters}>
      <Typed name="person" placeholder="Network ID" />
      <Chosen name="kind" any="Any kind" value={filters.kind} />
      <Chosen name="action" any="Anything" value={filters.action} />
      <Chosen name="origin" any="Any way" value={filters.origin} />
      <Day key={`from ${round}`} name="from" />
      <Day key={`to ${round}`} name="to" />
      <Typed
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

interface ChosenProps {
  name: keyof typeof filterOptions;
  /** Stands for no restriction. */
  any: string;
  value: string;
}

function Chosen({ name, any, value }: ChosenProps) {
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

interface TypedProps {
  name: keyof Filters;
  type?: 'search';
  placeholder?: string;
  leftSection?: ReactNode;
}

function Typed({ name, ...look }: TypedProps) {
  const [text, setText, settle] = useText(name);
  return (
    <TextInput
      {...look}
      label={filterLabels[name]}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={settle}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function Day({ name }: { name: 'from' | 'to' }) {
  const [text, setText, settle] = useText(name);
  return <DayInput label={filterLabels[name]} value={text} onChange={setText} onSettle={settle} />;
}

/** The text of a filter, which is in the address when it is settled. */
function useText(name: keyof Filters) {
  const { params, change } = useUrlParams();
  return useFilterText(params.get(name) ?? '', (settled) =>
    change((now) => put(now, name, settled), { replace: true }),
  );
}
