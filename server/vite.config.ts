import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = {
  main: 'server',
  backup: 'server/backup',
  service: 'server/service',
  demo: 'demo',
  'terminal-simulator': 'terminal-simulator',
  bench: 'bench',
}
const entries = [
  ...Object.entries(programs).map(([name, folder]) => [name, join(root, folder, 'main.ts')] as const),
  ['read-worker', join(root, 'server/file-import/read-worker.ts')] as const,
].filter(([, file]) => existsSync(file))

export default defineConfig({
  root,
  publicDir: false,
  // Our own packages are TypeScript and go into the bundle; what npm installed stays where it is.
  ssr: { noExternal: [/^@torniquete\//] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: join(root, 'build/server'),
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rollupOptions: {
      // The measurements' alone, which begin by installing it.
      external: ['@playwright/test'],
      input: Object.fromEntries(entries),
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
})
