import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd?: number;
  node: unknown;
}

/** What PGlite's file system says of itself to nobody; checked below before it is relied on. */
interface NodeFiles {
  stream_ops?: { fsync?: (stream: Stream) => number };
  realPath?: (node: unknown) => string;
  tryFSOperation?: <T>(operation: () => T) => T;
}

/**
 * A folder of files whose fsync is one. As shipped, PGlite leaves fsync out of its file system, so that no commit
 * reaches the disk before it is acknowledged.
 */
export class DurableFolder extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const preRun = [...(emscriptenOpts.preRun ?? []), makeSync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: endThread } };
  }
}

/** The engine gives up, as where a file does not reach the disk: as shipped, PGlite leaves whoever asked waiting for ever. */
function endThread(): void {
  process.exit(1);
}

function makeSync(module: { NODEFS?: NodeFiles }): void {
  const { stream_ops: operations, realPath, tryFSOperation } = module.NODEFS ?? {};
  if (!operations || !realPath || !tryFSOperation)
    throw new Error('This version of PGlite has other files within; its commits would not be durable');
  operations.fsync = ({ nfd, node }) => {
    // A folder is opened without a descriptor of its own.
    tryFSOperation(() => (nfd === undefined ? syncPath(realPath(node)) : fs.fsyncSync(nfd)));
    return 0;
  };
}

/** Brings a file or folder itself, not what is in it, to the disk. */
export function syncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Brings a folder and all that is in it to the disk. */
export function syncTree(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    syncPath(`${folder}/${name}`);
  syncPath(folder);
}
