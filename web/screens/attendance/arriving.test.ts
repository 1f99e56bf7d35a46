import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance, type Known, keepRows } from './arriving.ts'

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

test('whatever happens to a list, it is shown as it is, or read again', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('come' as const), count: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('late' as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('gone' as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('nothing' as const) }),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), fc.nat(15), (changes, begin) => {
      let next = begin
      let all = Array.from({ length: begin }, (_, at) => visit(begin - at))
      let at = 1
      let whole = { answer: part(all, most), at }
      let known = advance<Visit>(null, 'today', whole, null, most)
      for (const each of changes) {
        if (each.kind === 'come') all = [...Array.from({ length: each.count }, () => visit(++next)), ...all]
        if (each.kind === 'late') all = all.toSpliced(each.at % (all.length + 1), 0, visit(++next))
        if (each.kind === 'gone') all = all.toSpliced(each.at % (all.length + 1), 1)
        at += 1
        known = advance(known, 'today', whole, { answer: part(all, newest), at }, most)
        // The newest are always as they are.
        expect(known?.answer.items.slice(0, newest)).toEqual(all.slice(0, newest))
        expect(known?.answer.total).toBe(all.length)
        if (known?.fits === false) {
          at += 1
          whole = { answer: part(all, most), at }
          known = advance(known, 'today', whole, { answer: part(all, newest), at: at - 1 }, most)
        }
        expect(known?.answer.items.slice(0, most)).toEqual(all.slice(0, known?.answer.items.length))
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
