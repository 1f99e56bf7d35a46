import { expect, test } from 'vitest'
import { handlersOfAll } from './area-handlers.ts'
import type { RawHandlers } from './http/context.ts'

/** All that is refused of these, and nothing that is found in a folder. */
const started = (made: object) => () => handlersOfAll(made, {} as RawHandlers)

test('a call that two answer does not start: neither within areas, nor beside one that goes its own way', () => {
  expect(started({ 'expenses.list': async () => [] })).toThrow('; with two: expenses.list; ')
  const raw = { 'expenses.read': async () => ({}) } as Partial<RawHandlers> as RawHandlers
  expect(() => handlersOfAll({}, raw)).toThrow('; with two: expenses.read; ')
  expect(started({})).toThrow('; with two: ; ')
})

test('a call without a handler does not start, nor a handler without a call; those of a folder need no line', () => {
  expect(started({})).toThrow(/without a handler: .*guide\.read.*; handlers of no call: $/)
  expect(started({})).not.toThrow('expenses.')
  expect(started({ 'expense.lits': async () => [] })).toThrow('handlers of no call: expense.lits')
})
