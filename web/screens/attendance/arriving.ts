// A list that grows at its head. What comes is asked for by itself, as a page of the newest, and put before what is known: so a pass costs as
// much at nine in the evening as at six in the morning. Where the two do not fit, all is read again.

interface Row {
  attendance_id: number
}

interface Rows<Item> {
  items: Item[]
  total: number
}

/**
 * An answer and when it came, in milliseconds of a clock that may be set back: another time is another answer, and only of what was
 * there before it is looked at is the later one the newer.
 */
interface Read<Item> {
  answer: Rows<Item>
  at: number
}

/** What is known of one list. */
export interface Known<Item> extends Read<Item> {
  list: string
  /** The last page of the newest that was heeded. */
  headAt: number
  /** Since the whole was read nothing but what is new changed; else it is to be read again, and stays so until it was. */
  fits: boolean
}

const isSame = <Item extends object>(one: Item | undefined, other: Item | undefined): boolean =>
  one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** `most`: as many rows as the whole list shows. */
function join<Item extends Row>(known: Known<Item>, head: Read<Item>, most: number): Known<Item> {
  const { items, total } = known.answer
  const newest = new Set(head.answer.items.map((row) => row.attendance_id))
  // Where they are all there are, whatever else was known is gone.
  const isAll = head.answer.total <= head.answer.items.length
  const rest = isAll ? [] : items.filter((row) => !newest.has(row.attendance_id))
  const former = items.slice(0, items.length - rest.length)
  const still = new Set(former.map((row) => row.attendance_id))
  const kept = head.answer.items.filter((row) => still.has(row.attendance_id))
  const added = head.answer.items.length - kept.length
  // All that is told of the newest, in their order, as it was; the rest are as many as before.
  const fits =
    kept.length === former.length &&
    kept.every((row, at) => isSame(row, former[at])) &&
    head.answer.total === total + added
  const answer = { items: [...head.answer.items, ...rest].slice(0, most), total: head.answer.total }
  return { ...known, answer, headAt: head.at, fits: known.fits && fits }
}

/** Who came while the whole was on its way stays where they were, until the newest are asked for again. */
function begin<Item extends Row>(list: string, whole: Read<Item>, head: Read<Item> | null): Known<Item> {
  const told = new Set(whole.answer.items.map((row) => row.attendance_id))
  const missing = head?.answer.items.filter((row) => !told.has(row.attendance_id)) ?? []
  const answer = { items: [...missing, ...whole.answer.items], total: whole.answer.total + missing.length }
  return { list, at: whole.at, headAt: head?.at ?? 0, answer, fits: true }
}

/** What is known after the whole of it, or its newest, was read; `before` itself where that says nothing new. */
export function advance<Item extends Row>(
  before: Known<Item> | null,
  list: string,
  whole: Read<Item> | null,
  head: Read<Item> | null,
  most: number,
): Known<Item> | null {
  let known = before?.list === list ? before : null
  if (whole && whole.at !== known?.at) {
    const isOld = !known && head !== null && head.at <= whole.at
    known = begin(list, whole, known && head)
    // What is kept of the newest from before the page was opened.
    if (isOld) known = { ...known, headAt: head.at }
  }
  if (known && head && head.at !== known.headAt) known = join(known, head, most)
  return known
}

/** Milliseconds after which an answer that does not know somebody is right; and within which one comes, unless the clock was set. */
const [onItsWay, atTheLatest] = [2000, 60_000]

/** Whom the stream told of stand where they belong until the list itself tells of them; below its last row it is for the list to tell. */
export function withTold<Item extends Row & { check_in: string }>(
  known: Known<Item>,
  told: readonly { entry: Item; at: number }[],
  most: number,
): Rows<Item> {
  const { items, total } = known.answer
  const listed = new Set(items.map((row) => row.attendance_id))
  const answeredAt = Math.max(known.at, known.headAt)
  const isWhole = items.length === total
  const placed = [...items]
  for (const { entry, at } of told) {
    const isOver = answeredAt >= at + onItsWay || answeredAt < at - atTheLatest
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

/** By which door those came in who came since the whole of that was read. */
export interface CameSince {
  at: number
  headAt: number
  doors: ReadonlyMap<number, string>
}

interface Entered {
  attendance_id: number
  door: string
}

/** What the whole says wins over what was told before it; of the newest only who is not in it is kept then. */
export function cameSince(
  before: CameSince | null,
  whole: { doors: ReadonlyMap<number, string>; at: number },
  head: { items: readonly Entered[]; at: number } | null,
): CameSince {
  const isRead = before?.at !== whole.at
  const known = isRead ? { at: whole.at, headAt: 0, doors: new Map<number, string>() } : before
  if (!head || head.at === known.headAt) return known
  const isNew = ({ attendance_id: id, door }: Entered) =>
    isRead ? !whole.doors.has(id) : (known.doors.get(id) ?? whole.doors.get(id)) !== door
  const come = head.items.filter(isNew).map(({ attendance_id, door }) => [attendance_id, door] as const)
  return { ...known, headAt: head.at, doors: come.length > 0 ? new Map([...known.doors, ...come]) : known.doors }
}
