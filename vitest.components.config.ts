import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { installedBrowser } from './scripts/browser.mjs';

const executablePath = installedBrowser();

/** Tests the UI components one by one in a real browser, with real keyboard and pointer events. */
export default defineConfig({
  plugins: [react()],
  // Used in a worker, where they would be found late, which reloads the page under a test.
  optimizeDeps: { include: ['fflate', 'numfmt', 'papaparse', 'saxen'] },
  test: {
    name: 'components',
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    include: ['test/components/**/*.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          args: ['--no-sandbox', '--disable-gpu'],
        },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1024, height: 768 } }],
    },
  },
});
