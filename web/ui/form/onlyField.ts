import { createContext } from 'react';

/**
 * Reduces the fields of a form to the input of one of them, with all that its form gives it, under another label. `hint` is
 * shown if it has none of its own.
 */
export const OnlyField = createContext<{ name: string; label: string; hint?: string } | null>(null);
