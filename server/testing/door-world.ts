// A gym with two terminals in which anything may happen, and what the terminals should hold by a slow, obvious reading.
import type { Client } from '@torniquete/contract/clients.ts'
import { dayIn } from '@torniquete/contract/dates.ts'
import type { Faults } from '@torniquete/terminal-simulator/faults.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import fc from 'fast-check'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from './factories.ts'
import { holdings, makeTerminal } from './terminals.ts'
import type { TestApp } from './test-app.ts'

const faulty = ['ignoreCommands', 'failCommands', 'dropBeforeAnswer', 'duplicateResults'] as const
type Fault = (typeof faulty)[number] & keyof Faults

export type Action =
  | { kind: 'create'; pin: number | null; name: string }
  | { kind: 'edit'; client: number; change: Partial<Pick<Client, 'name' | 'card_number' | 'is_active'>> }
  | { kind: 'delete'; client: number }
  | { kind: 'sell'; client: number; start: number; days: number }
  | { kind: 'renumber'; client: number; pin: number }
  | { kind: 'block' | 'unblock' | 'remove' | 'add'; client: number }
  | { kind: 'upload' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'step' | 'reset' | 'offline' | 'online'; terminal: number }
  | { kind: 'fault'; terminal: number; fault: Fault; on: boolean }
  | { kind: 'lost'; lost: boolean }
  | { kind: 'change-there'; terminal: number; client: number; verify: number; card: string }
  | { kind: 'enrol-stranger'; terminal: number; pin: number }

const client = fc.nat(5)
const terminal = fc.nat(1)
const pin = fc.integer({ min: 101, max: 105 })
const name = fc.constantFrom('Ana', 'Ñáñez', 'María de los Ángeles Fernández', 'Zoë 💪🏽💪🏽💪🏽💪🏽', 'a=b')
const change = fc.oneof(
  fc.record({ name }),
  fc.record({ card_number: fc.constantFrom('0042', '7', null) }),
  fc.record({ is_active: fc.boolean() }),
)
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all)

export const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kinds('create'), pin: fc.option(pin), name }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('edit'), client, change }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('delete'), client }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kinds('sell'),
      client,
      start: fc.integer({ min: -2, max: 2 }),
      days: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kinds('renumber'), client, pin }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('block', 'unblock', 'remove', 'add'), client }) },
  { weight: 1, arbitrary: fc.record({ kind: kinds('upload') }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('wait'), seconds: fc.constantFrom(5, 11, 31, 121, 86_400) }) },
  { weight: 9, arbitrary: fc.record({ kind: kinds('step'), terminal }) },
  { weight: 1, arbitrary: fc.record({ kind: kinds('reset', 'offline', 'online'), terminal }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kinds('fault'), terminal, fault: fc.constantFrom(...faulty), on: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kinds('lost'), lost: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kinds('change-there'),
      terminal,
      client,
      verify: fc.constantFrom(-1, 0, 3),
      card: fc.constantFrom('', '99'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kinds('enrol-stranger'), terminal, pin: fc.integer({ min: 201, max: 203 }) }),
  },
)

export class World {
  readonly terminals: readonly Terminal[]
  /** Numbers enrolled at each terminal whom the gym never knew. */
  readonly enrolled = [new Set<string>(), new Set<string>()]
  readonly #app: TestApp
  readonly #gym: TestGym
  readonly #setLost: (lost: boolean) => void
  #clients: Client[] = []
  readonly #blocked = new Set<number>()
  readonly #removed = new Set<number>()

  constructor(app: TestApp, gym: TestGym, terminals: readonly Terminal[], setLost: (lost: boolean) => void) {
    this.#app = app
    this.#gym = gym
    this.terminals = terminals
    this.#setLost = setLost
  }

  static async make(app: TestApp, port: number, setLost: (lost: boolean) => void): Promise<World> {
    const gym = await makeGym(app)
    const made = [await makeTerminal(gym, port), await makeTerminal(gym, port)]
    return new World(
      app,
      gym,
      made.map((each) => each.terminal),
      setLost,
    )
  }

  async act(action: Action): Promise<void> {
    if ('terminal' in action) return this.#atTerminal(action, this.#terminal(action.terminal))
    if (action.kind === 'lost') this.#setLost(action.lost)
    else if (action.kind === 'wait') this.#app.clock.advance(action.seconds * 1000)
    else if (action.kind === 'upload') await this.#gym.admin.call('door.upload-users')
    else if (action.kind === 'create') await this.#create(action)
    else {
      const chosen = this.#clients[action.client % Math.max(1, this.#clients.length)]
      if (chosen) await this.#atDesk(action, chosen)
    }
  }

