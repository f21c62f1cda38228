import type { View } from '../../contract/views.ts';
import { change, errorsOf } from '../lib/api.ts';
import { meQuery, queryClient } from '../lib/queries.ts';
import { showErrors, showWarnings } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { viewsQuery } from './viewsQuery.ts';

/** What a save sends of a view. */
export type SentView = Pick<View, 'screen' | 'name' | 'query' | 'isShared'>;

const key = () => viewsQuery(queryClient.getQueryData(meQuery.queryKey) ?? null).queryKey;

/** Reads the views again. Another view may have become the default, or others may have saved some. */
export async function readViews(): Promise<readonly View[]> {
  await queryClient.refetchQueries({ queryKey: key() });
  return queryClient.getQueryData(key()) ?? [];
}

/** Shows a saved view at once, in the order of the server, and reads the others again. */
function addToViews(saved: View): void {
  queryClient.setQueryData(key(), (views) => {
    const others = (views ?? []).filter(({ id }) => id !== saved.id);
    return [...others, saved].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  });
  void readViews();
}

/** Saves a new view. */
export async function createView(body: SentView): Promise<View> {
  const { data } = await change<View>('POST', '/views', { body });
  addToViews(data);
  return data;
}

/** Saves a view over the version that it has. */
export async function saveView({ id, ...view }: View, values: Partial<SentView>): Promise<View> {
  const body = { ...view, ...values };
  const { data } = await change<View>('PUT', `/views/${id}`, { body });
  addToViews(data);
  return data;
}

const CONFLICT = 'EDIT_CONFLICT';
const has = (error: unknown, wanted: string) => errorsOf(error).some(({ code }) => code === wanted);
export const isConflict = (error: unknown): boolean => has(error, CONFLICT);
export const isGone = (error: unknown): boolean => has(error, 'VIEW_NOT_FOUND');

/** Replaces the query of a view, and offers to undo that. */
export async function updateView(view: View, query: string): Promise<void> {
  const saved = await attempt(() => saveView(view, { query }));
  if (!saved) return;
  const undo = async () => (await attempt(() => saveView(saved, { query: view.query }))) !== undefined;
  showToast(`The view “${saved.name}” has been updated`, undo);
}

/** Asks, and deletes a view. Returns whether it did. */
export async function deleteView(view: View): Promise<boolean> {
  const whose = view.isMine ? '' : ` of ${view.owner.name}`;
  const texts = [
    `Are you sure you want to delete the view “${view.name}”${whose}?`,
    ...(view.isShared ? ['Everyone who uses it loses it.'] : []),
  ];
  const isSure = await new Promise<boolean>((resolve) => {
    showWarnings(
      texts,
      () => resolve(true),
      () => resolve(false),
      { isDestructive: true },
    );
  });
  if (!isSure) return false;
  const done = await attempt(() => change('DELETE', `/views/${view.id}`));
  if (done) {
    showToast(`The view “${view.name}” has been deleted`);
    await readViews();
  }
  return done !== undefined;
}

/** Makes a view the user's default for its screen, or ends that. */
export async function setDefault({ id, name }: View, isDefault: boolean): Promise<void> {
  const done = await attempt(() => change(isDefault ? 'PUT' : 'DELETE', `/views/${id}/default`));
  if (!done) return;
  await readViews();
  showToast(isDefault ? `The menu now opens “${name}”` : `The menu no longer opens “${name}”`);
}

/** The result of a change. If it fails, shows the error, reads the views again, and returns undefined. */
async function attempt<Result>(make: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await make();
  } catch (error) {
    const message =
      'Someone else has saved this view in the meantime. Revert shows the newer version, Update replaces it with what you see.';
    showErrors(isConflict(error) ? [{ code: CONFLICT, message }] : errorsOf(error));
    await readViews();
    return undefined;
  }
}
