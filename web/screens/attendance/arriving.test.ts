import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance, cameSince, type Known, keepRows, withTold } from './arriving.ts'

interface Visit {
  attendance_id: number
  name: string
}
type Answer = { items: Visit[]; total: number }

const most = 12
const newest = 4
const visit = (id: number, name = 'Ana'): Visit => ({ attendance_id: id, name })
const part = (all: readonly Visit[], size: number): Answer => ({ items: all.slice(0, size), total: all.length })
const ids = (known: Known<Visit> | null) => known?.answer.items.map(({ attendance_id }) => attendance_id)

test('what comes stands before what is known, and nothing is read again', () => {
  const before = [visit(2), visit(1)]
  let known = advance(null, 'today', { answer: part(before, most), at: 1 }, null, most)
  const after = [visit(3), ...before]
  known = advance(known, 'today', { answer: part(before, most), at: 1 }, { answer: part(after, newest), at: 2 }, most)
  expect([ids(known), known?.answer.total, known?.fits]).toEqual([[3, 2, 1], 3, true])
})

test('who came while the whole was on its way does not go; of another list nothing is told', () => {
  const [old, head] = [
    { answer: part([visit(1)], most), at: 1 },
    { answer: part([visit(3), visit(2), visit(1)], newest), at: 4 },
  ]
  const before = advance(advance(null, 'today', old, null, most), 'today', old, head, most)
  const whole = { answer: part([visit(2), visit(1)], most), at: 5 }
  const known = advance(before, 'today', whole, head, most)
  expect([ids(known), known?.answer.total, known?.fits]).toEqual([[3, 2, 1], 3, true])
  expect(advance(known, 'today', whole, head, most)).toBe(known)
  expect(advance(known, 'yesterday', null, head, most)).toBeNull()
})

test('what did not fit stays so until the whole was read again, though the newest fit what is shown by now', () => {
  const whole = { answer: part([visit(3), visit(2), visit(1)], most), at: 1 }
  const [after, at] = [Array.from({ length: 13 }, (_, at) => visit(13 - at)), [2, 3]]
  let known = advance(null, 'today', whole, null, most)
  // Ten came while the line was away, and the whole is on its way still, or has failed.
  for (const each of at) {
    known = advance(known, 'today', whole, { answer: part(after, newest), at: each }, most)
    expect([ids(known), known?.fits]).toEqual([[13, 12, 11, 10, 3, 2, 1], false])
  }
  known = advance(known, 'today', { answer: part(after, most), at: 4 }, { answer: part(after, newest), at: 3 }, most)
  expect([ids(known)?.length, known?.fits]).toEqual([most, true])
})

test('a clock that is set back makes nothing older that comes after', () => {
  const [one, two] = [[visit(1)], [visit(2), visit(1)]]
  const whole = { answer: part(one, most), at: 1_000_000 }
  const before = advance(null, 'today', whole, { answer: part(one, newest), at: 1_000_500 }, most)
  const known = advance(before, 'today', whole, { answer: part(two, newest), at: 900_000 }, most)
  expect([ids(known), known?.fits]).toEqual([[2, 1], true])
  expect(advance(known, 'today', whole, { answer: part(two, newest), at: 900_000 }, most)).toBe(known)
  // What was kept of the newest when the page was opened is older than a whole that was read after it.
  const opened = advance(null, 'today', { answer: part(two, most), at: 7 }, { answer: part(one, newest), at: 6 }, most)
  expect([ids(opened), opened?.fits]).toEqual([[2, 1], true])
})

test('of the doors the whole wins where it was read again, and nothing of before it is kept', () => {
  const by = (door: string, ...all: number[]) => all.map((attendance_id) => ({ attendance_id, door }))
  const map = (door: string, ...all: number[]) => new Map(all.map((id) => [id, door]))
  const said = (since: ReturnType<typeof cameSince>) => Object.fromEntries(since.doors)
  const whole = { doors: map('Calle', 2, 1), at: 5 }
  let since = cameSince(null, whole, null)
  since = cameSince(since, whole, { items: by('Calle', 3, 2, 1), at: 6 })
  since = cameSince(since, whole, { items: by('Calle', 4, 3, 2), at: 4 })
  expect(said(since)).toEqual({ 4: 'Calle', 3: 'Calle' })
  expect(cameSince(since, whole, { items: by('Calle', 4, 3, 2), at: 4 })).toBe(since)
  // The door was named anew, and one came while that was read.
  since = cameSince(since, { doors: map('Patio', 4, 3, 2, 1), at: 7 }, { items: by('Calle', 5, 4, 3), at: 4 })
  expect(said(since)).toEqual({ 5: 'Calle' })
  since = cameSince(since, { doors: map('Patio', 4, 3, 2, 1), at: 7 }, { items: by('Patio', 5, 4, 3), at: 8 })
  expect(said(since)).toEqual({ 5: 'Patio' })
})

