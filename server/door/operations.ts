// What was done at terminals, as far as it was judged: each operation once, however often a terminal tells of it, and whatever its
// clock showed. Those of the last weeks are remembered one by one; of what is older a time is kept, up to which all was judged.
import { localTime, readInstant } from '@torniquete/contract/dates.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../services.ts'
import type { Clocks } from './clocks.ts'
import { firstYear } from './passes.ts'
import type { Terminal } from './terminals.ts'

/** One operation as the terminal wrote it; `time` is its own clock: `YYYY-MM-DD HH:MM:SS`. */
export interface TerminalOperation {
  /** 32 hexadecimal digits of the whole line: another line is another operation. */
  digest: string
  time: string
}

/** An operation that was not judged before, and when it was, as far as that can be known: else now, or of its past. */
export type Unjudged<Operation extends TerminalOperation> = Operation & { at: Date; isPast: boolean }

export interface Judgement<Operation extends TerminalOperation> {
  unjudged: Unjudged<Operation>[]
  /** What it tells first of all is its past, and says nothing of today. */
  isPast: boolean
  /** This is a part of its past, or comes right after one: another may follow. */
  goesOn: boolean
}

/** What is known of what a terminal told; `until`: null where that is nothing yet. */
interface Before {
  until: string | null
  /** When it told the last part of its past. */
  pastAt: string | null
  /** It was told before operations were remembered. */
  isUnremembered: boolean
}

type Place = Pick<Terminal, 'gym' | 'id'>

const rememberedDays = 30
/** Operations of no known time have no age: the newest are remembered. */
const rememberedAtMost = 20_000
const aheadAtMost = 300_000
const aDay = 86_400_000
/** Milliseconds: a long past comes by a hundred or so each ten seconds, or after a failure a minute later. */
const partWithin = 120_000

export class Operations {
  readonly #services: Pick<Services, 'database' | 'zones'>
  readonly #clocks: Clocks

  constructor(services: Pick<Services, 'database' | 'zones'>, clocks: Clocks) {
    this.#services = services
    this.#clocks = clocks
  }

  /**
   * Those that were not judged yet, by this server or another, of a body with so many operations. By a clock that begins again
   * in the year 2000 nobody knows when they were: in a past of several parts they are all of it, and else it comes in numbers.
   */
  async unjudged<Operation extends TerminalOperation>(
    terminal: Terminal,
    told: readonly Operation[],
    operations: number,
    now: Date,
  ): Promise<Judgement<Operation>> {
    const { before, known } = await this.#services.database.read({ gym: terminal.gym, user: null }, async (tx) => ({
      before: await readBefore(tx, terminal),
      known: await readKnown(tx, terminal, told),
    }))
    const { until, pastAt, isUnremembered } = before
    const followsPast = pastAt !== null && now.getTime() - Date.parse(pastAt) < partWithin
    const isOld = followsPast || (isUnremembered && operations > 1)
    const judgement = { isPast: until === null, goesOn: until === null || (isOld && operations > 1) }
    const unknown = told.filter(({ digest }) => !known.has(digest))
    if (unknown.length === 0) return { ...judgement, unjudged: [] }
    const zone = await this.#services.zones.of(terminal.gym)
    const shown = await this.#clocks.wrongTime(terminal, now)
    const isUnjudged = ({ time }: TerminalOperation) => time > (until ?? '') || time < firstYear || isBy(shown, time)
    const unjudged = unknown.filter(isUnjudged).map((operation) => ({
      ...operation,
      at: whenOf(operation.time, { shown, zone, now }),
      isPast: until === null || (isOld && operation.time < firstYear && !isBy(shown, operation.time)),
    }))
    return { ...judgement, unjudged }
  }

  /** They were judged, and all that is weeks older than the latest. A clock that ran ahead must not hide what is done until then. */
  async note(terminal: Terminal, told: readonly TerminalOperation[], goesOn: boolean, now: Date): Promise<void> {
    const latest = localTime(await this.#services.zones.of(terminal.gym), new Date(now.getTime() + aheadAtMost))
    const { gym, id } = terminal
    await this.#services.database.write({ gym, user: null }, async (tx) => {
      await tx.run(sql`
        insert into judged_operations (gym_id, id_device, digest, time, judged_at)
        select ${gym}, ${id}, digest, time, ${now}
        from unnest(${told.map(({ digest }) => digest)}::uuid[], ${told.map(({ time }) => time)}::timestamp[]) as t (digest, time)
        on conflict do nothing`)
      await tx.run(sql`
        insert into terminal_states as s (gym_id, id_device, operations_until)
        select ${gym}, ${id}, coalesce(max(time) - make_interval(days => ${rememberedDays}), ${firstYear}::timestamp)
        from unnest(${told.map(({ time }) => time)}::timestamp[]) as t (time) where time between ${firstYear}::timestamp and ${latest}::timestamp
        on conflict (gym_id, id_device) do update set operations_until = greatest(s.operations_until, excluded.operations_until)`)
      if (goesOn)
        await tx.run(
          sql`update terminal_states set past_told_at = ${now}, past_unremembered = false where gym_id = ${gym} and id_device = ${id}`,
        )
      await tx.run(sql`
        delete from judged_operations j where gym_id = ${gym} and id_device = ${id} and (
          time >= ${firstYear}::timestamp and time <= (select operations_until from terminal_states where gym_id = ${gym} and id_device = ${id})
          or digest in (select digest from judged_operations where gym_id = ${gym} and id_device = ${id} order by judged_at desc, digest offset ${rememberedAtMost}))`)
    })
  }
}

const readBefore = async (tx: Transaction, { gym, id }: Place): Promise<Before> =>
  (await tx.maybe<Before>(sql`
    select operations_until as until, past_told_at as "pastAt", past_unremembered as "isUnremembered"
    from terminal_states where gym_id = ${gym} and id_device = ${id}`)) ?? {
    until: null,
    pastAt: null,
    isUnremembered: false,
  }

async function readKnown(
  tx: Transaction,
  { gym, id }: Place,
  told: readonly TerminalOperation[],
): Promise<ReadonlySet<string>> {
  if (told.length === 0) return new Set()
  const rows = await tx.many<{ digest: string }>(sql`
    select replace(digest::text, '-', '') as digest from judged_operations
    where gym_id = ${gym} and id_device = ${id} and digest = any(${told.map(({ digest }) => digest)}::uuid[])`)
  return new Set(rows.map(({ digest }) => digest))
}

/** Milliseconds by which one wall clock's text is ahead of another's. */
const ahead = (time: string, of: string): number => Date.parse(time) - Date.parse(of)

/** Whether it was done in the last day by a clock that shows that. */
const isBy = (shown: string | null, time: string): boolean =>
  shown !== null && ahead(time, shown) <= aheadAtMost && ahead(shown, time) < aDay

/** By the clock that the terminal shows, if that is known to be wrong; else by a right one, if that can be. */
function whenOf(time: string, { shown, zone, now }: { shown: string | null; zone: string; now: Date }): Date {
  if (shown !== null && isBy(shown, time)) return new Date(now.getTime() - Math.max(0, ahead(shown, time)))
  const at = readInstant(zone, time)
  return time < firstYear || at.getTime() > now.getTime() + aheadAtMost ? now : at
}
