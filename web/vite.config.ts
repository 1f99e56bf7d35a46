import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractValuesPlugin, removeUnusedZodPartsPlugin, serviceWorkerPlugin } from './bundling/build-plugins.ts'
import { helpPagesPlugin, resolveWebFile } from './bundling/help-pages-plugin.ts'

/**
 * Two larger chunks, because Vite's default splitting would need a hundred requests per screen. Popovers are left out:
 * many dialogs need them, but few pages.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'common', minShareCount: 20, priority: 1, test: /^(?!.*(Popover|Floating\/|kit\/(DayField|FormDialog)))/ },
]

export default defineConfig({
  root: resolveWebFile('.'),
  plugins: [react(), helpPagesPlugin(), contractValuesPlugin(), removeUnusedZodPartsPlugin(), serviceWorkerPlugin()],
  build: {
    outDir: resolveWebFile('../build/web'),
    emptyOutDir: true,
    // Licences of the bundled packages. The licence of the icons is in public/licenses/.
    license: { fileName: 'licenses/packages.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/v1': process.env.TORNIQUETE_SERVER ?? 'http://127.0.0.1:3000' } },
})
