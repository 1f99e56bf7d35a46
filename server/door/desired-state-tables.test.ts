// Servers cache for 15 minutes that a terminal is in sync (docs/decisions/0006). So every table from which the desired
// state is computed must announce changes by a trigger, except the tables listed here.
import { expect, test } from 'vitest'
import { runAsTableOwner } from '../testing/database-digest.ts'
import { app, startDoorApp } from '../testing/door-app.ts'
import { selectRecordDifferences } from './desired-state-diff.ts'
import { reconcileTriggerAreas } from './reconciler.ts'

startDoorApp()

const announcedOtherwise: Record<string, string> = {
  paid_until: 'kept by a trigger of payments, which are announced',
  pins: 'kept by triggers of clients and users, which are announced',
  terminal_states:
    'what a terminal says of itself: what is told by it is announced as it is noted (multiple-servers.test.ts)',
  terminal_users:
    'what a terminal acknowledges, which leaves nothing to be told, or what is put in doubt, which is announced',
  terminal_zones: 'likewise, of hours',
}

test('desired state: every table from which it is computed announces its changes', async () => {
  const { text } = selectRecordDifferences({ gym: 1, today: '2026-06-15', device: 1 })
  await runAsTableOwner(app, async (owner) => {
    const plan = JSON.stringify((await owner.query(`explain (generic_plan, format json) ${text}`)).rows)
    const tables = [...new Set([...plan.matchAll(/"Relation Name":"(\w+)"/g)].map(([, name = '']) => name))].sort()
    const { rows } = await owner.query<{ name: string; area: string }>(
      `select distinct c.relname as name, case p.proname when 'announce_device' then 'devices' else substring(pg_get_triggerdef(t.oid) from 'announce_area\\(''(.*)''\\)') end as area
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where p.proname in ('announce_area', 'announce_device')`,
    )
    const areas: readonly string[] = reconcileTriggerAreas
    const announced = new Set(rows.filter(({ area }) => areas.includes(area)).map(({ name }) => name))
    expect(tables).toEqual(
      expect.arrayContaining(['clients', 'membership_payments', 'users', 'plan_access', 'devices']),
    )
    expect(tables.filter((name) => !announced.has(name) && !(name in announcedOtherwise))).toEqual([])
  })
})
