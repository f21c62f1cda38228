import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { VIEW, type ViewScreen } from '../../contract/viewScreens.ts';
import type { View } from '../../contract/views.ts';
import { AHEAD } from '../lib/queries.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { isPermitted, useSession } from '../lib/session.ts';
import { useMenuButton } from '../ui/popups/useMenuButton.tsx';
import type { Ask } from '../ui/table/DownloadButton.tsx';
import { ifSettled } from '../ui/table/ifSettled.ts';
import { useFocusAfterLoading } from '../ui/useFocusAfterLoading.ts';
import hide from '../ui/visuallyHidden.module.css';
import { useCurrentView } from './useCurrentView.ts';
import { useViewTools } from './useViewTools.ts';
import { choicesOf, mayChange } from './viewChoices.ts';
import classes from './views.module.css';
import { addressOf, viewsQuery } from './viewsQuery.ts';

interface Props {
  screen: ViewScreen;
  /** May ask before the address is saved, if the screen shows something else. */
  ask?: Ask;
}

const ID = 'views';

/** Returns the focus to the menu after its screen has loaded, if it is not there while that loads. */
export const useViewsFocus = (isLoading: boolean): void => useFocusAfterLoading(ID, isLoading);

/**
 * The saved views of a screen (contract 11): a menu that chooses and changes them, and a mark if the address differs from the
 * view that it names. The address always holds the whole query; the name of the view is only beside it.
 */
export function ViewsMenu({ screen, ask = ifSettled }: Props) {
  const { params, change } = useUrlParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { user } = useSession();
  const managesData = isPermitted(user, 'manage:data');
  const isImpersonating = user?.isImpersonatedUser ?? false;
  const { reading, views, current, isMissing, changed, query } = useCurrentView(user, screen);
  const { tools, use } = useViewTools();
  /** The view that the dialog edits; null to save a new one. */
  const [edited, setEdited] = useState<View | null>(null);
  const [isOpened, setOpened] = useState(false);
  const open = (view: View | null) =>
    use(() => {
      setEdited(view);
      setOpened(true);
    });
  const saveNew = () => ask(() => open(null));
  const choices = choicesOf(
    {
      views,
      current,
      path: pathname,
      isNamed: params.has(VIEW),
      acts: isImpersonating
        ? null
        : {
            save: saveNew,
            edit: () => current && ifSettled(() => open(current)),
            toggleDefault: () => use(({ setDefault }) => current && setDefault(current, !current.isDefault)),
          },
      retry: reading.isError ? () => void reading.refetch() : null,
    },
    managesData,
  );
  const { button, menu } = useMenuButton('Views', reading.isPending ? null : choices);
  // The button that was used disappears, so it cannot keep the focus.
  const focusMenu = () => button.ref.current?.focus();
  const nameView = (id: string | null) =>
    change((now) => (id === null ? now.delete(VIEW) : now.set(VIEW, id)), { replace: true });
  const readLatest = () => void (user && client.prefetchQuery({ ...viewsQuery(user), meta: AHEAD }));
  return (
    <div className={classes.views}>
      <Button
        id={ID}
        variant="default"
        leftSection={<IconBookmark size={16} aria-hidden />}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        onPointerEnter={readLatest}
        onFocus={readLatest}
        {...button}
        onClick={() => {
          // Assistive technology clicks without the focus.
          readLatest();
          button.onClick();
        }}
      >
        {current ? (
          <span className={classes.name}>
            <span className={hide.visuallyHidden}>View: </span>
            <span translate="no">{current.name}</span>
          </span>
        ) : (
          'Views'
        )}
      </Button>
      {menu}
      <div role="status" className={classes.status}>
        {changed && <span className={classes.changed}>changed</span>}
        {isMissing && <span>This view no longer exists. You see what the link asks for.</span>}
      </div>
      {changed && (
        <div role="group" aria-label="Changed view" className={classes.actions}>
          {!isImpersonating && mayChange(changed, managesData) && (
            <Button
              variant="default"
              onClick={() => {
                focusMenu();
                ask(() => use(({ updateView }) => updateView(changed, query)));
              }}
            >
              Update
            </Button>
          )}
          {!isImpersonating && (
            <Button variant="default" onClick={saveNew}>
              Save as new
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => {
              focusMenu();
              void navigate(addressOf(pathname, changed));
            }}
          >
            Revert
          </Button>
        </div>
      )}
      {isMissing && (
        <Button
          variant="default"
          onClick={() => {
            focusMenu();
            nameView(null);
          }}
        >
          Remove it from the link
        </Button>
      )}
      {tools &&
        // Not here, where a narrower window may hide it while it is open.
        createPortal(
          <tools.ViewDialog
            opened={isOpened}
            view={edited}
            screen={screen}
            query={query}
            onSaved={nameView}
            onDeleted={() => nameView(null)}
            onClose={() => setOpened(false)}
          />,
          document.body,
        )}
    </div>
  );
}
