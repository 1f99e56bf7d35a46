// PostgreSQL's log of all that is written, by which a copy becomes what was there at any later moment: it has a place for each
// byte (LSN), and comes in files of 16 MB whose names are those places.

export const segmentBytes = 16 * 1024 * 1024

/** `0/2000028` */
export function placeOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const lsnOf = (place: bigint): string =>
  `${(place >> 32n).toString(16)}/${(place & 0xffff_ffffn).toString(16)}`.toUpperCase()

export const beginOfSegment = (place: bigint): bigint => place - (place % BigInt(segmentBytes))

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
const perName = (1n << 32n) / BigInt(segmentBytes)

/** The file that holds a place: `000000010000000000000002`. */
export function segmentName(timeline: number, place: bigint): string {
  const segment = place / BigInt(segmentBytes)
  return hex(BigInt(timeline)) + hex(segment / perName) + hex(segment % perName)
}
