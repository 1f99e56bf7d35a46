import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Milliseconds; only a hanging test takes so long. Speed is measured elsewhere. */
const testTimeout = 60_000
// Absolute, because the projects have different roots.
const script = (name: string) => fileURLToPath(new URL(`scripts/${name}.mjs`, import.meta.url))
const setupFiles = [script('seed')]
/** Tests with stubbed browser globals or module state need a process each. Others share one, which starts faster. */
const asBrowser = [
  'web/{api,live}/**/*.test.ts',
  'web/features/{drafts,undo}/**/*.test.ts',
  'web/screens/gyms/entry-*.test.ts',
]

/** Tests on a real PostgreSQL: `server` runs with every change, `deep` takes long or needs other servers. */
const server = {
  setupFiles,
  globalSetup: ['server/testing/global-setup.ts'],
  pool: 'forks' as const,
  // Each file has its own database; loading the server's code again for each file takes as long as its tests.
  isolate: false,
  testTimeout,
  hookTimeout: 120_000,
  // Other servers, connections and processes answer late on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // Marks a slow test in a fast file; files of slow tests are named *.deep.test.ts.
    tags: [{ name: 'deep' }],
    // Tests wait for databases and processes a third of the time; more workers would delay timed steps.
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
            'server/fiscal/do/**/*.test.ts',
            'dgii-stand-in/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/door/drivers/**', 'server/fiscal/do/**', '**/*.deep.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...server,
          name: 'deep',
          include: ['{demo,server}/**/*.deep.test.ts', 'server/**/*-property.test.ts'],
          env: { TEST_DEEP: '1' },
        },
      },
    ],
  },
})
