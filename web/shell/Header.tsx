import { Burger } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { type AuthenticatedUser, signedInAs } from '../../contract/user.ts';
import { isPermitted } from '../lib/session.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { useDefaultViews } from '../views/useDefaultViews.ts';
import { Greeting } from './Greeting.tsx';
import classes from './layout.module.css';
import { menu, tools } from './menu.ts';
import { SearchButton } from './SearchButton.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { Tools } from './Tools.tsx';

/**
 * The title, the top menu and the greeting. Without a user, because nobody is signed in or the session could not be read, it
 * offers a login (contract 6). On a phone, a button opens the menu and the greeting.
 */
export function Header({ user }: { user: AuthenticatedUser | null }) {
  const [opened, setOpened] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  // Every navigation closes the menu.
  const { key } = useLocation();
  const current = useAsOf();
  const [isNear, setNear] = useState(false);
  const withDefaultView = useDefaultViews(user, isNear);
  const [last, setLast] = useState(key);
  if (key !== last) {
    setLast(key);
    setOpened(false);
  }
  /** The entry's page, as of the current term, or else with the user's default view. */
  const urlOf = ({ to, asOfName: name }: (typeof menu)[number]) =>
    withDefaultView(name ? withAsOf(to, name === 'asOf' ? current.asOf : current.term, name) : to);
  const isOffered = ({ permission }: (typeof menu)[number]) => !permission || isPermitted(user, permission);
  useEffect(() => {
    if (!opened) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(false);
      burger.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [opened]);
  return (
    <header className={classes.header}>
      <Burger
        ref={burger}
        className={classes.burger}
        opened={opened}
        onClick={() => {
          setOpened(!opened);
          setNear(true);
        }}
        aria-label="Menu"
        aria-expanded={opened}
        aria-controls="menu"
        color="#fff"
        size="sm"
      />
      <div className={classes.brand}>
        <IconSchool size={24} aria-hidden />
        Major/Degree Database
      </div>
      <div id="menu" className={classes.panel} data-opened={opened || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only loads what its links may need */}
        <nav
          aria-label="Main"
          className={classes.menu}
          onPointerEnter={() => setNear(true)}
          onFocus={() => setNear(true)}
        >
          {menu.filter(isOffered).map((entry) => (
            <NavLink key={entry.to} to={urlOf(entry)} end={entry.exact ?? false}>
              {entry.label}
            </NavLink>
          ))}
          <Tools
            user={user}
            choices={tools.filter(isOffered).map((entry) => ({ ...entry, to: urlOf(entry) }))}
          />
        </nav>
        <Greeting user={user} />
      </div>
      {user && <SearchButton key={signedInAs(user)} user={user} />}
      <ThemeToggle />
    </header>
  );
}
