/** The environment for a program of the project: what this machine needs, and no setting of the product. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX };
}
