// Checks the database's catalogue. A new table must belong to a gym or be listed here as an exception.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentTypes } from '@torniquete/contract/document-types.ts'
import { apiAreaNames, endpointNames, endpoints, listAreasInResponse } from '@torniquete/contract/endpoints.ts'
import { historyTableTexts } from '@torniquete/contract/history-texts.ts'
import { expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { repositoryRoot } from './repository-root.ts'
import { sql } from './sql.ts'

/** Maps each table name to the reason of its group. */
const because = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).flatMap(([why, names]) => names.split(' ').map((name) => [name, why])))

/** Tables that belong to the platform and not to a gym, each with a reason. */
const platform = because({
  'the list of gyms itself': 'gyms',
  'the same for all gyms': 'roles',
  'one login form: who a username belongs to, before the gym is known': 'usernames',
  'a terminal names nothing but itself': 'serial_numbers',
  'a terminal names a gym by it before it is known': 'gym_host_names',
  'terminals that belong to nobody yet': 'unknown_devices',
  'who a name is, or whether anybody’s, is not known yet': 'failed_logins',
  'of the platform’s master': 'first_login',
  'where names logged in from': 'login_addresses',
  'which gyms changed, for servers of all of them; holds nothing of theirs': 'changes',
  'when a task of all servers ran last': 'jobs',
  'the rate of a channel, which all gyms share': 'channel_turns',
  'who works on this database; nothing of a gym': 'servers',
  'up to where those were dropped': 'changes_swept',
  'the schema’s own': 'migrations',
  'numbers of taxpayers with several gyms; only its triggers read it': 'fiscal_range_claims',
})
/** Tables of gyms whose changes are not recorded in the history, each with a reason. */
const withoutHistory: Record<string, string> = {
  ...Object.fromEntries(
    documentTypes
      .filter(({ table }) => !(table in historyTableTexts))
      .map(({ table }) => [table, 'names who and when by itself; never edited, and its void is recorded']),
  ),
  ...because({
    'it is the history': 'history',
    'lines of a void, which is recorded; never edited': 'void_lines',
    'its document or void tells; never edited': 'fiscal_receipts',
    'what was sent and answered is in the row itself': 'electronic_receipts fiscal_annulments received_documents',
    'name who and when by themselves; the history of their rows tells': 'client_imports product_imports photo_imports',
    'which of them made whom': 'imported_clients',
    'which of them made what, and what it cost': 'imported_products',
    'which of them put which photo on whom': 'imported_photos',
    'names who and when by itself; what is taken back stays, with by whom': 'departures',
    'names who and when by itself; the history of both clients tells': 'client_merges',
    'derived from attendances': 'visit_counts',
    'names who and when by itself; the history of the client tells': 'pauses',
    'how far a new gym has come; nothing of its business': 'gym_guides',
    'follows clients and users, whose history tells': 'pins freed_pins',
    'is itself a record of what came': 'door_records',
    'what terminals hold, derived': 'terminal_users terminal_acquaintances terminal_templates terminal_zones',
    'what terminals say of themselves': 'terminal_states',
    'what terminals are asked, until they answer': 'terminal_orders template_readings',
    'what terminals hold, as they say': 'terminal_strangers judged_operations',
    'nobody reads them; that somebody agrees is recorded of the client': 'biometrics',
    'that something was dropped is told of the client': 'dropped_biometrics',
    'names who and when by itself': 'enrolments',
    'what terminals report; what is accepted of it is recorded of the client': 'terminal_proposals',
    'messages, not business': 'notifications support_requests',
    'what shows them tells': 'images',
    'repeats of calls': 'idempotency_keys',
    'the documents that have them tell': 'document_numbers',
    'part of a document': 'sale_items purchase_items',
    'a ledger: is itself the history of the stock': 'stock_movements',
    'names who, when and why by itself; never edited': 'stock_adjustments',
    'names who opened and who closed it by itself': 'stock_counts',
    'names who counted last; nothing moves until it is booked': 'stock_count_lines',
    'a ledger of what changed hands': 'tenders',
    'what becomes of it is told of the client': 'debts',
    'its debts tell of the client': 'collections collection_voids',
    'which documents were one paper; they tell of themselves': 'tickets',
    'names who opened and who closed it by itself; never edited once it is closed': 'cash_shifts',
    'a ledger, each row with its reason': 'cash_moves',
    'derived sums': 'revenue_days tender_days tender_months sold_sums given_days summed_until',
    'derived from payments': 'paid_until',
    'made of the names of clients': 'name_words client_words',
    'no business': 'ended_sessions sessions',
    secrets: 'second_factors',
    'is itself the record of what went out': 'outbox',
    'how far a sweep went': 'attendances_forgotten',
  }),
}

const app = await startTestAppForFile()
const gym = await makeGym(app)
const other = await makeGym(app)
await makeClient(gym)
await makeClient(other)

