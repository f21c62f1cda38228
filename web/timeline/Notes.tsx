import type { Links } from '../ui/table/useLinks.ts';
import words from './notes.module.css';
import type { Named, Note } from './timelineLayout.ts';

interface Props {
  notes: readonly Note[];
  links: Links;
}

/** What there is to look at, in words, by the numbers of the drawing. */
export function Notes({ notes, links }: Props) {
  const leading = ({ to }: Named) => ({ href: links.hrefOf(to), onClick: links.onFollow });
  return (
    <ol className={words.notes}>
      {notes.map(({ number, heading, text, correction: correction }) => (
        <li key={number}>
          <span className={words.numbered} aria-hidden="true">
            {number}
          </span>
          <span>
            <b>
              <span>{heading}</span>:
            </b>{' '}
            {text.map((piece) =>
              typeof piece === 'string' ? (
                <span key={piece}>{piece}</span>
              ) : (
                <a key={piece.to} translate="no" {...leading(piece)}>
                  {piece.name}
                </a>
              ),
            )}
          </span>
          {correction && (
            <a
              className={words.mend}
              aria-label={`Mend note ${number}: ${correction.name}`}
              {...leading(correction)}
            >
              Mend…
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
