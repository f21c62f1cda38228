import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorsOf } from '../lib/api.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { ProposalPreview, type ProposalProps } from './ProposalPreview.tsx';
import classes from './proposal.module.css';
import { previewQuery } from './proposalQueries.ts';
import { CHECKING } from './proposalTexts.ts';

/** A proposal: a preview of its rows, and the bar that applies those that are selected. */
export function ProposalView({ proposal, ...props }: ProposalProps) {
  const reading = useQuery(previewQuery(proposal));
  const { data, error } = reading;
  const hasLoadError = useHasLoadError(reading);
  if (hasLoadError)
    return (
      <>
        {error && (
          <div role="alert" className={classes.notice}>
            {errorsOf(error).map(({ code, message }) => (
              <p key={code}>{message}</p>
            ))}
          </div>
        )}
        <LoadError what="The preview" reading={reading} />
      </>
    );
  if (!data)
    return (
      <div className={classes.waiting}>
        <Loader label={CHECKING} />
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    );
  const isStale = data.rows !== proposal.rows || reading.isFetching;
  const reload = () => void reading.refetch();
  return <ProposalPreview {...props} {...{ proposal, previewed: data, isStale, reload }} />;
}
