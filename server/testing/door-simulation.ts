// A gym with two simulated terminals and random events, and a separate computation of the desired state.
import type { Client } from '@torniquete/contract/members/clients.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { sql } from '../platform/db/sql.ts'
import { type DoorAction, faultNames, type TerminalBehaviour, toTerminalOptions } from './door-action-arbitrary.ts'
import { formatDoorRights, SimulatedPlans } from './door-plans.ts'
import { makeClient, makeGym, makePayment, type TestGym } from './factories.ts'
import { formatTerminalUsersByPin, makeRegisteredTerminal } from './simulated-terminals.ts'
import type { TestApp } from './test-app.ts'

export class DoorSimulation {
  readonly terminals: readonly Terminal[]
  /** PINs enrolled at each terminal that never belonged to a person of the gym. */
  readonly enrolled = [new Set<string>(), new Set<string>()]
  /** Passes made at each terminal, as texts of PIN and time. */
  readonly passed = [new Set<string>(), new Set<string>()]
  readonly #app: TestApp
  readonly #gym: TestGym
  readonly #numbers: readonly string[]
  readonly #plans: SimulatedPlans
  readonly #setLost: (lost: boolean) => void
  #clients: Client[] = []
  readonly #blocked = new Set<number>()
  readonly #removed = new Set<number>()

