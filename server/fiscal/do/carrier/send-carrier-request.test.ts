import { expect, onTestFinished, test, vi } from 'vitest'
import { sendCarrierRequest } from './send-carrier-request.ts'

const fail = (code: string, syscall?: string) => Object.assign(new Error(code), { code, ...(syscall && { syscall }) })
const combine = (error: Error) => Object.assign(new AggregateError([error]), { code: 'ETIMEDOUT' })

test.each([
  ['connection refused', fail('ECONNREFUSED', 'connect'), 'not-sent'],
  ['unknown host', fail('ENOTFOUND', 'getaddrinfo'), 'not-sent'],
  ['no connection to any of several addresses', combine(fail('ETIMEDOUT', 'connect')), 'not-sent'],
  ['expired certificate', fail('CERT_HAS_EXPIRED'), 'not-sent'],
  ['certificate of another host', fail('ERR_TLS_CERT_ALTNAME_INVALID'), 'not-sent'],
  ['timeout of an open connection', fail('ETIMEDOUT', 'read'), 'unclear'],
  ['host lost while sending', fail('EHOSTUNREACH', 'write'), 'unclear'],
  ['TLS error of an open connection', fail('ERR_SSL_BAD_RECORD_TYPE'), 'unclear'],
  ['connection reset', fail('ECONNRESET', 'read'), 'unclear'],
])('%s (%s): %s', async (_, cause, expected) => {
  const request = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }))
  onTestFinished(() => request.mockRestore())
  const { signal } = new AbortController()
  expect((await sendCarrierRequest('http://a', {}, { name: 'La DGII', timeoutMs: 1000, signal })).kind).toBe(expected)
})
