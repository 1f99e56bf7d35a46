// Random input to every endpoint never causes a server error.
import { endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import { makeInputOnExistingRows, startTwoGymsAppForFile, tryEveryCall } from '../../testing/every-call.ts'
import { type RawCallInput, sendRawCall } from '../../testing/raw-call.ts'
import { callSamples, chooseCaller } from '../../testing/sample-inputs.ts'

const { app, world } = await startTwoGymsAppForFile()

/** Values that once caused errors, tried more often than random values. */
const pitfalls = [
  ...['', ' ', '0', '-0', '1e3', 'null', '\0', '\ud800', '%', '\\', "'", 'NaN', '1.005', '9'.repeat(20)],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '2999-12-31', '1900-01-01', '2026-01-01T10:00 (x)'],
  ...['9999999999.99', -1, 0, 1, 2, 3, 4, 0.1, 2_147_483_647, 2_147_483_648, 1e21, null, true, [], {}, [1, 'x']],
]
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...pitfalls) },
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : []

function randomInput(endpoint: Endpoint, valid: RawCallInput): fc.Arbitrary<RawCallInput> {
  const some = (fields: string[]) =>
    fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
  // Input with some valid fields passes more checks than completely random input.
  const body = fc.oneof(
    value,
    some(fieldsOf(endpoint.body)).map((fields) => ({ ...Object(valid.body), ...fields })),
  )
  return fc.record({
    params: some(fieldsOf(endpoint.params)).map((fields) => ({ ...valid.params, ...texts(fields) })),
    query: some(fieldsOf(endpoint.query)).map((fields) => ({ ...valid.query, ...texts(fields) })),
    ...(endpoint.body ? { body } : {}),
  })
}

const texts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, each]) => [key, String(typeof each === 'object' ? JSON.stringify(each) : each)]),
  )

test('random input: never causes a 5xx answer', { timeout: propertyTimeoutMs }, () =>
  tryEveryCall(endpointNames, async (name) => {
    const caller = await chooseCaller(
      world,
      name,
      isCallAllowed('gym_super_admin', name) ? 'gym_super_admin' : 'master',
    )
    const valid = await makeInputOnExistingRows(world, name)
    await checkProperty(randomInput(endpoints[name], valid), { numRuns: 24 }, async (input) => {
      const { status, text } = await sendRawCall(app.app, caller.token, name, input)
      if (status !== callSamples[name].otherValidStatus) expect(status, text).toBeLessThan(500)
    })
  }),
)
