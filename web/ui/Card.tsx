import type { ComponentProps } from 'react';
import classes from './card.module.css';

/** A white card. Each task of a screen has its own card. With `data-fills` it is at most as high as the window leaves. */
export const Card = (props: ComponentProps<'div'>) => <div {...props} className={classes.card} />;
