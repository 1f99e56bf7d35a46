// Creates clients who consent to stored fingerprints and faces, and terminals that enrol them.
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { beforeEach } from 'vitest'
import { queryAsOwner } from './database-digest.ts'
import { app, gym, makeMember, port, startDoorApp } from './door-app.ts'
import { makeHostNameTerminal, toPin, waitUntilInSync } from './simulated-terminals.ts'

/** Test files call this once at the top: every test then gets a gym that stores fingerprints and faces. */
export function startBiometricsApp(): void {
  startDoorApp()
  beforeEach(() => gym.admin.call('biometrics.configure', { body: { keeps: true } }))
}

export const accessDialectOptions = { firmware: { dialect: 'access' } } as const satisfies Partial<TerminalOptions>
export const templateSendingOptions = { faults: { sendsTemplates: true } } as const satisfies Partial<TerminalOptions>

export const makeClientParams = ({ id }: { id: number }) => ({ params: { id_client: id } })
export const giveConsent = (client: Client, agrees = true) =>
  gym.admin.call('biometrics.agree', { ...makeClientParams(client), body: { agrees } })

/** Makes a paying client who consents to stored fingerprints and faces. */
export async function makeConsentingClient(name: string): Promise<Client> {
  const client = await makeMember({ name })
  await giveConsent(client)
  return client
}

export const makeNamedTerminal = async (name: string, options: Partial<TerminalOptions> = {}): Promise<Terminal> =>
  (await makeHostNameTerminal(gym, port, { name }, options)).terminal

/** Enrols a fingerprint (of finger 6 unless another is given) or a face at a terminal. */
export const enrolClient = (
  terminal: Terminal,
  client: Client,
  owner: string,
  kind: 'finger' | 'face' = 'finger',
  number = 6,
) => terminal.enrolTemplate({ pin: toPin(client), kind, number: kind === 'face' ? 0 : number, owner })

export const punchWithTemplate = (
  terminal: Terminal,
  client: Client,
  owner: string,
  method: 'finger' | 'face' = 'finger',
) => terminal.punch(toPin(client), { method, owner }).opened

export const listKeptTemplates = async (client: Client): Promise<string[]> =>
  (await gym.admin.call('biometrics.read', makeClientParams(client))).kept.map(({ kind, finger }) =>
    `${kind} ${finger ?? ''}`.trim(),
  )

export const queryRows = (text: string) => queryAsOwner(app, text).then(({ rows }) => rows)

export async function syncTerminals(times: number, ...terminals: Terminal[]): Promise<void> {
  for (let time = 0; time < times; time += 1) for (const terminal of terminals) await waitUntilInSync(terminal)
}
