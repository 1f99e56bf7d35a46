import { defineConfig } from '@playwright/test'
import { lanHostName } from './lan-name.ts'
import { slowdownFactor } from './slowdown.ts'

// scripts/test.mjs finds or installs the browser and sets this variable to its path.
const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  outputDir: '../build/e2e',
  fullyParallel: false,
  // More workers than cores, because tests wait for screens more than for the processor.
  workers: 3,
  // Slowed-down pages get more time. Accessibility tests of every dialog take half a minute on two busy cores.
  timeout: 120_000 * slowdownFactor,
  expect: { timeout: 15_000 * slowdownFactor },
  use: {
    locale: 'es-ES',
    timezoneId: 'America/Santo_Domingo',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    // Only offline.spec.ts needs service workers; in all other tests they would bypass intercepted requests.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser,
      // Chromium has no sandbox when root runs it; the other flags prevent network calls at startup.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        // Nothing is displayed, and a separate GPU process would use an eighth of the processor time.
        '--in-process-gpu',
        // Pages exist for seconds only, so that optimising their code would not pay off.
        '--js-flags=--no-opt',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--host-resolver-rules=MAP ${lanHostName} 127.0.0.1`,
      ],
    },
  },
})
