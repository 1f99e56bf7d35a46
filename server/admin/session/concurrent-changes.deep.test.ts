// Concurrent changes of rights and logins are answered without deadlocks, which cost a second even if retried.
import { expect, test } from 'vitest'
import { type Caller, logInAs } from '../../testing/api-caller.ts'
import { countDeadlocks } from '../../testing/database-digest.ts'
import { logInMaster, makeGym, makeUniqueText, makeUser, testPassword } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()

type Act = (turn: number) => Promise<{ status: number; text: string }>

/** Calls that change rights and logins of a gym, none of which ends the session of another call's user. */
async function waysOf(): Promise<Record<string, Act>> {
  const gym = await makeGym(app)
  const platform = await logInMaster(app)
  const [second, worker, spare] = [
    await makeUser(gym, 'gym_super_admin'),
    await makeUser(gym, 'gym_worker'),
    await makeUser(gym, 'gym_worker'),
  ]
  const [owner, till] = [
    await logInAs(app.app, second.username, testPassword),
    await logInAs(app.app, worker.username, testPassword),
  ]
  const first = { id_user: readTokenUserId(gym.admin) }
  const own = { id_user: second.id }
  const update = (caller: Caller, params: { id_user: number }, body: object) =>
    caller.try('users.update', { params, body })
  return {
    'the login’s username': () => update(owner, first, { username: makeUniqueText('ana') }),
    'the login’s activity': (turn) => update(owner, first, { is_active: turn % 2 === 1 }),
    'the login’s role': (turn) => update(owner, first, { id_role: turn % 2 === 1 ? 2 : 3 }),
    'an own username': () => update(owner, own, { username: makeUniqueText('eva') }),
    'an own telephone': () => update(till, { id_user: worker.id }, { phone_number: makeUniqueText('8') }),
    'a number at the door': (turn) => update(owner, { id_user: spare.id }, { id_zkteco: 5000 + (turn % 2) }),
    'a worker’s activity': (turn) => update(owner, { id_user: spare.id }, { is_active: turn % 2 === 1 }),
    'a user deleted and brought back': (turn) => {
      const call = turn % 2 === 1 ? ('users.restore' as const) : ('users.delete' as const)
      return owner.try(call, { params: { id_user: spare.id } })
    },
    'a user made': () =>
      owner.try('users.create', {
        body: { name: 'Luz', username: makeUniqueText('luz'), password: testPassword, id_role: 4 },
      }),
    'a client made': () => till.try('clients.create', { body: { name: 'Nueva' } }),
    'the gym’s username': () =>
      platform.try('gyms.update', { params: { id: gym.gym.id }, body: { username: makeUniqueText('fuerte') } }),
    'the gym’s address': () =>
      platform.try('gyms.update', { params: { id: gym.gym.id }, body: { address: makeUniqueText('Calle') } }),
  }
}

test('sessions: every pair of concurrent changes is answered without a deadlock', { timeout: 240_000 }, async () => {
  const ways = Object.entries(await waysOf())
  const failures: string[] = []
  for (const [at, [one, act]] of ways.entries())
    for (const [other, react] of ways.slice(at)) {
      const before = await countDeadlocks(app)
      const all = await Promise.all(Array.from({ length: 4 }, (_, turn) => [act(turn), react(turn)]).flat())
      const told = all.find(({ status }) => status === 401 || status >= 500)
      if (told) failures.push(`${one} beside ${other}: ${told.status} ${told.text}`)
      const circles = (await countDeadlocks(app)) - before
      if (circles > 0) failures.push(`${one} beside ${other}: ${circles} in a circle`)
    }
  expect(failures).toEqual([])
})
