import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractParts } from './contract-parts-plugin.ts'
import { endpointRows } from './endpoint-rows-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'
import { zipInPlace } from './zip-in-place-plugin.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

const base =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|query-core|react-query))[\\/]/

export default defineConfig({
  root: here('.'),
  plugins: [react(), contractParts(), endpointRows(), serviceWorker()],
  worker: { format: 'es', plugins: () => [zipInPlace()] },
  build: {
    outDir: here('../build/web'),
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        // What every page needs stays one file, however the screens share the rest: an update of ours leaves it cached.
        codeSplitting: { groups: [{ name: 'base', test: base }] },
      },
    },
  },
  server: { proxy: { '/v1': process.env.TORNIQUETE_SERVER ?? 'http://127.0.0.1:3000' } },
})