const ask = <Row extends object>(text: string) => queryAsOwner<Row>(app, text).then(({ rows }) => rows)
const allTables = () =>
  ask<{ name: string; forced: boolean; enabled: boolean; policies: string[]; triggers: string[]; columns: string[] }>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      array(select pg_get_expr(polqual, polrelid) || coalesce(pg_get_expr(polwithcheck, polrelid), '') from pg_policy where polrelid = c.oid) as policies,
      array(select p.proname || ' ' || t.tgtype from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled = 'O') as triggers,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`)
const gymTables = async () => (await allTables()).filter(({ name }) => !(name in platform))
const keys = () =>
  ask<{ name: string; kind: string; first: string; target: string | null; targetFirst: string | null }>(`
    select k.conrelid::regclass::text as name, k.contype as kind, k.confrelid::regclass::text as target,
      (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) as first,
      (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]) as "targetFirst"
    from pg_constraint k where k.contype in ('p', 'u', 'f') and k.connamespace = 'public'::regnamespace
    union all
    select i.indrelid::regclass::text, 'u', null, (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]), null
    from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)

test('catalogue: each document kind, and nothing else, has numbers and a column in voids', async () => {
  const numbered = await ask<{ name: string; kind: string }>(`
    select tgrelid::regclass::text as name, convert_from(substring(tgargs from 1 for length(tgargs) - 1), 'UTF8') as kind
    from pg_trigger where tgfoid = 'complete_document'::regproc and tgrelid <> 'voids'::regclass order by 2`)
  const declared = documentTypes.map(({ table, kind }) => ({ name: table, kind }))
  expect(numbered).toEqual(declared.sort((one, other) => (one.kind < other.kind ? -1 : 1)))
  const voidable = await ask<{ name: string; target: string }>(
    "select name::text, target::text from list_void_targets() where name <> 'id_partial_sale' order by 1",
  )
  expect(voidable).toEqual(declared.map(({ name, kind }) => ({ name: `id_${kind}`, target: name })))
})

test('catalogue: lists of exceptions in this test name only existing tables', async () => {
  const names = (await allTables()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(platform), ...Object.keys(withoutHistory)]))
  expect(names).toEqual(
    expect.arrayContaining(['clients', 'users', 'memberships', 'membership_payments', 'attendances']),
  )
})

