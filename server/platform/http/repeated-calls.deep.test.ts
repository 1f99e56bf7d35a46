// Every POST and PUT of the API, repeated with its idempotency key, is stored once.
import { randomUUID } from 'node:crypto'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { acceptsIdempotencyKey, requiresIdempotencyKey } from '@torniquete/contract/shared/endpoint.ts'
import { expect, test } from 'vitest'
import {
  everyCallTestTimeoutMs,
  startTwoGymsAppForFile,
  tryCallsExpectingNoChange,
  tryEveryCall,
} from '../../testing/every-call.ts'
import { addByteToUploadedFile, type RawCallInput, type RawCallReply, sendRawCall } from '../../testing/raw-call.ts'
import { callSamples } from '../../testing/sample-inputs.ts'

const { app, world, digest } = await startTwoGymsAppForFile()

/** Confirming a second factor is left out, because the test cannot know the code. */
const keyed = endpointNames.filter(
  (name) => acceptsIdempotencyKey(endpoints[name]) && name !== 'session.confirm-second-factor',
)
const otherText = 'Ya se registró con otros datos. Revisa lo que quedó guardado antes de intentarlo de nuevo.'

function send(name: EndpointName, input: RawCallInput, key: string) {
  const caller = isCallAllowed('gym_super_admin', name) ? world.gym.admin : world.master
  return sendRawCall(app.app, caller.token, name, { ...input, headers: { 'idempotency-key': key } })
}

const validInput = (name: EndpointName) =>
  Promise.resolve(callSamples[name].valid(world, world.gym.admin, 'gym_super_admin'))

/** Returns the same input with one changed value in its body, or for another row. */
function otherwise({ params = {}, body, payload }: RawCallInput): RawCallInput {
  if (payload) return { params, payload: addByteToUploadedFile(payload) }
  const [part, values] = body === undefined ? (['params', params] as const) : (['body', Object(body)] as const)
  const [field = '', value] = Object.entries(values)[0] ?? []
  const another = typeof value === 'number' ? value + 1 : Array.isArray(value) ? [...value, ...value] : `${value}x`
  return { params, body, [part]: { ...values, [field]: another } }
}

test('repeated call: gets the first answer, and stores nothing more', { timeout: everyCallTestTimeoutMs }, async () => {
  const made = new Map<EndpointName, { input: RawCallInput; key: string; first: RawCallReply }>()
  await tryEveryCall(keyed, async (name) => {
    const [input, key] = [await validInput(name), randomUUID()]
    const first = await send(name, input, key)
    made.set(name, { input, key, first })
    expect(first.status, first.text).toBeLessThan(300)
  })
  await tryCallsExpectingNoChange(digest, keyed, async (name) => {
    const { input, key, first } = made.get(name) ?? expect.fail('not made')
    const again = await send(name, input, key.toUpperCase())
    expect([again.status, again.text]).toEqual([first.status, first.text])
    // A PUT is not repeated with a changed value, since that value may be invalid.
    if (!requiresIdempotencyKey(endpoints[name])) return
    const other = await send(name, otherwise(input), key)
    expect([other.status, other.json]).toEqual([409, { detail: otherText }])
  })
})

test('repeated call: three simultaneous calls with one key create one row', { timeout: everyCallTestTimeoutMs }, () =>
  tryEveryCall(keyed, async (name) => {
    const [input, key] = [await validInput(name), randomUUID()]
    const replies = await Promise.all(Array.from({ length: 3 }, () => send(name, input, key)))
    expect(replies[0]?.status, replies[0]?.text).toBeLessThan(300)
    // Each answer contains the id of the new row, so equal answers mean one row.
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  }),
)

test('repeated call: a refused call frees its key', { timeout: everyCallTestTimeoutMs }, () =>
  tryEveryCall(keyed, async (name) => {
    const key = randomUUID()
    const refused = await send(name, { params: { id: 0, id_client: 0, folder: 'nada' }, body: [] }, key)
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
    expect((await send(name, await validInput(name), key)).status).toBeLessThan(300)
  }),
)
