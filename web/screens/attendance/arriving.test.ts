import { expect, test } from 'vitest'
import { keepRows, withTold } from './arriving.ts'

const visit = (id: number, name = 'Ana') => ({ attendance_id: id, name })

test('streamed attendances: shown in order until the list has them, at most two seconds', () => {
  const came = (id: number, second = id) => ({
    attendance_id: id,
    check_in: new Date(1_000_000 + second * 1000).toISOString(),
  })
  const told = (id: number, second = id) => ({ entry: came(id, second), at: 50_000 })
  const list = (at: number, ...shown: number[]) => ({
    at,
    answer: { items: shown.map((id) => came(id)), total: shown.length },
  })
  const shown = (known: ReturnType<typeof list>, ...all: ReturnType<typeof told>[]) => {
    const { items, total } = withTold(known, all, 4)
    return [items.map(({ attendance_id }) => attendance_id), total]
  }
  expect(shown(list(2, 2, 1), told(3), told(4))).toEqual([[4, 3, 2, 1], 4])
  expect(shown(list(51_999, 3, 2, 1), told(3), told(4))).toEqual([[4, 3, 2, 1], 4])
  expect(shown(list(2, 4, 3, 2, 1), told(5))).toEqual([[5, 4, 3, 2], 5])
  expect(shown(list(2), told(1))).toEqual([[1], 1])
  // By a clock that is behind, or below all that is listed; who is not there two seconds later was taken back.
  expect(shown(list(2, 2, 1), told(3, 1), told(4, 0))).toEqual([[2, 3, 1, 4], 4])
  expect(shown({ ...list(2, 2, 1), answer: { ...list(2, 2, 1).answer, total: 7 } }, told(3, 0))).toEqual([[2, 1], 7])
  expect(shown(list(52_000, 2, 1), told(3))).toEqual([[2, 1], 2])
  // Told twice, or by a clock that was set back since.
  expect(shown(list(2, 2, 1), told(3), told(3))).toEqual([[3, 2, 1], 3])
  expect(shown(list(-10_001, 2, 1), told(3))).toEqual([[2, 1], 2])
  const known = list(2, 3)
  expect(withTold(known, [told(3)], 4)).toBe(known.answer)
})

test('rows of a new answer: the unchanged ones keep their identity', () => {
  const [one, other] = [visit(1), visit(2)]
  const before = new Map([one, other].map((row) => [row.attendance_id, row]))
  const kept = keepRows([visit(3), visit(2), visit(1, 'Ana María')], before)
  expect(kept.map((row) => [row.name, row === one || row === other])).toEqual([
    ['Ana', false],
    ['Ana', true],
    ['Ana María', false],
  ])
})
