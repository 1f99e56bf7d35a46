import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { contractParts } from './contract-parts-plugin.ts'
import { contractValues } from './contract-values-plugin.ts'
import { directImports } from './direct-imports-plugin.ts'
import { earlyFiles } from './early-files-plugin.ts'
import { errorTexts } from './error-texts-plugin.ts'
import { helpPages } from './help-pages-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'
import { zodParts } from './zod-parts-plugin.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
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
    outDir: here('../build/web'),
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  server: { proxy: { '/v1': process.env.TORNIQUETE_SERVER ?? 'http://127.0.0.1:3000' } },
})
