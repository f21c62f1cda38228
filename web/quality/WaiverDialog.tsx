import { useRef } from 'react';
import type { Finding } from '../../contract/quality.ts';
import type { FormHandle } from '../ui/form/SaveForm.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { useOpening } from '../ui/popups/useOpening.ts';
import { namesOfFinding } from './FoundItems.tsx';
import { WaiverForm } from './WaiverForm.tsx';
import type { FoundBy } from './waiverChanges.ts';

interface Props {
  opened: boolean;
  foundBy: FoundBy;
  /** The finding to waive, or whose note is edited; null before the first. */
  finding: Finding | null;
  onClose: () => void;
}

/** Waives a finding, or edits the note of its waiver. Each opening starts with a fresh form. */
export function WaiverDialog({ opened, foundBy, finding, onClose }: Props) {
  const opening = useOpening(opened);
  const handle = useRef<FormHandle>(null);
  return (
    <Dialog
      opened={opened}
      width="40rem"
      title={finding?.waiver ? 'Edit note' : 'Waive finding'}
      subject={finding ? namesOfFinding(finding) : undefined}
      onClose={() => handle.current?.leave()}
    >
      {finding && opening > 0 && (
        <WaiverForm key={opening} ref={handle} foundBy={foundBy} finding={finding} onClose={onClose} />
      )}
    </Dialog>
  );
}
