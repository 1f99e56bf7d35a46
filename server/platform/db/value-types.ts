import pg from 'pg'

const utcPattern = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** `2026-11-21 08:50:04.12+00` → `2026-11-21T08:50:04.120Z`; sessions work in UTC. */
function isoInstant(text: string): string {
  const match = utcPattern.exec(text)
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text
}

const asText = (text: string) => text
// Arrays of integers, for which the driver has no names.
const [int4Array, int8Array] = [1007, 1016]
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMP, asText],
  [pg.types.builtins.TIMESTAMPTZ, isoInstant],
  [pg.types.builtins.NUMERIC, asText],
  // 64-bit keys; those beyond JavaScript's safe integers are centuries away.
  [pg.types.builtins.INT8, Number],
  [int8Array, pg.types.getTypeParser(int4Array)],
])
/** Keys become numbers; amounts, days and instants stay text. */
export const valueTypes = {
  // The driver's own signature is as loose.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
