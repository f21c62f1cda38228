import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';

/** React, with the JSX runtime of this folder. */
export const reactWithOwnJsx = (): PluginOption[] => [
  react({ jsxImportSource: 'own-jsx' }),
  {
    name: 'own-jsx',
    config: () => ({ resolve: { alias: { 'own-jsx': fileURLToPath(new URL('.', import.meta.url)) } } }),
  },
];
