import { expect, test } from 'vitest'
import { ApiError, networkText } from '../api/api-error.ts'
import { isUnreachable } from './session.tsx'

const lost = new ApiError(0, networkText)

test.each([
  ['no user', undefined, true],
  ['a user', { id: 7 }, false],
])('session: a lost connection blocks the page only if no user was read (%s)', (_, data, unreachable) => {
  expect(isUnreachable({ data, failureReason: lost })).toBe(unreachable)
  expect(isUnreachable({ data, failureReason: null })).toBe(false)
})
