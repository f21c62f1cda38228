/**
 * A setting that a database or a role can have, and that would change an answer or lose a saved change. `value` is what
 * each connection asks for; without one, only a superuser can set it, or there are several right ones.
 */
interface Setting {
  value?: string;
  /** What `current_setting` says if the setting is right. */
  right: RegExp;
  /** What to set if it is not. */
  toSet: string;
}

/** The settings by name, with the standard ones of PostgreSQL taken as right. */
export const connectionSettings: Readonly<Record<string, Setting>> = {
  TimeZone: { value: 'UTC', right: /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal|Greenwich)$/i, toSet: "'UTC'" },
  DateStyle: { value: 'ISO', right: /^ISO\b/i, toSet: "'ISO'" },
  IntervalStyle: { value: 'postgres', right: /^postgres$/i, toSet: "'postgres'" },
  search_path: { value: 'public', right: /^("\$user", *)?public$/, toSet: 'public' },
  bytea_output: { value: 'hex', right: /^hex$/i, toSet: "'hex'" },
  extra_float_digits: { value: '1', right: /^[123]$/, toSet: '1' },
  array_nulls: { value: 'on', right: /^on$/, toSet: 'on' },
  transform_null_equals: { value: 'off', right: /^off$/, toSet: 'off' },
  standard_conforming_strings: { value: 'on', right: /^on$/, toSet: 'on' },
  quote_all_identifiers: { value: 'off', right: /^off$/, toSet: 'off' },
  lc_numeric: { value: 'C', right: /./, toSet: "'C'" },
  lc_monetary: { value: 'C', right: /./, toSet: "'C'" },
  lc_time: { value: 'C', right: /./, toSet: "'C'" },
  default_transaction_isolation: {
    value: 'read\\ committed',
    right: /^read committed$/,
    toSet: "'read committed'",
  },
  // The others wait at least until a change is stored.
  synchronous_commit: { right: /^(?!off$)/, toSet: 'on' },
  // Under another one the triggers that record each change do not run.
  session_replication_role: { right: /^origin$/, toSet: "'origin'" },
};

/** The settings that a connection asks for when it starts. A connection pooler may drop them. */
export const startupOptions = Object.entries(connectionSettings)
  .filter(([, { value }]) => value !== undefined)
  .map(([name, { value }]) => `-c ${name}=${value}`)
  .join(' ');

/** What is wrong with the settings that a connection has, in one sentence that says what to set, if anything is. */
export function wrongSetting(current: Readonly<Record<string, string>>): string | undefined {
  for (const [name, { right, toSet }] of Object.entries(connectionSettings)) {
    const value = current[name] ?? '';
    if (!right.test(value))
      return `${name} is ${value || 'empty'} for this role or database: set it with ALTER ROLE … SET ${name} = ${toSet}.`;
  }
  return undefined;
}
