// Many users save the same record at once: each gets an answer, and no other caller waits.
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { expect, test } from 'vitest'
import { countDeadlocks, countSessionsWaitingForLock, runAsTableOwner } from '../../testing/database-digest.ts'
import { everyCallTestTimeoutMs, startTwoGymsAppForFile, tryEveryCall } from '../../testing/every-call.ts'
import { makeClient } from '../../testing/factories.ts'
import { sendRawCall } from '../../testing/raw-call.ts'
import { callSamples } from '../../testing/sample-inputs.ts'

const { app, world } = await startTwoGymsAppForFile()

const changes = endpointNames.filter((name) => endpoints[name].method === 'PUT')

test(
  'concurrent saves: eight changes of one record get the same answers as a single change',
  { timeout: everyCallTestTimeoutMs },
  () =>
    tryEveryCall(changes, async (name) => {
      const caller = isCallAllowed('gym_super_admin', name) ? world.gym.admin : world.master
      const role = isCallAllowed('gym_super_admin', name) ? 'gym_super_admin' : 'master'
      const input = await callSamples[name].valid(world, caller, role)
      const alone = (await sendRawCall(app.app, caller.token, name, input)).status
      const deadlocks = await countDeadlocks(app)
      const all = await Promise.all(Array.from({ length: 8 }, () => sendRawCall(app.app, caller.token, name, input)))
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([alone]))
      // A deadlock would be retried, which takes seconds.
      expect(await countDeadlocks(app)).toBe(deadlocks)
    }),
)

/** Logouts are left out, because they would end the session of the other calls. */
const ends = endpointNames
  .filter((name) => !callSamples[name].endsSession)
  .filter((name) => endpoints[name].method === 'DELETE' || /\/(void|restore)$/.test(endpoints[name].path))

/** Calls that may all succeed at once, since the record's final state is the same. */
const answeredAlike: EndpointName[] = ['memberships.delete', 'attendances.restore', 'channels.remove']

test(
  'concurrent saves: of four simultaneous deletions or voids exactly one succeeds',
  { timeout: everyCallTestTimeoutMs },
  () =>
    tryEveryCall(ends, async (name) => {
      const role = isCallAllowed('gym_super_admin', name) ? 'gym_super_admin' : 'master'
      const caller = role === 'master' ? world.master : world.gym.admin
      const input = await callSamples[name].valid(world, caller, role)
      const deadlocks = await countDeadlocks(app)
      const all = await Promise.all(Array.from({ length: 4 }, () => sendRawCall(app.app, caller.token, name, input)))
      const late = (await sendRawCall(app.app, caller.token, name, input)).text
      const done = all.filter(({ status }) => status < 300)
      expect(answeredAlike.includes(name) ? Math.min(done.length, 1) : done.length).toBe(1)
      expect(new Set(all.filter(({ status }) => status >= 300).map(({ text }) => text))).toEqual(
        new Set(done.length < all.length ? [late] : []),
      )
      expect(await countDeadlocks(app)).toBe(deadlocks)
    }),
)

test('conflict: a save that began from older data does not overwrite a newer change', async () => {
  const { id } = await makeClient(world.gym, { notes: 'antes' })
  const input = { params: { id_client: id } }
  const reading = await runAsTableOwner(app, async (owner) => {
    // The first statement on clients of each connection waits here, after it took its snapshot.
    await owner.query(`
      create function gate() returns boolean language plpgsql as $$
      begin
        if current_setting('app.gated', true) is distinct from 'yes' then
          perform set_config('app.gated', 'yes', false), pg_advisory_lock_shared(99), pg_advisory_unlock_shared(99);
        end if;
        return true;
      end $$;
      create policy gated on clients as restrictive for select using (gate());
      select pg_advisory_lock(99)`)
    const read = world.gym.admin.try('clients.read', input)
    await expect.poll(() => countSessionsWaitingForLock(owner, 'clients')).toBe(1)
    await owner.query(`update clients set notes = 'de otra persona' where id = ${id}`)
    await owner.query('select pg_advisory_unlock(99); drop policy gated on clients; drop function gate')
    return read
  })
  const headers = { 'if-match': String(reading.headers.etag) }
  const edit = await world.gym.admin.try('clients.update', { ...input, body: { notes: 'después' }, headers })
  expect([reading.status, edit.status]).toEqual([200, 412])
})
