import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointRows } from './endpoint-rows-plugin.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig({
  root: here('.'),
  plugins: [react(), endpointRows()],
  build: { outDir: here('../build/web'), emptyOutDir: true },
  server: { proxy: { '/v1': 'http://127.0.0.1:3000' } },
})
