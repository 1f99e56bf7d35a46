// Replaying the recorded history of a client must lead to the client's current row.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

const text = fc.constantFrom('a', 'b', 'José', null)
const edit = fc.record({
  who: fc.nat(2),
  client: fc.nat(2),
  change: fc.record({ phone_number: text, notes: text, address: text, is_active: fc.boolean() }, { requiredKeys: [] }),
  gone: fc.constantFrom('no', 'no', 'delete', 'restore'),
})

test('history.list: replaying random edits by several people gives the current rows', {
  timeout: propertyTimeoutMs,
}, async () => {
  const own = await makeGym(app)
  const people = [own.admin, await own.as('gym_admin'), await own.as('gym_super_admin')]
  await checkProperty(fc.array(edit, { maxLength: 15 }), { numRuns: 10 }, async (edits) => {
    const made = [await makeClient(own), await makeClient(own), await makeClient(own)]
    for (const { who, client, change, gone } of edits) {
      const params = { id_client: made[client]?.id ?? 0 }
      if (gone === 'no') await people[who]?.try('clients.update', { params, body: change })
      else await people[who]?.try(gone === 'delete' ? 'clients.delete' : 'clients.restore', { params })
    }
    for (const { id } of made) {
      const { items } = await own.admin.call('history.list', { query: { entity: 'clients', id, size_page: 100 } })
      const row: Record<string, unknown> = {}
      for (const { changes } of items.reverse()) for (const { field, after } of changes) row[field] = after
      const present = await own.admin.try('clients.read', { params: { id_client: id } })
      expect(present.status === 404).toBe(Boolean(row.deleted_at))
      if (present.status === 404) continue
      const { phone_number, notes, address, is_active, name, id_zkteco } = present.answer
      expect({
        phone_number: row.phone_number ?? null,
        notes: row.notes ?? null,
        address: row.address ?? null,
        is_active: row.is_active,
        name: row.name,
        id_zkteco: row.id_zkteco,
      }).toEqual({ phone_number, notes, address, is_active, name, id_zkteco })
    }
  })
})