  constructor(
    app: TestApp,
    gym: TestGym,
    terminals: readonly { terminal: Terminal; device: { id: number; sn: string } }[],
    setLost: (lost: boolean) => void,
  ) {
    this.#app = app
    this.#gym = gym
    this.terminals = terminals.map((each) => each.terminal)
    this.#numbers = terminals.map(({ device }) => device.sn)
    this.#plans = new SimulatedPlans(
      gym,
      terminals.map(({ device }) => device.id),
    )
    this.#setLost = setLost
  }

  static async make(
    app: TestApp,
    port: number,
    setLost: (lost: boolean) => void,
    [one, other]: readonly [readonly TerminalBehaviour[], readonly TerminalBehaviour[]],
  ): Promise<DoorSimulation> {
    const gym = await makeGym(app)
    const now = () => app.clock.now()
    const made = [
      await makeRegisteredTerminal(gym, port, {}, { now, ...toTerminalOptions(one) }),
      await makeRegisteredTerminal(gym, port, {}, { now, ...toTerminalOptions(other) }),
    ]
    return new DoorSimulation(app, gym, made, setLost)
  }

  async act(action: DoorAction): Promise<void> {
    if ('terminal' in action) return this.#atTerminal(action, this.#terminal(action.terminal))
    if (action.kind === 'lost') this.#setLost(action.lost)
    else if (action.kind === 'wait') this.#app.clock.advance(action.seconds * 1000)
    else if (action.kind === 'limit') await this.#plans.limit(action)
    else if (action.kind === 'rehour') await this.#plans.rehour(action)
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

  async #create({ pin: id_zkteco, name: called }: Extract<DoorAction, { kind: 'create' }>): Promise<void> {
    const taken = this.#clients.some((each) => each.id_zkteco === id_zkteco)
    this.#clients.push(await makeClient(this.#gym, { name: called, ...(taken ? {} : { id_zkteco }) }))
  }

  async #atDesk(action: Extract<DoorAction, { client: number }>, chosen: Client): Promise<void> {
    const { admin } = this.#gym
    const params = { id_client: chosen.id }
    const query = { pin: chosen.id_zkteco ?? 0 }
    switch (action.kind) {
      case 'edit':
        // Refused if the card belongs to another person.
        return void (await admin.try('clients.update', { params, body: action.change }))
      case 'delete':
        this.#clients = this.#clients.filter((each) => each !== chosen)
        return void (await admin.call('clients.delete', { params }))
      case 'renumber': {
        const reply = await admin.try('clients.update', { params, body: { id_zkteco: action.pin } })
        if (reply.status === 200) chosen.id_zkteco = action.pin
        return
      }
      case 'sell': {
        const start_date = toLocalDay('UTC', new Date(this.#app.clock.now().getTime() + action.start * 86_400_000))
        return void (await makePayment(this.#gym, {
          id_client: chosen.id,
          id_membership: await this.#plans.make(action.days),
          start_date,
        }))
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

  async #atTerminal(action: Extract<DoorAction, { terminal: number }>, chosen: Terminal): Promise<void> {
    switch (action.kind) {
      case 'step':
        return void (await chosen.step())
      case 'offline':
        return chosen.goOffline()
      case 'online':
        return chosen.goOnline()
      case 'power-cut':
        return chosen.powerCut()
      case 'pass': {
        const passing = { pin: String(this.#clients[action.client]?.id_zkteco ?? 250), time: chosen.shows() }
        this.passed[action.terminal]?.add(`${passing.pin} ${passing.time}`)
        return chosen.forcePunch(passing)
      }
      case 'fault':
        chosen.faults[action.fault] = action.on
        return
      case 'reset':
        // Ends faults first: a reset terminal that enrols users before its first call could hide its reset from the
        // server.
        this.#mend(chosen)
        // Uploads all passes first, since a factory reset deletes those that are not uploaded.
        for (let step = 0; step < 8 && chosen.unsent() > 0; step++) await chosen.step()
        chosen.factoryReset()
        this.enrolled[action.terminal]?.clear()
        return void (await chosen.step())
      case 'change-there': {
        const changed = String(this.#clients[action.client]?.id_zkteco)
        if (chosen.users.has(changed)) chosen.enrol({ pin: changed, verify: action.verify, card: action.card })
        return
      }
      case 'enrol-stranger':
        this.enrolled[action.terminal]?.add(action.pin)
        return chosen.enrol({ pin: action.pin, name: 'De antes', verify: 0 })
    }
  }

  #mend(chosen: Terminal): void {
    chosen.goOnline()
    for (const fault of faultNames) chosen.faults[fault] = false
    this.#setLost(false)
  }

  /** Runs steps without faults, enough to learn how the terminals answer and to send all commands twice. */
  async endFaults(): Promise<void> {
    for (const each of this.terminals) this.#mend(each)
    const tomorrow = toLocalDay('UTC', new Date(this.#app.clock.now().getTime() + 86_400_000))
    this.#app.clock.set(`${tomorrow}T16:00:00Z`)
    for (let round = 0; round < 16; round++) {
      this.#app.clock.advance(121_000)
      for (const each of this.terminals) await each.step()
    }
  }

  /**
   * Expected users of each terminal by PIN, computed from the API's clients, payments and staff. People whom a
   * terminal need not know are left out unless the terminal has them.
   */
  async wanted(): Promise<Record<string, string>[]> {
    const wanted = await Promise.all(this.terminals.map((terminal, at) => this.#wantedAt(terminal, at)))
    return wanted
  }

  async #wantedAt(terminal: Terminal, at: number): Promise<Record<string, string>> {
    const { admin } = this.#gym
    const today = toLocalDay('America/Santo_Domingo', this.#app.clock.now())
    const { items: clients } = await admin.call('clients.list', { query: { size_page: 1000 } })
    const { items: payments } = await admin.call('payments.list', { query: { size_page: 1000 } })
    const held: Record<string, string> = {}
    for (const each of clients) {
      if (this.#removed.has(each.id)) continue
      const own = payments.filter(({ client: { id } }) => id === each.id)
      const { rights, isExpected } = this.#plans.of(own, today, at, terminal)
      const opens = each.is_active && rights !== '' && !this.#blocked.has(each.id)
      const pin = String(each.id_zkteco)
      if (!isExpected && !terminal.users.has(pin)) continue
      held[pin] = `${opens ? 0 : 3} ${each.card_number?.replace(/^0+/, '') ?? ''} ${shown(each.name)}`
      if (opens && terminal.firmware.dialect === 'access') held[pin] += ` ${rights}`
    }
    for (const user of await admin.call('users.list'))
      held[String(user.id_zkteco)] =
        `${user.is_active ? 0 : 3}  ${shown(user.name)}${terminal.firmware.dialect === 'access' ? ` always:${2 ** terminal.firmware.lockCount - 1}` : ''}`
    return held
  }

  /** Users of a terminal without unknown ones. Mode -1 (the group's mode) counts as 0, since both open the door. */
  known(chosen: Terminal): Record<string, string> {
    const today = toLocalDay('America/Santo_Domingo', this.#app.clock.now())
    const known = Object.entries(formatTerminalUsersByPin(chosen, today)).filter(([held]) => !isStranger(held))
    return Object.fromEntries(
      known.map(([pin, record]) => [
        pin,
        `${record.replace(/^-1 /, '0 ')}${record.startsWith('0') && chosen.firmware.dialect === 'access' ? ` ${formatDoorRights(chosen, pin)}` : ''}`,
      ]),
    )
  }

  /** Passes that the gym recorded for each terminal, without duplicates. */
  recorded(): Promise<string[][]> {
    const { id } = this.#gym.gym
    return Promise.all(
      this.#numbers.map(async (sn) => (await recorded(this.#app, id, sn)).map(({ pass }) => pass).sort()),
    )
  }

  strangers(chosen: Terminal): string[] {
    return [...chosen.users.keys()].filter(isStranger).sort()
  }
}

/** Reads the recorded passes of a terminal as texts of PIN and time, like `DoorWorld.passed`. */
const recorded = (app: TestApp, gym: number, sn: string): Promise<{ pass: string }[]> =>
  app.database.read({ gym, user: null }, (tx) =>
    tx.many(sql`
      select pin || ' ' || to_char(device_time, 'YYYY-MM-DD HH24:MI:SS') as pass from attendances where gym_id = ${gym} and sn = ${sn}
      union all
      select pin || ' ' || to_char(device_time, 'YYYY-MM-DD HH24:MI:SS') from door_records where gym_id = ${gym} and sn = ${sn} and reason <> 'unreadable'`),
  )

const isStranger = (held: string) => !/^[1-9]\d{0,2}$/.test(held) || Number(held) > 200

/** Cuts a name to the complete characters that fit into 24 bytes, as terminals do. */
function shown(name: string): string {
  const characters = [...name]
  while (Buffer.byteLength(characters.join('')) > 24) characters.pop()
  return characters.join('')
}
