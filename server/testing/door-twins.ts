// A gym with one terminal of which there are two: both call with its serial number, each with a network card of its own. By a
// slow, obvious reading one of them is the terminal, and the other is told nothing.
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Action, actions, type Manner, mixed } from './door-actions.ts'
import { World } from './door-world.ts'
import { makeGym, type TestGym } from './factories.ts'
import { makeTerminal, terminalAt } from './terminals.ts'
import type { TestApp } from './test-app.ts'

/** A person says of whoever else calls that it is the terminal, or is to be turned away. */
type TwinsAction = Action | { kind: 'judge'; act: 'accept' | 'block' }

export const twinsActions: fc.Arbitrary<TwinsAction> = fc.oneof(
  { weight: 20, arbitrary: actions },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('judge' as const), act: fc.constantFrom('accept', 'block') }) },
)

/** Behaviours of terminals that answer a census, which a new board must. */
export const tellingMixture = fc.subarray<Manner>(
  [
    'obeys first and last days',
    'goes by groups',
    'counts its room by hundreds',
    'two days ahead, whatever it is told',
    'logs what it is told as done at its menu',
    'sends fingers and faces',
    'lists before it acknowledges',
    'lists without the word USER',
    'three commands a poll',
    'counts at each poll',
    'marks of its own',
    'a bare OK only',
    'reports each put in capitals',
    'the year 2000 whenever the power comes',
    'tells of an enrolment by its operation alone',
    'chunks',
    'old wire',
    'results in another order and spelling',
    'names no table',
    'sends each batch twice',
    'keeps its connection',
    'obeys what is switched off',
    'speaks the access dialect',
    'takes no time from here',
  ],
  { maxLength: 5 },
)

/** Milliseconds of the terminal's silence after which another is it. */
const silence = 135_000
const cards = ['00:17:61:10:00:0a', '00:17:61:10:00:0b']

export class Twins {
  readonly world: World
  readonly #app: TestApp
  readonly #gym: TestGym
  readonly #device: number
  /** Which of the two is the terminal, and when it was heard. */
  #own: { unit: number; heard: number } | null = null
  #turnedAway: number | null = null
  readonly #online = [true, true]

  private constructor(app: TestApp, gym: TestGym, device: number, world: World) {
    this.#app = app
    this.#gym = gym
    this.#device = device
    this.world = world
    for (const [unit, terminal] of world.terminals.entries()) this.#follow(unit, terminal)
  }

  static async make(
    app: TestApp,
    port: number,
    setLost: (lost: boolean) => void,
    [one, other]: readonly [readonly Manner[], readonly Manner[]],
  ): Promise<Twins> {
    const gym = await makeGym(app)
    const options = (ways: readonly Manner[], mac = '') => ({ now: () => app.clock.now(), ...mixed(ways), mac })
    const { device, terminal } = await makeTerminal(gym, port, {}, options(one, cards[0]))
    const twin = terminalAt(port, device.sn, options(other, cards[1]))
    const both = [terminal, twin].map((each) => ({ terminal: each, device }))
    return new Twins(app, gym, device.id, new World(app, gym, both, setLost))
  }

  async act(action: TwinsAction): Promise<void> {
    if (action.kind !== 'judge') return this.world.act(action)
    const [status] = await this.#gym.admin.call('devices.status')
    const conflict = status?.origin_conflict
    const unit = cards.indexOf(conflict?.mac ?? '')
    if (!conflict || unit < 0) return
    const { act } = action
    const params = { id_device: this.#device }
    await this.#gym.admin.call('devices.origin', { params, body: { act, address: conflict.address } })
    if (act === 'block') this.#turnedAway = unit
    else {
      this.#own = { unit, heard: this.#now }
      // The terminal calls all the time, except while its line is down.
      this.#terminal(unit).goOnline()
      await this.#terminal(unit).step()
    }
  }

  /** Once all is over: the one that is the terminal holds whom it should, and whom it holds beside them a person is asked about. */
  async expectRest(): Promise<void> {
    await this.world.endFaults()
    await this.#acceptTakeOver()
    const unit = this.#own?.unit ?? 0
    const terminal = this.#terminal(unit)
    const people = await this.#gym.admin.call('devices.people', { params: { id_device: this.#device } })
    const shown = new Set(people.flatMap(({ kind, pin }) => (kind === 'stranger' ? pin : [])))
    const known = Object.entries(this.world.known(terminal)).filter(([pin]) => !shown.has(pin))
    expect(Object.fromEntries(known)).toEqual((await this.world.wanted())[unit])
    const strangers = [...terminal.users.keys()].filter((pin) => this.world.enrolled[unit]?.has(pin))
    expect(strangers.sort()).toEqual([...(this.world.enrolled[unit] ?? [])].sort())
    expect(strangers.filter((pin) => !shown.has(pin))).toEqual([])
    const [recorded = []] = await this.world.recorded()
    expect(new Set(recorded).size).toBe(recorded.length)
    const passed = this.world.passed.flatMap((passes) => [...passes])
    expect(recorded.filter((pass) => !passed.includes(pass))).toEqual([])
    // The rival's uploads are ignored, and its pending ones may have been accepted before.
    const own = [...(this.world.passed[unit] ?? [])]
    expect(own.filter((pass) => !recorded.includes(pass) && !this.#lost.has(pass))).toEqual([])
  }

  /** A rival that took over after silence is told names only after a person accepts it. */
  async #acceptTakeOver(): Promise<void> {
    const [status] = await this.#gym.admin.call('devices.status')
    if (!status?.origin_unproven) return
    const { address } = status.origin_unproven
    const params = { id_device: this.#device }
    await this.#gym.admin.call('devices.origin', { params, body: { act: 'accept', address, current: true } })
    await this.world.endFaults()
  }

  /** Passes that went with a reset before anybody took them. */
  readonly #lost = new Set<string>()

  get #now(): number {
    return this.#app.clock.now().getTime()
  }

  #terminal(unit: number): Terminal {
    const found = this.world.terminals[unit]
    if (!found) throw new Error('no such terminal')
    return found
  }

  /** Before each of its calls it is known whether it is the terminal. */
  #follow(unit: number, terminal: Terminal): void {
    const { step, goOffline, goOnline, factoryReset } = terminal
    terminal.goOffline = () => {
      this.#online[unit] = false
      goOffline()
    }
    terminal.goOnline = () => {
      this.#online[unit] = true
      goOnline()
    }
    terminal.factoryReset = () => {
      const passes = [...(this.world.passed[unit] ?? [])]
      const unsent = terminal.unsent()
      for (const pass of unsent > 0 ? passes.slice(-unsent) : []) this.#lost.add(pass)
      factoryReset()
    }
    terminal.step = async () => {
      const isOwn = this.#online[unit] && this.#calls(unit)
      const report = await step()
      if (!isOwn) expect(report).toMatchObject({ commands: 0, records: 0 })
      return report
    }
  }

  /** True if the calls of this one are accepted as the terminal's. */
  #calls(unit: number): boolean {
    const own = this.#own
    const mayFollow = own === null || (this.#now - own.heard >= silence && this.#turnedAway !== unit)
    if (own?.unit !== unit && !mayFollow) return false
    this.#own = { unit, heard: this.#now }
    return true
  }
}
