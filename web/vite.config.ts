import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './bundling/chunk-groups.ts'
import { contractParts } from './bundling/contract-parts-plugin.ts'
import { contractValues } from './bundling/contract-values-plugin.ts'
import { directImports } from './bundling/direct-imports-plugin.ts'
import { earlyFiles } from './bundling/early-files-plugin.ts'
import { errorTexts } from './bundling/error-texts-plugin.ts'
import { helpPages } from './bundling/help-pages-plugin.ts'
import { icons } from './bundling/icons-plugin.ts'
import { serviceWorker } from './bundling/service-worker-plugin.ts'
import { webFile } from './bundling/web-file.ts'
import { zodParts } from './bundling/zod-parts-plugin.ts'

/** What the first of them fetches. */
const first = /assets\/start-/
/** What is there before any page asks for more: it need not be named once more with what it asks for. */
const begun = /assets\/(rolldown-runtime|base|router|start|login|shell|styles)-/

export default defineConfig({
  root: webFile('.'),
  plugins: [
    react(),
    icons(),
    helpPages(),
    errorTexts(),
    contractValues(),
    contractParts(),
    directImports(),
    earlyFiles(),
    zodParts(),
    serviceWorker(),
  ],
  build: {
    outDir: webFile('../build/web'),
    emptyOutDir: true,
    modulePreload: {
      resolveDependencies: (_, needed, { hostId, hostType }) =>
        hostType === 'html' || first.test(hostId) ? needed : needed.filter((file) => !begun.test(file)),
    },
    rolldownOptions: {
      output: {
        // Each file names the others that it may fetch, and what a name is made of does not compress.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  server: { proxy: { '/v1': process.env.TORNIQUETE_SERVER ?? 'http://127.0.0.1:3000' } },
})
