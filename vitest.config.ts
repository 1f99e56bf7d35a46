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

/** Tests on a real PostgreSQL: `server` runs with every change, `deep` is what takes long or needs other servers beside it. */
const server = {
  setupFiles,
  globalSetup: ['server/testing/global-setup.ts'],
  pool: 'forks' as const,
  // Each file has its own database; loading the server's code again for each file takes as long as its tests.
  isolate: false,
  testTimeout,
  hookTimeout: 120_000,
  // What another server, connection or process does takes longer on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // For one slow test among fast ones; a whole file of them is named *.deep.test.ts.
    tags: [{ name: 'deep' }],
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
          include: ['contract/**/*.test.ts', 'server/door/drivers/**/*.test.ts', 'scripts/**/*.test.mjs'],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/door/drivers/**', '**/*.deep.test.ts', '**/node_modules/**'],
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
