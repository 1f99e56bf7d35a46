import { expect, test } from 'vitest'
import { ApiError, isLost, refusesPerson } from './api-error.ts'

test('what a proxy or a server in trouble answers says nothing of the person, whose session stays', () => {
  const refusing = Array.from({ length: 600 }, (_, status) => status).filter((status) =>
    refusesPerson(new ApiError(status, '')),
  )
  expect(refusing).toEqual([401, 403, 404])
  expect(refusing.filter((status) => isLost(new ApiError(status, '')))).toEqual([])
  expect(refusesPerson(new TypeError('of the page itself'))).toBe(false)
})
