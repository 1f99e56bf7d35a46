import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Milliseconds: what hangs is told; how fast something is, no limit of the runner's proves. */
const testTimeout = 60_000
// Beside each project's root, which the browser's is not.
const script = (name: string) => fileURLToPath(new URL(`scripts/${name}.mjs`, import.meta.url))
const setupFiles = [script('seed')]
/** What they stand in for as the browser stays with their process, as what they remember of it does. The others share theirs: to begin one takes longer than they do. */
const asBrowser = [
  'web/{api,live}/**/*.test.ts',
  'web/features/{drafts,undo}/**/*.test.ts',
  'web/screens/gyms/entry-*.test.ts',
]

export default defineConfig({
  test: {
    // They wait for databases and processes about a third of their time; more would make what is timed late.
    maxWorkers: 3,
    projects: [
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          setupFiles,
          testTimeout,
          isolate: false,
          include: ['web/**/*.test.ts'],
          exclude: asBrowser,
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: { name: 'component', setupFiles, testTimeout, include: ['web/**/*.test.tsx'], environment: 'happy-dom' },
      },
      { extends: 'web/vite.config.ts', test: { name: 'as-browser', setupFiles, testTimeout, include: asBrowser } },
      {
        test: {
          name: 'unit',
          setupFiles,
          testTimeout,
          isolate: false,
          include: [
            'contract/**/*.test.ts',
            'server/door/drivers/**/*.test.ts',
            'terminal-simulator/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        test: {
          name: 'server',
          setupFiles: [...setupFiles, script('record-statements')],
          include: ['server/**/*.test.ts'],
          exclude: ['server/door/drivers/**', '**/node_modules/**'],
          globalSetup: [script('build-before-tests'), 'server/testing/global-setup.ts'],
          pool: 'forks',
          // Each file has its own database; loading the whole server anew for each took as long as its tests.
          isolate: false,
          testTimeout,
          hookTimeout: 120_000,
          // What another server, connection or process does is waited for longer than on an idle machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
