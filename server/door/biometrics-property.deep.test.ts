// Runs random events at front desk, terminals and network. Afterwards no PIN has another person's finger, each terminal
// holds all stored templates of its algorithm for clients with consent, and no others are stored.
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryRows } from '../testing/biometrics-app.ts'
import { checkProperty, propertyTimeoutMs } from '../testing/check-property.ts'
import { queryAsOwner } from '../testing/database-digest.ts'
import { app, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeGym, makePayment, type TestGym } from '../testing/factories.ts'
import { makeHostNameTerminal, recordCommands } from '../testing/simulated-terminals.ts'

startDoorApp()

const faulty = ['ignoreCommands', 'failCommands', 'dropBeforeAnswer', 'duplicateResults', 'cutBody'] as const
type Action =
  | { kind: 'create'; pin: number | null }
  | { kind: 'agree' | 'withdraw' | 'delete'; client: number }
  | { kind: 'renumber'; client: number; pin: number }
  | { kind: 'step' | 'offline' | 'online' | 'power-cut' | 'reset'; terminal: number }
  | { kind: 'enrol'; terminal: number; client: number; finger: number }
  | { kind: 'fault'; terminal: number; fault: (typeof faulty)[number]; on: boolean }
  | { kind: 'wait'; seconds: number }

const client = fc.nat(3)
const terminal = fc.nat(1)
const pin = fc.integer({ min: 101, max: 104 })
const kind = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all)
const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: kind('create'), pin: fc.option(pin) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('agree'), client }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('withdraw', 'delete'), client }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('renumber'), client, pin }) },
  { weight: 9, arbitrary: fc.record({ kind: kind('step'), terminal }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('offline', 'online', 'power-cut', 'reset'), terminal }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('enrol'), terminal, client, finger: fc.constantFrom(5, 6) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('fault'), terminal, fault: kind(...faulty), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('wait'), seconds: fc.constantFrom(5, 31, 121, 4000) }) },
)

const ways: readonly Pick<TerminalOptions, 'firmware' | 'faults'>[] = [
  {},
  { faults: { sendsTemplates: true } },
  { faults: { operationsOnly: true } },
  { firmware: { ownBytes: true } },
  { firmware: { commandsPerPoll: 3 } },
  { firmware: { queryRowsFirst: true }, faults: { sendsTemplates: true } },
  { firmware: { fingerVersion: 12 } },
  { firmware: { dialect: 'access' } },
  { firmware: { dialect: 'access', countsSeconds: true, pollsByPush: true, queryRowsFirst: true } },
]
const way = fc.constantFrom(...ways)

class World {
  readonly gym: TestGym
  readonly terminals: Terminal[] = []
  clients: Client[] = []
  readonly agreed = new Set<number>()
  /** Ids of clients who withdrew consent and have not been enrolled again. */
  readonly withdrawn = new Set<number>()

  constructor(gym: TestGym) {
    this.gym = gym
  }

  async make(each: readonly Pick<TerminalOptions, 'firmware' | 'faults'>[]): Promise<void> {
    await this.gym.admin.call('biometrics.configure', { body: { keeps: true } })
    for (const options of each)
      this.terminals.push(
        (await makeHostNameTerminal(this.gym, port, {}, { now: () => app.clock.now(), ...options })).terminal,
      )
  }

  async act(action: Action): Promise<void> {
    if ('terminal' in action) return this.#atTerminal(action, this.terminals[action.terminal])
    if (action.kind === 'wait') return void app.clock.advance(action.seconds * 1000)
    if (action.kind === 'create') return this.#create(action.pin)
    const chosen = this.clients[action.client % Math.max(1, this.clients.length)]
    if (!chosen) return
    const params = { id_client: chosen.id }
    if (action.kind === 'renumber') {
      const reply = await this.gym.admin.try('clients.update', { params, body: { id_zkteco: action.pin } })
      if (reply.status === 200) chosen.id_zkteco = action.pin
    } else if (action.kind === 'delete') {
      this.clients = this.clients.filter((each) => each !== chosen)
      await this.gym.admin.call('clients.delete', { params })
    } else {
      await this.gym.admin.call('biometrics.agree', { params, body: { agrees: action.kind === 'agree' } })
      if (action.kind === 'agree') this.withdrawn.delete(chosen.id)
      else if (this.agreed.has(chosen.id)) this.withdrawn.add(chosen.id)
      action.kind === 'agree' ? this.agreed.add(chosen.id) : this.agreed.delete(chosen.id)
    }
  }

