import classes from './detail.module.css';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  comments: string | null;
  lastModified: string;
  by: string;
}

/** The end of a Details panel (spec 2): comments, and when and by whom the item was last saved. */
export function Remarks({ comments, lastModified, by }: Props) {
  return (
    <>
      {comments && (
        <section className={classes.comments} aria-label="Comments">
          <h3>Comments</h3>
          <p>{comments}</p>
        </section>
      )}
      <p className={classes.saved}>
        Last modified <time dateTime={lastModified}>{time.format(new Date(lastModified))}</time>
        {by && ` by ${by}`}
      </p>
    </>
  );
}
