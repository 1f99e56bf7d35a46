import { expect, test } from 'vitest'
import { ApiError, networkText } from '../api/api-error.ts'
import { isUnreachable } from './session.tsx'

const lost = new ApiError(0, networkText)

test.each([
  ['no user has been read yet', undefined, true],
  ['a user is already known, whose page stays visible', { id: 7 }, false],
])('session: whether a lost connection blocks the page while %s', (_, data, unreachable) => {
  expect(isUnreachable({ data, failureReason: lost })).toBe(unreachable)
  expect(isUnreachable({ data, failureReason: null })).toBe(false)
})
