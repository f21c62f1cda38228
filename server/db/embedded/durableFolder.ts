import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd?: number;
  node: unknown;
}

/** Undocumented internals of PGlite's file system. `addSync` checks that they exist before it uses them. */
interface NodeFiles {
  stream_ops?: { fsync?: (stream: Stream) => number };
  realPath?: (node: unknown) => string;
  tryFSOperation?: <T>(operation: () => T) => T;
}

/**
 * A folder of files with a working fsync. PGlite's own file system has none, so a commit would be acknowledged before it
 * reaches the disk.
 */
export class DurableFolder extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters);
    const preRun = [...(emscriptenOpts.preRun ?? []), addSync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: endThread } };
  }
}

/** Ends this thread when the engine aborts, for example because a flush to disk fails. By default the caller would hang. */
function endThread(): void {
  process.exit(1);
}

function addSync(module: { NODEFS?: NodeFiles }): void {
  const { stream_ops: operations, realPath, tryFSOperation } = module.NODEFS ?? {};
  if (!operations || !realPath || !tryFSOperation)
    throw new Error('This version of PGlite has different internals; its commits would not be durable');
  operations.fsync = ({ nfd, node }) => {
    // The stream of a folder has no file descriptor.
    tryFSOperation(() => (nfd === undefined ? syncPath(realPath(node)) : fs.fsyncSync(nfd)));
    return 0;
  };
}

/** Flushes a file or a folder to disk; for a folder, without its files. */
export function syncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Flushes a folder and all its contents to disk. */
export function syncTree(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    syncPath(`${folder}/${name}`);
  syncPath(folder);
}
