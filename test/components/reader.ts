import { readPasted, readSpreadsheet, Unreadable } from '../../sheets/read.ts';

// A worker that reads a spreadsheet message, and sends back its texts or the error.
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array | string>) =>
  self.postMessage(responseTo(data), {}),
);

function responseTo(sent: Uint8Array | string): unknown {
  try {
    const { sheets } = typeof sent === 'string' ? readPasted(sent) : readSpreadsheet(sent, 'file');
    return sheets[0]?.rows.map((cells) => cells.map(({ text }) => text));
  } catch (error) {
    return error instanceof Unreadable ? error.message : String(error);
  }
}
