// Open notification streams end together with their session.
import { afterAll, expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { EventStream } from '../../testing/event-stream.ts'
import { logInMaster, makeGym, makeUser, testPassword } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

// The interval is longer than the test, so that no keep-alive comment can end the streams.
const app = await startTestAppForFile({}, { commentIntervalMs: 600_000 })
const { address } = await app.listen()
const open: EventStream[] = []
afterAll(() => {
  for (const stream of open) stream.close()
})

async function connect(token: string | null): Promise<EventStream> {
  const stream = await EventStream.open(address, token)
  open.push(stream)
  return stream
}

async function listening(token: string | null): Promise<EventStream> {
  const stream = await connect(token)
  await stream.until(() => stream.events.length > 0, 'the first chunk')
  return stream
}

test('notifications.stream: ends when its user or gym is deactivated or deleted', async () => {
  const gym = await makeGym(app)
  const platform = await logInMaster(app)
  const logIn = async (username: string) => {
    const { token } = await logInAs(app.app, username, testPassword)
    return { token, stream: await listening(token) }
  }
  const session = async () => {
    const user = await makeUser(gym, 'gym_worker')
    return { user, ...(await logIn(user.username)) }
  }
  const ends = async ({ stream, token }: Awaited<ReturnType<typeof logIn>>, act: () => Promise<unknown>) => {
    await act()
    await stream.until(() => stream.ended, 'its end')
    const again = await connect(token)
    expect(again.response.statusCode).toBe(401)
  }
  const stays = await listening(gym.admin.token)
  const [first, second] = [await session(), await session()]
  await ends(first, () =>
    gym.admin.call('users.update', { params: { id_user: first.user.id }, body: { is_active: false } }),
  )
  await ends(second, () => gym.admin.call('users.delete', { params: { id_user: second.user.id } }))
  expect(stays.ended).toBe(false)
  const third = await session()
  await ends(third, () => platform.call('gyms.update', { params: { id: gym.gym.id }, body: { is_active: false } }))
  await stays.until(() => stays.ended, 'the admin’s end')
  await platform.call('gyms.update', { params: { id: gym.gym.id }, body: { is_active: true } })
  const anew = await logIn(gym.gym.username)
  await ends(anew, () => platform.call('gyms.delete', { params: { id: gym.gym.id } }))
})
