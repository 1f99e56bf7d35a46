// Processes each operation of a terminal's log once, however often it is uploaded and whatever the clock shows. Recent
// operations are stored by digest; for older ones a single time is stored, up to which all were processed.
import { parseInstant, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import type { DoorService } from './door-service.ts'
import { earliestValidDate } from './record-passes.ts'
import type { Terminal } from './terminals.ts'

/** An operation as uploaded. `time` is the terminal's clock: `YYYY-MM-DD HH:MM:SS`. */
interface TerminalOperation {
  /** Digest of the line, as 32 hexadecimal digits. */
  digest: string
  time: string
}

/** An operation not processed before. `at` is its time, or the current time if unknown. `isPast`: from an old log. */
export type NewOperation<Operation extends TerminalOperation> = Operation & { at: Date; isPast: boolean }

export interface OperationBatch<Operation extends TerminalOperation> {
  newOperations: NewOperation<Operation>[]
  /** True for the first upload of a terminal, which is its past log. */
  isPast: boolean
  /** True if another part of the past log may follow. */
  mayContinue: boolean
}

/** State before this upload. `until`: all operations up to this time were processed; null before the first upload. */
interface Before {
  until: string | null
  pastAt: string | null
}

type Place = Pick<Terminal, 'gym' | 'id'>

const storedDays = 30
/** Largest number of stored operations. Operations without a valid time never expire, so the oldest are deleted. */
const maxStoredOperations = 20_000
const maxAheadMs = 300_000
const aDay = 86_400_000
/** Largest gap in ms between parts of a past log: a part comes every ten seconds, after a failure a minute later. */
const maxPartGapMs = 120_000

/**
 * Finds operations not processed before. `operations` is the number of lines: after a clock reset to 2000, several
 * lines are a past log and a single line is live.
 */
export async function findNewOperations<Operation extends TerminalOperation>(
  door: DoorService,
  terminal: Terminal,
  uploaded: readonly Operation[],
  operations: number,
  now: Date,
): Promise<OperationBatch<Operation>> {
  const { before, known } = await door.services.database.read({ gym: terminal.gym, user: null }, async (tx) => ({
    before: await readBefore(tx, terminal),
    known: await readKnown(tx, terminal, uploaded),
  }))
  const { until, pastAt } = before
  const isOld = pastAt !== null && now.getTime() - Date.parse(pastAt) < maxPartGapMs
  const batch = { isPast: until === null, mayContinue: until === null || (isOld && operations > 1) }
  const unknown = uploaded.filter(({ digest }) => !known.has(digest))
  if (unknown.length === 0) return { ...batch, newOperations: [] }
  const zone = await door.zone(terminal)
  const shown = await door.clocks.readWrongClockTime(terminal, now)
  const isUnjudged = ({ time }: TerminalOperation) =>
    time > (until ?? '') || time < earliestValidDate || isByClock(shown, time)
  const newOperations = unknown.filter(isUnjudged).map((operation) => ({
    ...operation,
    at: toInstant(operation.time, { shown, zone, now }),
    isPast: until === null || (isOld && operation.time < earliestValidDate && !isByClock(shown, operation.time)),
  }))
  return { ...batch, newOperations }
}

/** Stores that operations were processed. Ignores times of clocks that are ahead, which would hide later operations. */
export async function markOperationsProcessed(
  door: DoorService,
  terminal: Terminal,
  uploaded: readonly TerminalOperation[],
  mayContinue: boolean,
  now: Date,
): Promise<void> {
  const latest = toLocalTime(await door.zone(terminal), new Date(now.getTime() + maxAheadMs))
  const { gym, id } = terminal
  await door.services.database.write({ gym, user: null }, async (tx) => {
    await tx.run(sql`
        insert into judged_operations (gym_id, id_device, digest, time, judged_at)
        select ${gym}, ${id}, digest, time, ${now}
        from unnest(${uploaded.map(({ digest }) => digest)}::uuid[], ${uploaded.map(({ time }) => time)}::timestamp[]) as t (digest, time)
        on conflict do nothing`)
    await tx.run(sql`
        insert into terminal_states as s (gym_id, id_device, operations_until)
        select ${gym}, ${id}, coalesce(max(time) - make_interval(days => ${storedDays}), ${earliestValidDate}::timestamp)
        from unnest(${uploaded.map(({ time }) => time)}::timestamp[]) as t (time) where time between ${earliestValidDate}::timestamp and ${latest}::timestamp
        on conflict (gym_id, id_device) do update set operations_until = greatest(s.operations_until, excluded.operations_until)`)
    if (mayContinue)
      await tx.run(sql`update terminal_states set past_told_at = ${now} where gym_id = ${gym} and id_device = ${id}`)
    await tx.run(sql`
        delete from judged_operations j where gym_id = ${gym} and id_device = ${id} and (
          time >= ${earliestValidDate}::timestamp and time <= (select operations_until from terminal_states where gym_id = ${gym} and id_device = ${id})
          or digest in (select digest from judged_operations where gym_id = ${gym} and id_device = ${id} order by judged_at desc, digest offset ${maxStoredOperations}))`)
  })
}

const readBefore = async (tx: Transaction, { gym, id }: Place): Promise<Before> =>
  (await tx.maybe<Before>(sql`
    select operations_until as until, past_told_at as "pastAt"
    from terminal_states where gym_id = ${gym} and id_device = ${id}`)) ?? {
    until: null,
    pastAt: null,
  }

async function readKnown(
  tx: Transaction,
  { gym, id }: Place,
  uploaded: readonly TerminalOperation[],
): Promise<ReadonlySet<string>> {
  if (uploaded.length === 0) return new Set()
  const rows = await tx.many<{ digest: string }>(sql`
    select replace(digest::text, '-', '') as digest from judged_operations
    where gym_id = ${gym} and id_device = ${id} and digest = any(${uploaded.map(({ digest }) => digest)}::uuid[])`)
  return new Set(rows.map(({ digest }) => digest))
}

const ahead = (time: string, of: string): number => Date.parse(time) - Date.parse(of)

const isByClock = (shown: string | null, time: string): boolean =>
  shown !== null && ahead(time, shown) <= maxAheadMs && ahead(shown, time) < aDay

/** Converts by the terminal's wrong clock if its offset is known, else by the gym's zone if plausible, else to now. */
function toInstant(time: string, { shown, zone, now }: { shown: string | null; zone: string; now: Date }): Date {
  if (shown !== null && isByClock(shown, time)) return new Date(now.getTime() - Math.max(0, ahead(shown, time)))
  const at = parseInstant(zone, time)
  return time < earliestValidDate || at.getTime() > now.getTime() + maxAheadMs ? now : at
}
