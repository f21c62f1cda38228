/**
 * A setting of a database or a role that could change a result or lose a saved change. Each connection requests `value`;
 * without it, only a superuser can set the setting, or several values are right.
 */
interface Setting {
  value?: string;
  /** Matches the right results of `current_setting`. */
  right: RegExp;
  /** The value to set if the setting is wrong. */
  toSet: string;
}

/** The settings by name. PostgreSQL's standard values count as right. */
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
  // All other values wait at least until a change is stored.
  synchronous_commit: { right: /^(?!off$)/, toSet: 'on' },
  // With another value, the triggers that record each change do not run.
  session_replication_role: { right: /^origin$/, toSet: "'origin'" },
};

/** The settings that a connection requests at its start. A connection pooler may drop them. */
export const startupOptions = Object.entries(connectionSettings)
  .filter(([, { value }]) => value !== undefined)
  .map(([name, { value }]) => `-c ${name}=${value}`)
  .join(' ');

/** Describes the first wrong setting of a connection, and how to set it; undefined if all are right. */
export function wrongSetting(current: Readonly<Record<string, string>>): string | undefined {
  for (const [name, { right, toSet }] of Object.entries(connectionSettings)) {
    const value = current[name] ?? '';
    if (!right.test(value))
      return `${name} is ${value || 'empty'} for this role or database: set it with ALTER ROLE … SET ${name} = ${toSet}.`;
  }
  return undefined;
}