test('whom the stream told of stands in their place until the list tells of them, or a moment later knows nothing of them', () => {
  const came = (id: number, second = id) => ({
    attendance_id: id,
    check_in: new Date(1_000_000 + second * 1000).toISOString(),
  })
  const told = (id: number, second = id) => ({ entry: came(id, second), at: 50_000 })
  const list = (at: number, headAt: number, ...shown: number[]) => ({
    list: 'today',
    at,
    headAt,
    answer: { items: shown.map((id) => came(id)), total: shown.length },
    fits: true,
  })
  const shown = (known: ReturnType<typeof list>, ...all: ReturnType<typeof told>[]) => {
    const { items, total } = withTold(known, all, 4)
    return [items.map(({ attendance_id }) => attendance_id), total]
  }
  expect(shown(list(1, 2, 2, 1), told(3), told(4))).toEqual([[4, 3, 2, 1], 4])
  expect(shown(list(1, 51_999, 3, 2, 1), told(3), told(4))).toEqual([[4, 3, 2, 1], 4])
  expect(shown(list(1, 2, 4, 3, 2, 1), told(5))).toEqual([[5, 4, 3, 2], 5])
  expect(shown(list(1, 2), told(1))).toEqual([[1], 1])
  // By a clock that is behind, or below all that is listed; who is not there two seconds later was taken back.
  expect(shown(list(1, 2, 2, 1), told(3, 1), told(4, 0))).toEqual([[2, 3, 1, 4], 4])
  expect(shown({ ...list(1, 2, 2, 1), answer: { ...list(1, 2, 2, 1).answer, total: 7 } }, told(3, 0))).toEqual([
    [2, 1],
    7,
  ])
  expect(shown(list(1, 52_000, 2, 1), told(3))).toEqual([[2, 1], 2])
  // Told twice, or by a clock that was set back since.
  expect(shown(list(1, 2, 2, 1), told(3), told(3))).toEqual([[3, 2, 1], 3])
  expect(shown(list(-20_000, -10_001, 2, 1), told(3))).toEqual([[2, 1], 2])
  const known = list(1, 2, 3)
  expect(withTold(known, [told(3)], 4)).toBe(known.answer)
})

test('whatever happens to a list, it is shown as it is, or read again', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('come' as const), count: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('late' as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('gone' as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('nothing' as const) }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 20 }), fc.nat(15), (changes, begin) => {
      let next = begin
      let all = Array.from({ length: begin }, (_, at) => visit(begin - at))
      let at = 1
      let whole = { answer: part(all, most), at }
      let known = advance<Visit>(null, 'today', whole, null, most)
      for (const [each, isAnswered] of changes) {
        if (each.kind === 'come') all = [...Array.from({ length: each.count }, () => visit(++next)), ...all]
        if (each.kind === 'late') all = all.toSpliced(each.at % (all.length + 1), 0, visit(++next))
        if (each.kind === 'gone') all = all.toSpliced(each.at % (all.length + 1), 1)
        at += 1
        known = advance(known, 'today', whole, { answer: part(all, newest), at }, most)
        // The newest are always as they are.
        expect(known?.answer.items.slice(0, newest)).toEqual(all.slice(0, newest))
        expect(known?.answer.total).toBe(all.length)
        if (known?.fits === false && isAnswered) {
          at += 1
          whole = { answer: part(all, most), at }
          known = advance(known, 'today', whole, { answer: part(all, newest), at: at - 1 }, most)
        }
        if (known?.fits) expect(known.answer.items.slice(0, most)).toEqual(all.slice(0, known.answer.items.length))
      }
    }),
  )
})

test('rows that are as they were are the very same', () => {
  const [one, other] = [visit(1), visit(2)]
  const before = new Map([one, other].map((row) => [row.attendance_id, row]))
  const kept = keepRows([visit(3), visit(2), visit(1, 'Ana María')], before)
  expect(kept.map((row) => [row.name, row === one || row === other])).toEqual([
    ['Ana', false],
    ['Ana', true],
    ['Ana María', false],
  ])
})
