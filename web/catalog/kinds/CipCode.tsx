import { use, useState } from 'react';
import { factsOfForm } from '../../../contract/form.ts';
import { type Major, majorForm } from '../../../contract/major.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { useFieldValue } from '../../ui/form/fields.tsx';
import { OnlyField } from '../../ui/form/onlyField.ts';
import classes from './cipCode.module.css';
import { useCipCodes } from './cipCodes.ts';

const F = fieldsOf(majorForm);
const { pattern } = factsOfForm(majorForm).cipCode ?? {};

/**
 * The field of the CIP code of a major. It suggests the codes of CIP 2020, which load when it is first used, and shows the
 * title of its code. Any other code may be typed, and if they cannot be loaded it is a plain field.
 */
export function CipCodeField() {
  const [isUsed, setUsed] = useState(false);
  // A field alone was chosen, to be used.
  const isAlone = use(OnlyField)?.name === 'cipCode';
  const { suggest, titleOf } = useCipCodes(isUsed || isAlone);
  const code = String(useFieldValue('cipCode')).trim();
  const note = pattern?.test(code) ? titleOf(code) : undefined;
  return <F.Suggested name="cipCode" suggest={suggest} note={note} onFocus={() => setUsed(true)} />;
}

/** The title of a major's CIP code. Empty until the titles have loaded. */
export function CipTitle({ item: { cipCode } }: { item: Pick<Major, 'cipCode'> }) {
  const { titleOf } = useCipCodes(cipCode !== null);
  return <small className={classes.title}>{cipCode && titleOf(cipCode)}</small>;
}
