import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { downloadCsv } from './csv.ts';
import { ResultTable } from './ResultTable.tsx';

// The handler of the table's download button.
let download = () => {};
vi.mock('./Toolbar.tsx', () => ({
  Toolbar: ({ onDownload }: { onDownload: () => void }) => {
    download = onDownload;
    return null;
  },
}));
vi.mock('./csv.ts', async (real) => ({ ...(await real<object>()), downloadCsv: vi.fn() }));

const columns = [{ id: 'title', header: 'Title', value: (title: string) => title }];

test.for([
  [undefined, 'export'],
  ['schools', 'schools'],
] as const)('the download of a table named %j is named %s', ([given, name]) => {
  const table = createElement(ResultTable<string>, {
    label: 'Titles',
    columns,
    items: ['One'],
    ...(given ? { exportName: given } : {}),
  });
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(MemoryRouter, null, table)));
  download();
  expect(downloadCsv).toHaveBeenLastCalledWith(name, '\uFEFFTitle\r\nOne\r\n');
});
