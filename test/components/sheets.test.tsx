import { expect, test } from 'vitest';
import { writeWorkbook } from '../../sheets/write.ts';

/** The texts that a worker reads from a file or a pasted text. */
function readInWorker(sent: Uint8Array | string): Promise<unknown> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(sent, []);
  }).finally(() => worker.terminate());
}

test('spreadsheets are read in a worker: XLSX, CSV and pasted cells', async () => {
  const rows = [['007', '=1+1']];
  const all = [['Code', 'Text'], ...rows];
  const workbook = writeWorkbook({ name: 'Majors', header: ['Code', 'Text'], rows, about: ['Majors'] });
  expect(await readInWorker(workbook)).toEqual(all);
  expect(await readInWorker(new TextEncoder().encode('Code;Text\r\n007;=1+1\r\n'))).toEqual(all);
  expect(await readInWorker('Code\tText\n007\t=1+1')).toEqual(all);
  expect(await readInWorker(new Uint8Array())).toBe('The file is empty. Choose one with rows.');
});
