// Fixture for most door tests: a server for terminals, and for each test a gym at noon.
import type { Client, NewClient } from '@torniquete/contract/members/clients.ts'
import type { TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeClient, makeGym, makePayment, type TestGym } from './factories.ts'
import { exchangeBytes, makeRequestBytes } from './simulated-terminals.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Server that all tests of the file share; files in one process run one after the other. */
export let app: TestApp
export let port: number
export let gym: TestGym

/** Test files call this once at the top. */
export function startDoorApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ SESSION_HOURS: '8760' })
    port = (await app.listen()).port
  })
  beforeEach(async () => {
    // Noon in Santo Domingo, the gym's time zone.
    app.clock.set('2026-06-15T16:00:00Z')
    gym = await makeGym(app)
  })
  afterAll(() => app.close())
}

/** State of the gym's first terminal. */
export const readTerminalStatus = async () => (await gym.admin.call('devices.status'))[0]

/** Messages of the gym's notifications, newest first. */
export const listNotificationMessages = async () =>
  (await gym.admin.call('notifications.list')).items.map(({ message }) => message)

/** Makes a client who paid for a month. */
export async function makeMember(fields: Partial<NewClient> = {}, start_date = '2026-06-15'): Promise<Client> {
  const client = await makeClient(gym, fields)
  await makePayment(gym, { id_client: client.id, start_date })
  return client
}

/** Uploads lines of a table, with the request that a terminal sends. */
export const uploadLines = (sn: string, table: string, ...lines: string[]) =>
  exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=${table}&Stamp=1`, lines.join('\n')))

/** Polls for commands as a terminal does, and returns the text of the answer. */
export const pollCommands = async (sn: string): Promise<string> =>
  (await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`))).text

/** Sends the handshake of a terminal of the attendance dialect that has just started. */
export const sendHandshake = (sn: string) =>
  exchangeBytes(port, makeRequestBytes('GET', `/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1`))

/** Options of a simulated terminal of the access dialect that follows the product's clock. */
export const makeAccessDialectOptions = (
  firmware: TerminalOptions['firmware'] = {},
  faults: TerminalOptions['faults'] = {},
) => ({
  now: () => app.clock.now(),
  firmware: { dialect: 'access' as const, deviceName: 'F18', ...firmware },
  faults,
})
