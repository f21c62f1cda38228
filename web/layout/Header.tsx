import { Burger } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { isPermitted } from '../session.ts';
import { Greeting } from './Greeting.tsx';
import classes from './layout.module.css';
import { menu } from './menu.ts';
import { ThemeToggle } from './ThemeToggle.tsx';

/** The title, the top menu and the greeting. On a phone, a button opens the menu and the greeting. */
export function Header({ user }: { user: AuthenticatedUser | null }) {
  const [opened, setOpened] = useState(false);
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger}
        opened={opened}
        onClick={() => setOpened(!opened)}
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
        <nav aria-label="Main" className={classes.menu}>
          {menu
            .filter(({ permission }) => !permission || isPermitted(user, permission))
            .map(({ label, to, exact }) => (
              <NavLink key={to} to={to} end={exact ?? false} onClick={() => setOpened(false)}>
                {label}
              </NavLink>
            ))}
        </nav>
        <Greeting user={user} />
      </div>
      <ThemeToggle />
    </header>
  );
}
