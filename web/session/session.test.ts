import { expect, test } from 'vitest'
import { ApiError, networkText } from '../api/api-error.ts'
import { isUnreachable } from './session.tsx'

const lost = new ApiError(0, networkText)

test.each([
  ['nobody has been read yet', undefined, true],
  ['the user stands there: the session is the same, and nothing is drawn anew', { id: 7 }, false],
])('session: a connection lost while %s', (_, data, unreachable) => {
  expect(isUnreachable({ data, failureReason: lost })).toBe(unreachable)
  expect(isUnreachable({ data, failureReason: null })).toBe(false)
})
