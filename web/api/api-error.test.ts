import { expect, test } from 'vitest'
import { ApiError, isAuthRefusal, isOutcomeUnknown, readApiError, readStoredRowId } from './api-error.ts'

test('API error: answers of a proxy or a failing server do not end the session', () => {
  const refusing = Array.from({ length: 600 }, (_, status) => status).filter((status) =>
    isAuthRefusal(new ApiError(status, '')),
  )
  expect(refusing).toEqual([401, 403, 404])
  expect(refusing.filter((status) => isOutcomeUnknown(new ApiError(status, '')))).toEqual([])
  expect(isAuthRefusal(new TypeError('of the page itself'))).toBe(false)
})

test('API error: contains the id of the row that an earlier attempt with the same key stored', async () => {
  const refused = (headers: Record<string, string>) =>
    readApiError(new Response(JSON.stringify({ detail: 'Ya se registró.' }), { status: 409, headers }))
  const error = await refused({ 'x-stored-row': '12' })
  expect([error.message, readStoredRowId(error)]).toEqual(['Ya se registró.', 12])
  expect(readStoredRowId(await refused({}))).toBeNull()
})
