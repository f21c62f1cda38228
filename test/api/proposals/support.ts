import { randomUUID } from 'node:crypto';
import type { ErrorItem } from '../../../contract/errors.ts';
import type { ChangeSet } from '../../../contract/history.ts';
import type { Preview, PreviewRow } from '../../../contract/proposals.ts';
import type { TestApp } from '../../support/app.ts';
import type { Response_ } from '../../support/client.ts';
import type { UserName } from '../../support/whoMay.ts';

/** The body of an apply, except for the rows. */
export interface Sent {
  id?: string;
  origin?: string;
  title?: string | null;
  reason?: string | null;
  user?: UserName;
  override?: boolean;
}
export type Applied = Response_<{ changeSet: ChangeSet }>;

/** The proposal requests of a user. */
export function proposalsOf(mdd: TestApp) {
  /** Previews rows. The body may be malformed. */
  const preview = (rows: readonly unknown[], user: UserName = 'registrar') =>
    mdd.as(user).post<Preview>('/proposals/preview', { rows });

  /** The rows of a preview that must succeed. */
  async function previewed(rows: readonly unknown[]): Promise<PreviewRow[]> {
    const { status, body } = await preview(rows);
    if (status !== 200) throw new Error(`A preview gets ${status}: ${JSON.stringify(body)}`);
    return body.rows;
  }

  const apply = (
    rows: readonly unknown[],
    { user = 'registrar', override = false, ...sent }: Sent = {},
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

/** The errors of a rejected proposal. */
export const errorsOf = ({ body }: Response_<unknown>): ErrorItem[] =>
  (body as { errors?: ErrorItem[] }).errors ?? [];
/** Code and field of each error. */
export const refusalsOf = (errors: readonly ErrorItem[]) => errors.map(({ code, field }) => [code, field]);
