import { randomUUID } from 'node:crypto';
import type { ErrorItem } from '../../../contract/errors.ts';
import type { ChangeSet } from '../../../contract/history.ts';
import type { Preview, PreviewRow } from '../../../contract/proposals.ts';
import type { TestApp } from '../../support/app.ts';
import type { Response_ } from '../../support/client.ts';
import type { PersonName } from '../../support/whoMay.ts';

/** What is sent to be applied, but for the rows. */
export interface Sent {
  id?: string;
  origin?: string;
  title?: string | null;
  reason?: string | null;
  person?: PersonName;
  override?: boolean;
}
export type Applied = Response_<{ changeSet: ChangeSet }>;

/** The calls of proposals, as a person makes them. */
export function proposalsOf(mdd: TestApp) {
  /** Previews rows. What is sent may be anything. */
  const preview = (rows: readonly unknown[], user: PersonName = 'registrar') =>
    mdd.as(user).post<Preview>('/proposals/preview', { rows });

  /** The rows of a preview that is expected to succeed. */
  async function previewed(rows: readonly unknown[]): Promise<PreviewRow[]> {
    const { status, body } = await preview(rows);
    if (status !== 200) throw new Error(`A preview gets ${status}: ${JSON.stringify(body)}`);
    return body.rows;
  }

  const apply = (
    rows: readonly unknown[],
    { person: user = 'registrar', override = false, ...sent }: Sent = {},
  ): Promise<Applied> =>
    mdd
      .as(user)
      .post<{ changeSet: ChangeSet }>(`/proposals/apply${override ? '?overrideWarnings=true' : ''}`, {
        id: randomUUID(),
        origin: 'bulk',
        title: null,
        reason: null,
        rows,
        ...sent,
      });

  /** The rows with the versions that their preview gives. */
  async function seen(rows: readonly object[]): Promise<object[]> {
    const shown = await previewed(rows);
    return rows.map((row, at) => ({ ...row, version: shown[at]?.version ?? null }));
  }

  return { preview, previewed, apply, seen };
}

/** The errors of a refusal. */
export const errorsOf = ({ body }: Response_<unknown>): ErrorItem[] =>
  (body as { errors?: ErrorItem[] }).errors ?? [];
/** Code and field of each error. */
export const refusalsOf = (errors: readonly ErrorItem[]) => errors.map(({ code, field }) => [code, field]);
