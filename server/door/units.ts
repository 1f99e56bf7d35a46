// Two units with one serial number behind one address, as cloned boards behind a gym's router are. Most calls say nothing by
// which they could be told apart, so none is held; but a terminal that describes itself names its network card. Where that
// is another than before, whoever calls is asked a few times: where both answer by turns there are two, which a person is told.
// Where only the other one does, the terminal has gone from cable to Wi-Fi, or another has taken its place: either is asked whom
// it holds, and one that differs begins anew. Of units that name no card nobody can tell (docs/decisions/0019).
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../services.ts'
import { beginCensus, resetReplacedUnit } from './census.ts'
import { order } from './orders.ts'
import { noteTwin } from './rivals.ts'
import { countPeopleHeld } from './terminal-users.ts'
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
/** Two answer by turns: own, other, own, other. A terminal changes its network seldom, and is another card's for longer. */
const turnsOfTwo = 3
const turnWithin = 45_000
const turnsWithin = 150_000
/** Of another unit nothing was heard for so long: it is gone. */
const forgottenAfter = 900_000
const toldEvery = 60_000

interface Other {
  mac: string
  heard: number
  /** Since when it alone answers; null while the first one does. */
  alone: number | null
  /** Both were heard by turns. */
  isSure: boolean
  told: number
}

interface Known {
  id: number
  stamp: string
  mac: string | null
  /** The same unit's other one. */
  card: string | null
  /** Since when a server, this or another, hears other cards only. */
  doubted: number | null
  /** In its own network, as it says in some polls. */
  address: string | null
  other: Other | null
  asking: { count: number; at: number } | null
  last: { mac: string; at: number } | null
  turns: number[]
}

type Row = Pick<Known, 'mac' | 'card' | 'doubted'>

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
    noteTurn(known, mac, now.getTime())
    if (known.mac === mac) await this.#heardOwn(terminal, known, now)
    else await this.#heardOther(terminal, known, { mac, said }, now)
    return known.mac === mac || (known.card === mac && !known.other?.isSure)
  }

  /**
   * `address`: in its own network, where the poll says it. Another one may be the router's doing, or another unit's. Answers whether
   * what the poll counts is the terminal's for certain.
   */
  async polled(terminal: Terminal, address: string | null, now: Date): Promise<boolean> {
    const isKnown = address !== null || this.#known.get(terminal.sn)?.id === terminal.id
    if (!isKnown) return true
    const known = await this.#of(terminal)
    if (known.address !== null && address !== null && known.address !== address) known.asking ??= unasked()
    known.address = address ?? known.address
    await this.#ask(terminal, known, now)
    const { other } = known
    if (other === null || other.isSure) return other === null
    return other.mac === known.card || (other.alone === null && now.getTime() - other.heard >= turnsWithin)
  }

  async #heardOwn(terminal: Terminal, known: Known, now: Date): Promise<void> {
    if (known.doubted !== null) await this.#doubt(terminal, known, null)
    const { other } = known
    if (!other) return
    const at = now.getTime()
    if (at - other.heard >= forgottenAfter) {
      Object.assign(known, { other: null, asking: null })
      return
    }
    other.alone = null
    other.isSure ||= known.turns.length >= turnsOfTwo
    // One that came back to its own card is asked no more than it is already.
    if (!other.isSure) return
    known.asking = { count: 0, at }
    await this.#tell(terminal, other, now)
  }

  async #heardOther(
    terminal: Terminal,
    known: Known,
    { mac, said }: { mac: string; said: ReadonlyMap<string, string> },
    now: Date,
  ): Promise<void> {
    const at = now.getTime()
    if (known.other?.mac !== mac) known.other = { mac, heard: at, alone: null, isSure: false, told: 0 }
    const { other } = known
    other.heard = at
    other.isSure ||= known.turns.length >= turnsOfTwo
    if (other.alone === null) {
      other.alone = at
      known.asking = { count: 0, at: other.isSure ? at : Number.NEGATIVE_INFINITY }
      if (!other.isSure && mac !== known.card) await this.#doubt(terminal, known, now)
    }
    const isMet = mac === known.card && !other.isSure
    if (!isMet && (known.asking?.count ?? 0) >= askedInVain && at - other.alone >= silence)
      return this.#judge(terminal, known, { other, said }, now)
    if (other.isSure) await this.#tell(terminal, other, now)
  }

  /** It alone answers here: perhaps the first one does at another server, which was told of the doubt and has asked. */
  async #judge(
    terminal: Terminal,
    known: Known,
    { other, said }: { other: Other; said: ReadonlyMap<string, string> },
    now: Date,
  ): Promise<void> {
    const { gym, id } = terminal
    const verdict = await this.#write(terminal, async (tx) => {
      const row = await tx.maybe<Row & { lately: boolean }>(sql`
        select ${ofRow}, coalesce(unit_replaced_at > ${now}::timestamptz - interval '1 hour', false) as lately
        from terminal_states where gym_id = ${gym} and id_device = ${id} for update`)
      if (row?.mac !== known.mac) return 'past'
      if (row.doubted === null || row.lately) return 'two'
      if (now.getTime() - row.doubted < silence) return 'early'
      if (!other.isSure && (await isAlike(tx, terminal, said))) {
        await acceptOtherCard(tx, terminal, other.mac, now)
        return 'card'
      }
      await resetReplacedUnit(tx, terminal, now)
      await noteTwin(tx, terminal, row.mac, now)
      await tx.run(sql`
        update terminal_states set unit_mac = ${other.mac}, unit_replaced_at = ${now} where gym_id = ${gym} and id_device = ${id}`)
      return 'new'
    })
    if (verdict === 'early') return
    if (verdict === 'two') {
      const at = now.getTime()
      Object.assign(other, { isSure: true, alone: at })
      known.asking = { count: 0, at }
      await this.#doubt(terminal, known, now)
      return this.#tell(terminal, other, now)
    }
    Object.assign(known, { other: null, asking: null, turns: [], doubted: null })
    if (verdict === 'past') known.stamp = ''
    if (verdict === 'card') known.card = other.mac
    if (verdict === 'new') Object.assign(known, { mac: other.mac, card: null })
    this.#wake(terminal)
  }

  async #tell(terminal: Terminal, other: Other, now: Date): Promise<void> {
    if (now.getTime() - other.told < toldEvery) return
    other.told = now.getTime()
    await this.#write(terminal, (tx) => noteTwin(tx, terminal, other.mac, now))
  }

  /** Told to other servers, which ask whoever calls them. Null: its own card was heard. */
  async #doubt(terminal: Terminal, known: Known, since: Date | null): Promise<void> {
    const { gym, id } = terminal
    await this.#write(terminal, async (tx) => {
      await tx.run(
        sql`update terminal_states set unit_doubted_at = ${since} where gym_id = ${gym} and id_device = ${id}`,
      )
      await tx.run(sql`select announce(${gym}, 'devices')`)
    })
    known.doubted = since?.getTime() ?? null
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
      tx.maybe<Row>(sql`select ${ofRow} from terminal_states where gym_id = ${gym} and id_device = ${id}`),
    )
    const { mac, card, doubted } = row ?? { mac: null, card: null, doubted: null }
    if (before?.id === id && before.mac === mac) {
      // Another server hears another card only: whether this one hears the unit's own is found out by asking.
      if (doubted !== null && doubted !== before.doubted) before.asking ??= unasked()
      return Object.assign(before, { stamp, card, doubted })
    }
    const nothing = { address: null, other: null, asking: doubted === null ? null : unasked(), last: null, turns: [] }
    const known: Known = { id, stamp, mac, card, doubted, ...nothing }
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

