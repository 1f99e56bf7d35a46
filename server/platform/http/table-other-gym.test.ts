// Every call that names a row, on the rows of another gym: they are not there, and nothing of either gym changes.
import { endpointNames } from '@torniquete/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Digest } from '../../testing/digest.ts'
import { everyCallChangesNothing, everyCallTimeout } from '../../testing/every-call.ts'
import { rawCall } from '../../testing/raw-call.ts'
import { samples } from '../../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWorld, type Rows, type World } from '../../testing/world.ts'

let app: TestApp
let world: World
let digest: Digest
beforeAll(async () => {
  app = await startTestApp()
  world = await makeWorld(app)
  digest = await Digest.of(app)
}, 60_000)
afterAll(async () => {
  await digest.close()
  await app.close()
})

const naming = endpointNames.filter((name) => samples[name].rowsOf)

/** All rows of this gym, and one kind of the other: a body that names two rows is tried with each. */
function mixtures({ mine, theirs }: World): Rows[] {
  const kinds = Object.keys(mine) as (keyof Rows)[] // Object.keys forgets the names
  return kinds.map((kind) => ({ ...mine, [kind]: theirs[kind] }))
}

test('rows of another gym are not there', { timeout: everyCallTimeout }, () =>
  everyCallChangesNothing(digest, naming, async (name) => {
    const { rowsOf, foreignAnswer } = samples[name]
    const own = JSON.stringify(rowsOf?.(world.mine))
    const inputs = mixtures(world)
      .map((rows) => rowsOf?.(rows) ?? {})
      .filter((input) => JSON.stringify(input) !== own)
    expect(inputs.length).toBeGreaterThan(0)
    for (const input of inputs) {
      const reply = await rawCall(app.app, world.gym.admin.token, name, input)
      if (foreignAnswer) expect(reply.json).toMatchObject(foreignAnswer)
      else expect(reply.status, reply.text).toBe(404)
    }
  }),
)

test('users.create, clients.create: the same number in another gym is no clash', async () => {
  const made = await world.gym.admin.try('clients.create', { body: { name: 'Vecino', id_zkteco: world.theirs.pin } })
  expect(made.status).toBe(201)
})
