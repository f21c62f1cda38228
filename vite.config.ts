import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { withMeta, withRunningTerm } from './server/http/pageMeta.ts';

type Bundle = Rolldown.OutputBundle;

// Of `npm run dev` (scripts/dev.mjs): the base path, and the server that has all but the pages.
const {
  BASE_PATH: basePath = '/mdsd',
  TIME_ZONE: timeZone = 'America/Los_Angeles',
  DEV_SERVER,
} = process.env;

// Drops the schemas of responses. Only the server uses them, and building one does nothing else in a browser. The functions
// are zod's and those of `contract/stored.ts`.
const treeshake = {
  manualPureFunctions: ['z', 'storedFields', 'storedFlagsOrNull', 'stamp', 'response'],
  propertyReadSideEffects: false as const,
};

export default defineConfig(({ command }) => ({
  root: 'web',
  // Relative, so that the same build works below any base path (contract 1).
  base: command === 'build' ? './' : `${basePath}/`,
  plugins: [react(), themeScript(), pageOfDevelopment(), compressed(), budget()],
  worker: { format: 'es', rolldownOptions: { treeshake } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // For older targets Vite lowers `light-dark()` in a way that breaks Mantine's colors.
    target: ['chrome125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { treeshake },
  },
  server: {
    strictPort: true,
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      // With the browser's Host, so that the sign-in stays at this origin.
      ['api', 'demo-sign-in', 'healthz', 'readyz'].map((path) => [
        `${basePath}/${path}`,
        { target: DEV_SERVER ?? '', changeOrigin: false },
      ]),
    ),
  },
}));

/** During development: the meta tags that the server sets, and the script that must run before the first paint. */
function pageOfDevelopment(): Plugin {
  return {
    name: 'page-of-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => ({
        html: withRunningTerm(withMeta(withMeta(html, 'ctx', basePath), 'time-zone', timeZone), timeZone),
        tags: [
          { tag: 'script', children: `{${readFileSync(new URL('web/theme.js', import.meta.url), 'utf8')}}` },
        ],
      }),
    },
  };
}

/**
 * Emits the script that must run before the first paint. It is a separate file because inline scripts are not allowed.
 */
function themeScript(): Plugin {
  let reference: string;
  return {
    name: 'theme-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL('web/theme.js', import.meta.url), 'utf8');
      // The block gives it its own scope: classic scripts share the global one.
      reference = this.emitFile({ type: 'asset', name: 'theme.js', source: `{${source}}` });
    },
    generateBundle: {
      // Runs after the page has been written.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('No index.html to add the theme script to');
        page.source = String(page.source).replace(
          '<script type="module"',
          `<script src="./${this.getFileName(reference)}"></script>\n    <script type="module"`,
        );
      },
    },
  };
}

const brotli = (source: string | Uint8Array) => brotliCompressSync(source);

/** Writes a .br and a .gz next to each asset, so that the server does not have to compress. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css|svg)$/.test(fileName)) continue;
          const source = sourceOf(file);
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli(source) });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

/**
 * Size limits of the web build, in kB of brotli: the scripts that every tab loads first, all scripts of the page, the
 * largest of those that are not loaded first, those that run beside the page (`workers`), and the styles. What users wait for
 * is the first and the largest; the sum grows with the screens (decision 18).
 */
const limits = { first: 136, all: 282, route: 60, workers: 60, styles: 26 };

/** Fails a build that exceeds the limits, and reports the size of each part. */
function budget(): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = scripts.filter(({ isEntry }) => isEntry);
      const first = importedBy(
        bundle,
        entries.map(({ fileName }) => fileName),
      );
      const weights = {
        first: sum(scripts.filter(({ fileName }) => first.has(fileName))),
        all: sum(scripts),
        route: Math.max(0, ...scripts.filter(({ fileName }) => !first.has(fileName)).map(weightOf)),
        workers: sum(Object.values(bundle).filter(({ fileName }) => /worker-.*\.js$/i.test(fileName))),
        styles: sum(Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))),
      };
      const lines = Object.entries(weights).map(
        ([part, weight]) => `${part} ${weight.toFixed(1)} of ${limits[part as keyof typeof limits]} kB`,
      );
      console.log(`brotli: ${lines.join(', ')}`);
      for (const [part, weight] of Object.entries(weights))
        if (weight > limits[part as keyof typeof limits])
          throw new Error(`The build is too heavy (${part}): ${lines.join(', ')}`);
    },
  };
}

/** These scripts and all that they import statically. */
function importedBy(bundle: Bundle, fileNames: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (fileName: string) => {
    const file = bundle[fileName];
    if (file?.type !== 'chunk' || found.has(fileName)) return;
    found.add(fileName);
    file.imports.forEach(visit);
  };
  fileNames.forEach(visit);
  return found;
}

const sourceOf = (file: Bundle[string]) => (file.type === 'chunk' ? file.code : file.source);
const weightOf = (file: Bundle[string]) => brotli(sourceOf(file)).length / 1000;
const sum = (files: Bundle[string][]) => files.reduce((total, file) => total + weightOf(file), 0);
