import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { extends: 'web/vite.config.ts', test: { name: 'web', include: ['web/**/*.test.ts'] } },
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'server/door/drivers/**/*.test.ts', 'terminal-simulator/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/door/drivers/**', '**/node_modules/**'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          testTimeout: 20_000,
        },
      },
    ],
  },
})
