import { expect, test } from 'vitest'
import { handlersOfAll } from './area-handlers.ts'
import type { OwnWayHandlers } from './http/context.ts'

/** All that is refused of these, and nothing that is found in a folder. */
const started = (made: object) => () => handlersOfAll(made, {} as OwnWayHandlers)

test('a call without a handler does not start, nor a handler without a call; those of a folder need no line', () => {
  expect(started({})).toThrow(/without a handler: .*guide\.read.*; handlers of no call: $/)
  expect(started({})).not.toThrow('expenses.')
  expect(started({ 'expense.lits': async () => [] })).toThrow('handlers of no call: expense.lits')
})
