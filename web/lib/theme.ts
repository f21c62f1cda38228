import { createTheme } from '@mantine/core';

/** Colors, fonts and density. Components are not configured here: that would pull all of them into the first chunk. */
export const theme = createTheme({
  colors: {
    navy: [
      '#eef4fc',
      '#dbe7f7',
      '#b8cfee',
      '#8fb3e6',
      '#6b9ade',
      '#4b83d1',
      '#3a70bf',
      '#2d5fa9',
      '#1b4b8f',
      '#143a70',
    ],
    dark: [
      '#e6e9ef',
      '#c3cad6',
      '#aab2c0',
      '#8b95a5',
      '#454d5b',
      '#323945',
      '#252b36',
      '#1b1f27',
      '#13161c',
      '#0d0f13',
    ],
  },
  primaryColor: 'navy',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { fontWeight: '700' },
  respectReducedMotion: true,
});
