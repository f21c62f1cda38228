import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '../lib/queries.ts';
import { Card } from '../ui/Card.tsx';
import { Loader } from '../ui/Loader.tsx';
import { Screen } from '../ui/Screen.tsx';
import classes from './about.module.css';

/** Version information (spec 2). */
export default function AboutScreen() {
  const { data, isPending, isError } = useQuery(versionQuery);
  return (
    <Screen heading="Version Information">
      <Card>
        {isPending && <Loader />}
        {(isError || Boolean(data?.error)) && (
          <p role="alert">There was an error retrieving version information</p>
        )}
        {data && !data.error && <VersionTable info={data} />}
      </Card>
    </Screen>
  );
}

function VersionTable({ info }: { info: Record<string, unknown> }) {
  const entries = Object.entries(info)
    .filter(([key]) => key !== 'error')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <table className={classes.pairs}>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody translate="no">
        {entries.map(([key, value]) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{String(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