const ofRow = sql`unit_mac as mac, unit_card as card, (extract(epoch from unit_doubted_at) * 1000)::float8 as doubted`

function noteTurn(known: Known, mac: string, at: number): void {
  const { last } = known
  const isTurn = last !== null && last.mac !== mac && at - last.at <= turnWithin
  known.turns = [...known.turns, ...(isTurn ? [at] : [])].filter((turn) => at - turn <= turnsWithin)
  known.last = { mac, at }
}

/** Whether it is of the same kind, and counts as many people as the terminal holds. */
async function isAlike(tx: Transaction, terminal: Terminal, said: ReadonlyMap<string, string>): Promise<boolean> {
  const users = Number.parseInt(said.get('UserCount') ?? '', 10)
  const { least, most } = await countPeopleHeld(tx, terminal)
  const known = await tx.maybe<{ model: string | null; platform: string | null }>(
    sql`select model, platform from terminal_states where gym_id = ${terminal.gym} and id_device = ${terminal.id}`,
  )
  const agrees = (name: string, before: string | null | undefined) => {
    const now = said.get(name)?.trim()
    return !now || !before || now === before
  }
  return users >= least && users <= most && agrees('~DeviceName', known?.model) && agrees('~Platform', known?.platform)
}

/**
 * Most likely the same unit by its other card. Another one may count as many people: so it is asked whom it holds, once, before it is
 * told more. Nothing that is known of it is dropped before it has answered.
 */
async function acceptOtherCard(tx: Transaction, terminal: Terminal, mac: string, now: Date): Promise<void> {
  const { gym, id } = terminal
  await tx.run(sql`
    update terminal_states set unit_card = ${mac}, unit_doubted_at = null where gym_id = ${gym} and id_device = ${id}`)
  await beginCensus(tx, terminal, now)
  await tx.run(sql`select announce(${gym}, 'devices')`)
}
