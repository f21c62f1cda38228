import { kindText } from '../../history/changesPage/changeWords.ts';
import { downloadCsv, toCsv } from '../../ui/table/csv.ts';
import { DownloadButton } from '../../ui/table/DownloadButton.tsx';
import { downloadExcel } from '../../ui/table/excel.ts';
import { columnsNamed } from './columnsNamed.ts';
import { readLookups, readRows } from './currentData.ts';
import classes from './import.module.css';

/** Offers a file to fill in: all columns of a kind, with today's values. Importing it unchanged changes nothing. */
export function Template({ kind }: { kind: string }) {
  const name = `template-${kind}`;
  const read = async () => {
    // Loaded on first use: it knows every column of every kind.
    const [{ templateOf }, known] = await Promise.all([import('../../../intake/template.ts'), readLookups()]);
    const { header, rows } = templateOf(kind, await readRows(kind, known), known.terms);
    return { columns: columnsNamed(header), rows };
  };
  return (
    <div role="group" aria-label="Template with today’s rows" className={classes.template}>
      <span aria-hidden>Template with today’s rows</span>
      <DownloadButton
        label="Template CSV"
        disabled={false}
        download={async () => {
          const { columns, rows } = await read();
          downloadCsv(name, toCsv(columns, rows));
        }}
      />
      <DownloadButton
        label="Template Excel"
        disabled={false}
        download={async () => downloadExcel({ name, title: kindText(kind), filters: [], ...(await read()) })}
      />
    </div>
  );
}
