// The list of attendances, with those that the stream told of since it was read.

interface Row {
  attendance_id: number
}

interface Rows<Item> {
  items: Item[]
  total: number
}

/** An answer, and when it came in milliseconds of a clock that may be set back. */
interface Answered<Item> {
  answer: Rows<Item>
  at: number
}

const isSame = <Item extends object>(one: Item | undefined, other: Item | undefined): boolean =>
  one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** Milliseconds after which an answer that does not know somebody is right; and within which one comes, unless the clock was set. */
const [onItsWay, atTheLatest] = [2000, 60_000]

/** Whom the stream told of stand where they belong until the list itself tells of them; below its last row it is for the list to tell. */
export function withTold<Item extends Row & { check_in: string }>(
  known: Answered<Item>,
  told: readonly { entry: Item; at: number }[],
  most: number,
): Rows<Item> {
  const { items, total } = known.answer
  const listed = new Set(items.map((row) => row.attendance_id))
  const isWhole = items.length === total
  const placed = [...items]
  for (const { entry, at } of told) {
    const isOver = known.at >= at + onItsWay || known.at < at - atTheLatest
    if (listed.has(entry.attendance_id) || isOver) continue
    listed.add(entry.attendance_id)
    const place = placed.findIndex((row) => isNewer(entry, row))
    if (place >= 0 || isWhole) placed.splice(place < 0 ? placed.length : place, 0, entry)
  }
  const added = placed.length - items.length
  return added === 0 ? known.answer : { items: placed.slice(0, most), total: total + added }
}

function isNewer<Item extends Row & { check_in: string }>(one: Item, other: Item): boolean {
  const later = Date.parse(one.check_in) - Date.parse(other.check_in)
  return later > 0 || (later === 0 && one.attendance_id > other.attendance_id)
}

/** Rows that are as before are the very ones of before: what shows them is not drawn again. */
export function keepRows<Item extends Row>(rows: readonly Item[], before: ReadonlyMap<number, Item>): Item[] {
  return rows.map((row) => {
    const shown = before.get(row.attendance_id)
    return shown && isSame(shown, row) ? shown : row
  })
}
