import { expect, test } from 'vitest'
import { ApiError, serverUnreachableText } from '../api/api-error.ts'
import { isServerUnreachable } from './session.tsx'

const lost = new ApiError(0, serverUnreachableText)

test.each([
  ['no user', undefined, true],
  ['a user', { id: 7 }, false],
])('session: a lost connection blocks the page only if no user was read (%s)', (_, data, unreachable) => {
  expect(isServerUnreachable({ data, failureReason: lost })).toBe(unreachable)
  expect(isServerUnreachable({ data, failureReason: null })).toBe(false)
})
