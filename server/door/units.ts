// Two units with one serial number behind one address, as cloned boards behind a gym's router are. Most calls say nothing by
// which they could be told apart, so none is held; but a terminal that describes itself names its network card. Where that
// is another than before, whoever calls is asked a few times: where both answer there are two, which a person is told; where
// only the other one does, it has taken the first one's place. Of units that name no card nobody can tell (record 34).
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../services.ts'
import { meetAnew } from './census.ts'
import { order } from './orders.ts'
import { noteRival } from './rivals.ts'
import type { Terminal } from './terminals.ts'

/** Milliseconds in which the first one is asked for before another has taken its place; and how often it is at least. */
const silence = 135_000
const askedInVain = 5
/** Questions come in pairs: who has answered the first polls after the other, however their rhythms lie. */
const pair = 2
const askAgain = 30_000
/** Of two that are known to be there. */
const askRarely = 300_000
const askedAtMost = 20
/** And where nothing but its address was another. */
const suspectedAtMost = 4
/** Of another unit nothing was heard for so long: it is gone. */
const forgottenAfter = 900_000
const toldEvery = 60_000

interface Other {
  mac: string
  heard: number
  /** Since when it alone answers; null while the first one does. */
  alone: number | null
  /** Both were heard in turn. */
  isSure: boolean
  told: number
}

interface Known {
  id: number
  stamp: string
  mac: string | null
  /** In its own network, as it says in some polls. */
  address: string | null
  other: Other | null
  asking: { count: number; at: number } | null
}

function macIn(said: string | undefined): string | null {
  const mac = said?.trim().toLowerCase().replaceAll('-', ':') ?? ''
  return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(mac) && /[1-9a-f]/.test(mac) ? mac : null
}

export class Units {
  readonly #services: Pick<Services, 'database' | 'live'>
  readonly #wake: (terminal: Terminal) => void
  readonly #known = new Map<string, Known>()

  constructor(services: Pick<Services, 'database' | 'live'>, wake: (terminal: Terminal) => void) {
    this.#services = services
    this.#wake = wake
  }

  /** What it says of itself. Answers whether that is the terminal's, and to be believed. */
  async described(terminal: Terminal, said: ReadonlyMap<string, string>, now: Date): Promise<boolean> {
    const mac = macIn(said.get('MAC'))
    if (mac === null) return true
    const known = await this.#of(terminal)
    if (known.mac === null) await this.#keep(terminal, known, mac)
    if (known.mac === mac) await this.#heardOwn(terminal, known, now)
    else await this.#heardOther(terminal, known, mac, now)
    return known.mac === mac
  }

  /**
   * `address`: in its own network, where the poll says it. Another one may be the router's doing, or another unit's. Answers whether
   * what the poll counts is the terminal's for certain.
   */
  async polled(terminal: Terminal, address: string | null, now: Date): Promise<boolean> {
    const known = address === null ? this.#known.get(terminal.sn) : await this.#of(terminal)
    if (!known || known.id !== terminal.id) return true
    if (known.address !== null && address !== null && known.address !== address) known.asking ??= unasked()
    known.address = address ?? known.address
    await this.#ask(terminal, known, now)
    return known.asking === null
  }

  async #heardOwn(terminal: Terminal, known: Known, now: Date): Promise<void> {
    const { other } = known
    if (!other) return
    const at = now.getTime()
    if (at - other.heard >= forgottenAfter) {
      Object.assign(known, { other: null, asking: null })
      return
    }
    Object.assign(other, { isSure: true, alone: null })
    known.asking = { count: 0, at }
    await this.#tell(terminal, other, now)
  }

  async #heardOther(terminal: Terminal, known: Known, mac: string, now: Date): Promise<void> {
    const at = now.getTime()
    if (known.other?.mac !== mac) known.other = { mac, heard: at, alone: at, isSure: false, told: 0 }
    const { other } = known
    other.heard = at
    other.alone ??= at
    known.asking ??= unasked()
    if (known.asking.count >= askedInVain && at - other.alone >= silence)
      return this.#replace(terminal, known, mac, now)
    if (other.isSure) await this.#tell(terminal, other, now)
  }

  /** It is another unit, which a person should know of, and begins like one that was registered just now. */
  async #replace(terminal: Terminal, known: Known, mac: string, now: Date): Promise<void> {
    const former = known.mac
    await this.#write(terminal, async (tx) => {
      await meetAnew(tx, terminal, now)
      await noteRival(tx, terminal, { address: null, mac: former, lacks: 'mark' }, now)
    })
    Object.assign(known, { other: null, asking: null })
    await this.#keep(terminal, known, mac)
    this.#wake(terminal)
  }

  async #tell(terminal: Terminal, other: Other, now: Date): Promise<void> {
    if (now.getTime() - other.told < toldEvery) return
    other.told = now.getTime()
    await this.#write(terminal, (tx) => noteRival(tx, terminal, { address: null, mac: other.mac, lacks: 'mark' }, now))
  }

  async #ask(terminal: Terminal, known: Known, now: Date): Promise<void> {
    const { asking, other } = known
    if (!asking) return
    if (asking.count >= (other ? askedAtMost : suspectedAtMost)) {
      if (!other) known.asking = null
      return
    }
    const rest = other?.isSure ? askRarely : askAgain
    if (asking.count % pair === 0 && now.getTime() - asking.at < rest) return
    asking.count += 1
    asking.at = now.getTime()
    // The answer names the card.
    await this.#write(terminal, (tx) => order(tx, terminal, ['count']))
    this.#wake(terminal)
  }

  async #of(terminal: Terminal): Promise<Known> {
    const { gym, id, sn } = terminal
    const stamp = this.#services.live.stamp(gym, ['devices'], 'door')
    const before = this.#known.get(sn)
    if (before?.id === id && before.stamp === stamp) return before
    const row = await this.#services.database.read({ gym, user: null }, (tx) =>
      tx.maybe<{ mac: string | null }>(
        sql`select unit_mac as mac from terminal_states where gym_id = ${gym} and id_device = ${id}`,
      ),
    )
    const mac = row?.mac ?? null
    const same = before?.id === id && before.mac === mac ? before : null
    const known: Known = same
      ? Object.assign(same, { stamp })
      : { id, stamp, mac, address: null, other: null, asking: null }
    this.#known.set(sn, known)
    return known
  }

  async #keep(terminal: Terminal, known: Known, mac: string): Promise<void> {
    const { gym, id } = terminal
    await this.#write(terminal, (tx) =>
      tx.run(sql`
        insert into terminal_states (gym_id, id_device, unit_mac) values (${gym}, ${id}, ${mac})
        on conflict (gym_id, id_device) do update set unit_mac = excluded.unit_mac`),
    )
    known.mac = mac
  }

  #write<Result>({ gym }: Terminal, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#services.database.write({ gym, user: null }, work)
  }
}

const unasked = () => ({ count: 0, at: Number.NEGATIVE_INFINITY })