  #terminal(index: number): Terminal {
    const found = this.terminals[index]
    if (!found) throw new Error('no such terminal')
    return found
  }

  async #create({ pin: id_zkteco, name: called }: Extract<Action, { kind: 'create' }>): Promise<void> {
    const taken = this.#clients.some((each) => each.id_zkteco === id_zkteco)
    this.#clients.push(await makeClient(this.#gym, { name: called, ...(taken ? {} : { id_zkteco }) }))
  }

  async #atDesk(action: Extract<Action, { client: number }>, chosen: Client): Promise<void> {
    const { admin } = this.#gym
    const params = { id_client: chosen.id }
    const query = { pin: chosen.id_zkteco ?? 0 }
    switch (action.kind) {
      case 'edit':
        return void (await admin.call('clients.update', { params, body: action.change }))
      case 'delete':
        this.#clients = this.#clients.filter((each) => each !== chosen)
        return void (await admin.call('clients.delete', { params }))
      case 'renumber': {
        const reply = await admin.try('clients.update', { params, body: { id_zkteco: action.pin } })
        if (reply.status === 200) chosen.id_zkteco = action.pin
        return
      }
      case 'sell': {
        const plan = await makePlan(this.#gym, { duration_days: action.days })
        const start_date = dayIn('UTC', new Date(this.#app.clock.now().getTime() + action.start * 86_400_000))
        return void (await makePayment(this.#gym, { id_client: chosen.id, id_membership: plan.id, start_date }))
      }
      case 'block':
        this.#blocked.add(chosen.id)
        return void (await admin.call('door.edit-user-verify', { query: { ...query, new_verify: 3 } }))
      case 'unblock':
        this.#blocked.delete(chosen.id)
        return void (await admin.call('door.edit-user-verify', { query: { ...query, new_verify: 0 } }))
      case 'remove':
        this.#removed.add(chosen.id)
        return void (await admin.call('door.delete-user', { query }))
      case 'add':
        this.#removed.delete(chosen.id)
        this.#blocked.delete(chosen.id)
        return void (await admin.call('door.add-user', { body: query }))
    }
  }

  async #atTerminal(action: Extract<Action, { terminal: number }>, chosen: Terminal): Promise<void> {
    switch (action.kind) {
      case 'step':
        return void (await chosen.step())
      case 'offline':
        return chosen.goOffline()
      case 'online':
        return chosen.goOnline()
      case 'fault':
        chosen.faults[action.fault] = action.on
        return
      case 'reset':
        // A reset terminal that enrols before its first call could count as many users as before.
        this.#mend(chosen)
        chosen.factoryReset()
        this.enrolled[action.terminal]?.clear()
        return void (await chosen.step())
      case 'change-there': {
        const changed = String(this.#clients[action.client]?.id_zkteco)
        if (chosen.users.has(changed)) chosen.enrol({ pin: changed, verify: action.verify, card: action.card })
        return
      }
      case 'enrol-stranger':
        this.enrolled[action.terminal]?.add(String(action.pin))
        return chosen.enrol({ pin: String(action.pin), name: 'De antes', verify: 0 })
    }
  }

  #mend(chosen: Terminal): void {
    chosen.goOnline()
    for (const fault of faulty) chosen.faults[fault] = false
    this.#setLost(false)
  }

  /** All works again: enough steps, at noon of the next day, for everything to be sent twice. */
  async endFaults(): Promise<void> {
    for (const each of this.terminals) this.#mend(each)
    const tomorrow = dayIn('UTC', new Date(this.#app.clock.now().getTime() + 86_400_000))
    this.#app.clock.set(`${tomorrow}T16:00:00Z`)
    for (let round = 0; round < 8; round++) {
      this.#app.clock.advance(121_000)
      for (const each of this.terminals) await each.step()
    }
  }

  /** Pin → what a terminal is to hold, from what the API says of clients, payments and staff. */
  async wanted(): Promise<Record<string, string>> {
    const { admin } = this.#gym
    const today = dayIn('America/Santo_Domingo', this.#app.clock.now())
    const { items: clients } = await admin.call('clients.list', { query: { size_page: 1000 } })
    const { items: payments } = await admin.call('payments.list', { query: { size_page: 1000 } })
    const held: Record<string, string> = {}
    for (const each of clients) {
      if (this.#removed.has(each.id)) continue
      const paid = payments.some(
        ({ client: { id }, membership: { start_date, expire_membership } }) =>
          id === each.id && start_date <= today && today < expire_membership,
      )
      const opens = each.is_active && paid && !this.#blocked.has(each.id)
      held[String(each.id_zkteco)] =
        `${opens ? 0 : 3} ${each.card_number?.replace(/^0+/, '') ?? ''} ${shown(each.name)}`
    }
    for (const user of await admin.call('users.list'))
      held[String(user.id_zkteco)] = `${user.is_active ? 0 : 3}  ${shown(user.name)}`
    return held
  }

  known(chosen: Terminal): Record<string, string> {
    return Object.fromEntries(Object.entries(holdings(chosen)).filter(([held]) => !isStranger(held)))
  }

  strangers(chosen: Terminal): string[] {
    return [...chosen.users.keys()].filter(isStranger).sort()
  }
}

const isStranger = (held: string) => Number(held) > 200

/** Whole characters within 24 bytes. */
function shown(name: string): string {
  const characters = [...name]
  while (Buffer.byteLength(characters.join('')) > 24) characters.pop()
  return characters.join('')
}
