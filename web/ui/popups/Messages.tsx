import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dismissPopups, type Question } from './popupStore.ts';
import classes from './popups.module.css';

interface Props {
  id?: string;
  texts: readonly ReactNode[];
  links?: Question['links'];
  icon: ReactNode;
  className: string | undefined;
}

/** The messages of a popup, each with an icon. */
export function Messages({ id, texts, links, icon, className }: Props) {
  return (
    <ul id={id} className={`${classes.messages} ${className}`}>
      {texts.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two errors may have the same text
        <li key={at}>
          {icon}
          <span>{links && typeof text === 'string' ? withLinks(text, links) : text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Turns the counts in a text into links. Following a link cancels the question. */
function withLinks(text: string, links: Readonly<Record<string, string>>): ReactNode[] {
  const count = new RegExp(`(\\b\\d+ (?:${Object.keys(links).join('|')})\\b)`);
  return text.split(count).map((part, at) => {
    // The parts at odd indexes are counts.
    const url = at % 2 === 1 && links[part.replace(/^\d+ /, '')];
    return url ? (
      <Link key={part} to={url} onClick={dismissPopups}>
        {part}
      </Link>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a part has no state
      <span key={at}>{part}</span>
    );
  });
}
