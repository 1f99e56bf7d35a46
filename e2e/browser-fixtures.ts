// Runs the built product as a process with its own data folder, and defines the fixtures of the tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { makeNoBackupEnvironment } from '../server/testing/disable-backups.ts'
import { createTerminal, type Terminal, type TerminalOptions } from '../terminal-simulator/terminal.ts'
import { avoidMidnight } from './avoid-midnight.ts'
import { lanHostName } from './lan-name.ts'
import { SimulatedUser } from './simulated-user.ts'
import { slowdownFactor, throttlePage } from './slowdown.ts'

const quickPasswords = new URL('../scripts/cheap-password-hash.mjs', import.meta.url).href
export const masterPassword = 'clave del maestro'
export const userPassword = 'contraseña segura'

/** `machine` is 127.0.0.1; `lan` is the host name of the front desk PC in the gym's network. */
type Address = 'machine' | 'lan'

export class AppServer {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'torniquete-e2e-'))
  port = 0
  /** Address that the pages of the current test use. */
  opensBy: Address = 'machine'
  /** Output of the process since its start. */
  said = ''
  #child: ChildProcess | null = null
  #master: Promise<ApiClient> | null = null

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /**
   * Address that the pages of the current test use; calls outside the browser use `address`. The LAN name is plain
   * http, as for other computers of a gym, where browsers disable features that 127.0.0.1 has.
   */
  get pageAddress(): string {
    return this.opensBy === 'lan' ? `http://${lanHostName}:${this.port}` : this.address
  }

  /** Starts the process. After `stop` it starts again on the same port. */
  async start(own: Record<string, string> = { MASTER_PASSWORD: masterPassword }): Promise<void> {
    const environment = {
      ...process.env,
      DATA_DIR: this.dataDir,
      ...makeNoBackupEnvironment(this.dataDir),
      PORT: String(this.port),
      HOST: '127.0.0.1',
      ...own,
    }
    const child = spawn(process.execPath, ['--import', quickPasswords, 'server/main.ts'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.said = ''
    child.stderr.on('data', (data) => {
      this.said += data
    })
    // Keeps reading the output until its end, because the process would fail to write into a closed pipe.
    this.port = await new Promise<number>((resolve, reject) => {
      child.stdout.on('data', (data) => {
        this.said += data
        const match = /listo en http:\/\/[^:]+:(\d+)/.exec(this.said)
        if (match) resolve(Number(match[1]))
      })
      child.stdout.once('end', () => reject(new Error(`the product did not start:\n${this.said}`)))
    })
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  /** Simulates a frozen host, which accepts connections but answers nothing. */
  sleep(): void {
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    this.#child?.kill('SIGCONT')
  }

  async remove(): Promise<void> {
    await this.stop()
    for (const folder of [this.dataDir, `${this.dataDir}-copias`]) rmSync(folder, { recursive: true, force: true })
  }

  async loginAs(username: string, secret: string): Promise<ApiClient> {
    const newToken = async () => {
      const response = await fetch(`${this.address}/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({ username, password: secret }),
      })
      return ((await response.json()) as { access_token: string }).access_token
    }
    return new ApiClient(this.address, await newToken(), newToken)
  }

  /** Session of the platform administrator, who creates the gyms. Shared, because a login takes as long as a page. */
  get master(): Promise<ApiClient> {
    this.#master ??= this.loginAs('master', masterPassword)
    return this.#master
  }
}

/** API calls outside the browser, to prepare data and to check results. */
export class ApiClient {
  readonly address: string
  /** Access token; a page opened with `enter` uses the same session. */
  token: string
  readonly #newToken: () => Promise<string>
  constructor(address: string, token: string, newToken: () => Promise<string>) {
    this.address = address
    this.token = token
    this.#newToken = newToken
  }
  async call<Answer = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer> {
    const send = () =>
      fetch(`${this.address}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    let response = await send()
    if (response.status === 401) {
      // The shared session has ended, because the browser logged out.
      this.token = await this.#newToken()
      response = await send()
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    // The cast is unchecked: the caller states the expected type.
    return (response.status === 204 ? undefined : await response.json()) as Answer
  }
}

export interface BrowserTestGym {
  id: number
  username: string
  api: ApiClient
}

let made = 0

export async function makeGym(product: AppServer): Promise<BrowserTestGym> {
  const master = await product.master
  const username = `duena${process.pid}x${++made}`
  const { id } = await master.call<{ id: number }>('POST', '/gyms/', {
    name: 'Gimnasio Quisqueya',
    owner: 'Altagracia Peña',
    username,
    password: userPassword,
  })
  const api = await product.loginAs(username, userPassword)
  // Dismisses the setup guide, which most tests do not expect on the dashboard.
  await api.call('PUT', '/guide/', { put_away: true })
  return { id, username, api }
}

const roleIds = { gym_admin: 3, gym_worker: 4 }

/** Creates a user with the common test password, and returns the username. */
export async function makeUser(gym: BrowserTestGym, role: keyof typeof roleIds): Promise<string> {
  const username = `usuario${process.pid}x${++made}`
  await gym.api.call('POST', '/users/', {
    name: 'Ramón Tavárez',
    username,
    password: userPassword,
    id_role: roleIds[role],
  })
  return username
}

/** Registers a terminal, by default as the gym's main door; the caller starts it. */
export async function makeRegisteredTerminal(
  product: AppServer,
  gym: BrowserTestGym,
  {
    name = 'Puerta principal',
    delay = 2,
    ...more
  }: Partial<TerminalOptions> & { name?: string; delay?: number | null } = {},
): Promise<Terminal> {
  // The ending is unique, because a serial number similar to that of another terminal needs confirmation.
  const sn = `E2E${++made}x${process.pid}`
  await gym.api.call('POST', '/devices/', { name, sn, delay })
  // Polls ten times as often as a real terminal, so that tests need not wait.
  return createTerminal({ host: '127.0.0.1', port: product.port, sn, delayScale: 0.1, errorDelayMs: 200, ...more })
}

export async function loginAs(page: Page, product: AppServer, username: string, secret = userPassword): Promise<void> {
  await page.goto(`${product.pageAddress}/`)
  await page.getByLabel('Usuario').fill(username)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(secret)
  await page.getByRole('textbox', { name: 'Contraseña' }).press('Enter')
}

/**
 * Makes `page.route` wait until requests of an open page are really intercepted: a new route takes effect a moment
 * later, and earlier requests would bypass it.
 */
function lookAtOnceRouted(page: Page): void {
  const route = page.route.bind(page)
  let probes = 0
  page.route = async (...given) => {
    const routed = await route(...given)
    if (!page.url().startsWith('http')) return routed
    const probe = `/looked-at-${++probes}`
    await route(`**${probe}`, (caught) => caught.fulfill({ status: 204 }))
    const ask = `fetch('${probe}', { signal: AbortSignal.timeout(200) }).then(({ status }) => status, () => 0)`
    for (let tries = 0; tries < 20; tries++) if ((await page.evaluate<number>(ask).catch(() => 0)) === 204) break
    await page.unroute(`**${probe}`)
    return routed
  }
}

/** Each worker runs one product, and each test has its own gym. `test.use({ address: 'lan' })` selects plain http. */
export const test = base.extend<
  { gym: BrowserTestGym; hand: SimulatedUser; address: Address; opening: null },
  { product: AppServer }
>({
  address: ['machine', { option: true }],
  opening: [
    async ({ product, address }, use, story) => {
      product.opensBy = address
      await avoidMidnight(story)
      await use(null)
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    if (slowdownFactor > 1) await throttlePage(page, slowdownFactor)
    lookAtOnceRouted(page)
    await use(page)
    // Removes routes, because an intercepted poll may arrive while the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const product = new AppServer()
      await product.start()
      await use(product)
      await product.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  gym: async ({ product }, use) => use(await makeGym(product)),
  hand: async ({ page }, use) => use(new SimulatedUser(page)),
})
