import type { Links } from '../ui/table/useLinks.ts';
import words from './notes.module.css';
import type { Named, Note } from './timelineLayout.ts';

interface Props {
  notes: readonly Note[];
  links: Links;
}

/** The issues in words, with the numbers of the drawing. */
export function Notes({ notes, links }: Props) {
  const linkProps = ({ to }: Named) => ({ href: links.hrefOf(to), onClick: links.onFollow });
  return (
    <ol className={words.notes}>
      {notes.map(({ number, heading, text, correction }) => (
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
                <a key={piece.to} translate="no" {...linkProps(piece)}>
                  {piece.name}
                </a>
              ),
            )}
          </span>
          {correction && (
            <a
              className={words.fix}
              aria-label={`Fix note ${number}: ${correction.name}`}
              {...linkProps(correction)}
            >
              Fix…
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
