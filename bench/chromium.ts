// Launches Chromium for the measurements.
import { type Browser, chromium } from '@playwright/test'
import { fetchAuthorizationHeader } from './bearer-token.ts'

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })

/** Script that logs a page in before it loads. */
export async function makeLoginScript(port: number, gym: number | 'master'): Promise<string> {
  const { authorization } = await fetchAuthorizationHeader(port, gym)
  return `localStorage.access_token = '${authorization.replace('Bearer ', '')}'`
}
