import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Card } from '../ui/Card.tsx';
import { Screen } from '../ui/Screen.tsx';

/** Replaces a screen that failed to render. The layout around it still works, and a link leads back. */
export function ScreenError() {
  const navigate = useNavigate();
  return (
    <Screen heading="Something went wrong">
      <Card>
        <p>This screen could not be displayed. Your saved data is not affected.</p>
        <Button onClick={() => window.location.reload()}>Try again</Button>{' '}
        <Button variant="default" onClick={() => void navigate(paths.home)}>
          Back to the report
        </Button>
      </Card>
    </Screen>
  );
}