  async #create(given: number | null): Promise<void> {
    const free = given !== null && !this.clients.some(({ id_zkteco }) => id_zkteco === given)
    const made = await makeClient(this.gym, free ? { id_zkteco: given } : {})
    const { name } = await this.gym.admin.call('clients.update', {
      params: { id_client: made.id },
      body: { name: `Socio ${made.id}` },
    })
    await makePayment(this.gym, { id_client: made.id, start_date: '2026-06-15' })
    this.clients.push({ ...made, name })
  }

  async #atTerminal(action: Extract<Action, { terminal: number }>, chosen: Terminal | undefined): Promise<void> {
    switch (action.kind) {
      case 'step':
        return void (await chosen?.step())
      case 'offline':
        return chosen?.goOffline()
      case 'online':
        return chosen?.goOnline()
      case 'power-cut':
        return chosen?.powerCut()
      case 'reset':
        chosen?.factoryReset()
        return void (await chosen?.step())
      case 'fault':
        if (chosen) chosen.faults[action.fault] = action.on
        return
      case 'enrol': {
        // A client enrols a finger only under a PIN whose user at the terminal has the client's name.
        const found = this.clients[action.client % Math.max(1, this.clients.length)]
        const held = [...(chosen?.users.values() ?? [])].find(({ name }) => name === found?.name)
        if (!found || !held) return
        this.withdrawn.delete(found.id)
        chosen?.enrolTemplate({ pin: held.pin, kind: 'finger', number: action.finger, owner: found.name })
      }
    }
  }

  /** Ends all faults and runs long enough for every template to be requested and sent. */
  async endFaults(): Promise<void> {
    for (const each of this.terminals) {
      each.goOnline()
      for (const fault of faulty) each.faults[fault] = false
    }
    app.clock.advance(4_000_000)
    // The database uses its own clock, so PINs must be freed earlier by the same two hours.
    await queryAsOwner(app, `update freed_pins set freed_at = freed_at - interval '2 hours'`)
    for (let round = 0; round < 24; round++) {
      app.clock.advance(121_000)
      for (const each of this.terminals) await each.step()
    }
  }
}

interface Kept {
  id_client: number
  number: number
  major: number
}
const keptRows = (gym: TestGym): Promise<Kept[]> =>
  queryRows(
    `select id_client::float8 as id_client, number, major from biometrics where gym_id = ${gym.gym.id} and type = 1`,
  )

async function play(played: readonly Action[], each: readonly Pick<TerminalOptions, 'firmware' | 'faults'>[]) {
  app.clock.set('2026-06-15T16:00:00Z')
  const world = new World(await makeGym(app))
  await world.make(each)
  for (const action of played) await world.act(action)
  await world.endFaults()
  const nameOf = new Map(world.clients.map(({ id_zkteco, name }) => [String(id_zkteco), name]))
  const kept = await keptRows(world.gym)
  expect(kept.filter(({ id_client }) => !world.agreed.has(id_client))).toEqual([])
  for (const terminal of world.terminals) {
    for (const found of [5, 6].flatMap(() =>
      [...terminal.users.keys()].flatMap((held) => terminal.templates.of(held, 'finger')),
    ))
      expect([found.pin, found.owner]).toEqual([found.pin, nameOf.get(found.pin)])
    const lacking = kept
      .filter(({ major }) => major === terminal.firmware.fingerVersion)
      .filter(({ id_client, number }) => {
        const pin = String(world.clients.find(({ id }) => id === id_client)?.id_zkteco)
        return !terminal.templates.of(pin, 'finger').some((held) => held.number === number)
      })
    expect(lacking).toEqual([])
    const left = world.clients
      .filter(({ id }) => world.withdrawn.has(id))
      .flatMap(({ id_zkteco }) => terminal.templates.of(String(id_zkteco), 'finger'))
    expect(left).toEqual([])
    // Lists templates of clients with consent that are on the terminal but not stored by the server.
    const unkept = world.clients
      .filter(({ id }) => world.agreed.has(id))
      .flatMap(({ id, id_zkteco }) =>
        terminal.templates.of(String(id_zkteco), 'finger').map(({ number }) => ({ id, number })),
      )
      .filter(({ id, number }) => !kept.some((row) => row.id_client === id && row.number === number))
    expect(unkept).toEqual([])
  }
  app.clock.advance(600_000)
  for (const terminal of world.terminals) {
    const texts = recordCommands(terminal)
    await terminal.step()
    expect(texts).toEqual([])
  }
}

test(
  'biometrics property: no wrong or missing template after random events at two terminals',
  { timeout: propertyTimeoutMs },
  () =>
    checkProperty(
      fc.tuple(fc.array(actions, { minLength: 15, maxLength: 50 }), way, way),
      { numRuns: 25 },
      async ([played, one, other]) => play(played, [one, other]),
    ),
)
