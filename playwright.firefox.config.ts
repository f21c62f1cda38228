import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import chromium from './playwright.config.ts';
import { root } from './scripts/toolchain.mjs';

// Fine, and able to hover.
const MOUSE = 6;

/** Runs the browser tests of the main paths, those with the tag, in the installed Firefox, driven by WebDriver BiDi. */
export default defineConfig({
  ...chromium,
  outputDir: 'test-results/firefox',
  // The main paths are few, and one browser leaves the machine to their servers.
  workers: 1,
  projects: (chromium.projects ?? []).map((project) =>
    project.dependencies ? { ...project, grep: /@firefox/ } : project,
  ),
  use: {
    ...chromium.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: join(root, 'test/firefox/firefox.mjs'),
      firefoxUserPrefs: {
        // Without a window it would have none.
        'ui.primaryPointerCapabilities': MOUSE,
        'ui.allPointerCapabilities': MOUSE,
        // As in the other browser, scrollbars take no room.
        'ui.useOverlayScrollbars': 1,
        // Playwright does not pass on that a page should move less, so it always should.
        'ui.prefersReducedMotion': 1,
        // Nobody looks on. Each frame that is drawn takes time of the browser's own process.
        'layout.frame_rate': 15,
      },
    },
  },
});
