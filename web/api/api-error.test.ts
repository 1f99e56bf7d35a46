import { expect, test } from 'vitest'
import { ApiError, isAccessRefusal, isOutcomeUnknown } from './api-error.ts'

test('API error: answers of a proxy or a failing server do not end the session', () => {
  const refusing = Array.from({ length: 600 }, (_, status) => status).filter((status) =>
    isAccessRefusal(new ApiError(status, '')),
  )
  expect(refusing).toEqual([401, 403, 404])
  expect(refusing.filter((status) => isOutcomeUnknown(new ApiError(status, '')))).toEqual([])
  expect(isAccessRefusal(new TypeError('of the page itself'))).toBe(false)
})
