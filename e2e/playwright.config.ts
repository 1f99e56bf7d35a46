import { defineConfig } from '@playwright/test'
import { lanName } from './lan-name.ts'
import { slowdown } from './slowdown.ts'

// scripts/test.mjs finds or installs the browser and says where it is.
const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  outputDir: '../build/e2e',
  fullyParallel: false,
  // They wait for screens more than for the processor.
  workers: 3,
  // Slower pages get more time. A story as a whole: those that look for barriers in every dialog take half a minute where two cores are busy.
  timeout: 120_000 * slowdown,
  expect: { timeout: 15_000 * slowdown },
  use: {
    locale: 'es-ES',
    timezoneId: 'America/Santo_Domingo',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    // offline.spec.ts is about it; elsewhere it would stand between a story and the calls that it holds back.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser,
      // Chromium has no sandbox as root; the other flags prevent network calls at startup.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        // Nothing draws on a screen: a process for it costs an eighth of the processor's time.
        '--in-process-gpu',
        // A page of a story lives for seconds: what its code is made faster for never comes.
        '--js-flags=--no-opt',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--host-resolver-rules=MAP ${lanName} 127.0.0.1`,
      ],
    },
  },
})