test('docs/what-is-kept.md: states for every table how long rows are kept', async () => {
  const text = readFileSync(join(repositoryRoot, 'docs/what-is-kept.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  const said = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(said.sort()).toEqual((await allTables()).map(({ name }) => name).sort())
})

test('catalogue: every table of a gym has gym_id, and row-level security enabled and forced', async () => {
  for (const { name, enabled, forced, policies, columns } of await gymTables()) {
    expect(columns, name).toContain('gym_id')
    expect([enabled, forced], name).toEqual([true, true])
    expect(policies, name).toHaveLength(1)
    expect(policies[0]?.match(/gym_id = \( SELECT current_gym\(\)/g), name).toHaveLength(2)
  }
})

test('catalogue: every key of a gym’s table begins with the gym', async () => {
  const all = await keys()
  for (const { name } of await gymTables()) {
    const own = all.filter((key) => key.name === name)
    expect(
      own.filter(({ kind }) => kind === 'p'),
      name,
    ).toHaveLength(1)
    for (const { kind, first, target, targetFirst } of own) {
      if (kind === 'f' && target !== null && target in platform) continue
      expect(first, `${name} ${kind} ${target ?? ''}`).toBe('gym_id')
      if (kind === 'f') expect(targetFirst).toBe('gym_id')
    }
  }
})

/** Columns of 32-bit ids, each with the reason why 32 bits suffice. */
const narrow: Record<string, string> = {
  'gyms.id': 'gyms are few',
  'roles.id': 'four',
  'users.id_role': 'as roles',
  'pins.id': 'a number at the terminals: nine digits',
  'users.id_zkteco': 'likewise',
  'clients.id_zkteco': 'likewise',
}

test('catalogue: ids and sequences have 64 bits', async () => {
  const columns = await ask<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and a.atttypid = 'integer'::regtype
      and (a.attname in ('id', 'number', 'last') or (a.attname like 'id\\_%')) order by 1`)
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(narrow).sort())
  const sequences = await ask(
    "select seqrelid::regclass::text as name from pg_sequence where seqtypid <> 'bigint'::regtype",
  )
  expect(sequences).toEqual([{ name: 'gyms_id_seq' }])
})

/** Foreign keys without an index, each with the reason. */
const unindexed: Record<string, string> = {
  users_id_role_fkey: 'no role is ever deleted',
}

test('catalogue: every constraint is validated', async () => {
  const unproven = 'select conname::text as name from pg_constraint where not convalidated'
  expect(await queryAsOwner(app, unproven).then(({ rows }) => rows)).toEqual([])
})

test('catalogue: every foreign key has an index', async () => {
  // Accepts indexes that start with the foreign key's columns, and partial indexes of rows in which these are set.
  const names = await ask<{ name: string }>(`
    select k.conname::text as name from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indisvalid
        and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
    order by 1`)
  expect(names.map(({ name }) => name)).toEqual(Object.keys(unindexed))
})

test('catalogue: every business table records its history', async () => {
  for (const { name, triggers } of await gymTables()) {
    const recorded = triggers.some((trigger) => trigger.startsWith('record_history'))
    expect(recorded, name).toBe(!(name in withoutHistory))
  }
})

test("catalogue: the server's role owns nothing and cannot bypass row-level security", async () => {
  const [role] = await ask(
    "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'torniquete_server'",
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
  expect(
    await ask("select 1 from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = 'torniquete_server'"),
  ).toEqual([])
  const { rows } = await app.database.platform.query('select current_user')
  expect(rows).toEqual([{ current_user: 'torniquete_server' }])
  await app.database.read({ gym: gym.gym.id, user: null }, async (tx) => {
    expect(await tx.one(sql`select current_user`)).toEqual({ current_user: 'torniquete_server' })
  })
})

test('catalogue: SECURITY DEFINER functions are callable by granted roles only', async () => {
  // Trigger functions are left out, because they cannot be called directly.
  const open = await ask<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)`)
  expect(open).toEqual([])
})

test('catalogue: no function uses NOTIFY, because commits with NOTIFY run one after another', async () => {
  const notifying = await ask(
    "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ilike '%notify%'",
  )
  expect(notifying).toEqual([])
})

test('row-level security: without a selected gym no row is visible', async () => {
  for (const { name } of await gymTables()) {
    const { rows } = await app.database.platform.query(`select count(*)::int as count from "${name}"`)
    expect(rows, name).toEqual([{ count: 0 }])
  }
  await expect(
    app.database.platform.query(`insert into clients (gym_id, name) values (${gym.gym.id}, 'x')`),
  ).rejects.toThrow(/row-level security/)
})

test('row-level security: a gym neither reads nor changes another gym’s rows', async () => {
  const theirs = other.gym.id
  const total = () => ask(`select count(*)::int as count from clients where gym_id = ${theirs}`)
  const before = await total()
  await app.database.write({ gym: gym.gym.id, user: null }, async (tx) => {
    expect(await tx.many(sql`select id from clients where gym_id = ${theirs}`)).toEqual([])
    expect(await tx.run(sql`update clients set name = 'x' where gym_id = ${theirs}`)).toBe(0)
    expect(await tx.run(sql`delete from notifications where gym_id = ${theirs}`)).toBe(0)
    expect(await tx.many(sql`select distinct gym_id from clients`)).toEqual([{ gym_id: gym.gym.id }])
  })
  const inOther = gym.rows(sql`insert into clients (gym_id, name) values (${theirs}, 'x')`)
  await expect(inOther).rejects.toThrow(/row-level security/)
  const moved = gym.rows(sql`update clients set gym_id = ${theirs}`)
  await expect(moved).rejects.toThrow()
  expect(await total()).toEqual(before)
})

test('catalogue: polled calls depend only on areas whose changes a trigger announces', async () => {
  const triggers = await ask<{ area: string }>(`
    select distinct split_part(encode(t.tgargs, 'escape'), '\\000', 1) as area
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'announce_area'`)
  const functions = await ask<{ prosrc: string }>(
    "select prosrc from pg_proc where pronamespace = 'public'::regnamespace",
  )
  const named = functions.flatMap(({ prosrc }) =>
    [...prosrc.matchAll(/announce\([^']+, '([\w-]+)'\)/g)].map(([, area = '']) => area),
  )
  const announced = new Set([...triggers.map(({ area }) => area), ...named])
  expect(announced).toContain('clients')
  expect([...announced].filter((area) => !apiAreaNames.some((name) => name === area))).toEqual([])
  const polled = endpointNames.filter((name) => 'polled' in endpoints[name])
  // Statistics are computed from tables that have triggers, so their own tables need none.
  const followed = polled.flatMap((name) => listAreasInResponse(name).filter((area) => area !== 'statistics'))
  expect(followed.filter((area) => !announced.has(area))).toEqual([])
})

test('history: every recorded table and column has a Spanish name', async () => {
  const [recorder] = await ask<{ prosrc: string }>("select prosrc from pg_proc where proname = 'record_history'")
  const hidden = /hidden constant text\[\] := array\[([^\]]*)\]/.exec(recorder?.prosrc ?? '')?.[1] ?? ''
  expect(hidden).toContain('session_epoch')
  const columns = await ask<{ table: string; column: string }>(`
    select distinct c.relname as table, a.attname as column
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where p.proname = 'record_history'`)
  const words = new Map(Object.entries(historyTableTexts).map(([table, { fields }]) => [table, fields]))
  const wordless = columns.filter(
    ({ table, column }) =>
      !['gym_id', 'id'].includes(column) && !hidden.includes(`'${column}'`) && !(column in (words.get(table) ?? {})),
  )
  expect(wordless).toEqual([])
})
