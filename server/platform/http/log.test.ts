// The operator's log names errors and callers by id, without names of people or typed text.
import { beforeEach, expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makeAnonymousCaller, makeGym } from '../../testing/factories.ts'
import { sendRawCall } from '../../testing/raw-call.ts'
import { RecordedLog } from '../../testing/recorded-log.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { sql } from '../db/sql.ts'

const person = { name: 'Zacarías Quiñónez', phone_number: '8095551234', email: 'zacarias@ejemplo.do' }
const [typed, title] = ['la clave equivocada', 'Visita de Zacarías']

interface Line {
  msg: string
  level: number
  [field: string]: unknown
}
const [warn, error] = [40, 50]
const logStream = new RecordedLog()
const lines = (msg: string): Line[] =>
  logStream.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line) // pino writes lines of this shape
    .filter((line) => line.msg === msg)

const app = await startTestAppForFile({ LOG_LEVEL: 'trace', LOG_SLOW_MS: '200' }, { logStream })
const address = (await app.listen()).address
const gym = await makeGym(app)
await queryAsOwner(
  app,
  `
    create function trouble() returns trigger language plpgsql as $$
    begin
      if new.notes = 'lento' then perform pg_sleep(0.3); end if;
      if new.notes = 'ocupado' then raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end if;
      if new.notes = 'nada' then perform 1 / (length(new.notes) - 4); end if;
      if new.notes = 'dato' then perform new.name::integer; end if;
      return new;
    end $$;
    create trigger trouble before insert on clients for each row execute function trouble();
    alter table clients add constraint no_trouble check (notes is distinct from 'rompe')`,
)
beforeEach(() => {
  logStream.text = ''
})

const create = (notes: string) => gym.admin.try('clients.create', { body: { ...person, notes } })

test('log: each call has one line with route and ids, and no names or typed texts', async () => {
  const headers = { authorization: `Bearer ${gym.admin.token}` }
  const { id } = await (await create('bien')).answer
  await gym.admin.call('clients.update', { params: { id_client: id }, body: { notes: person.name } })
  await gym.admin.call('clients.list', { query: { name: person.name } })
  await makeAnonymousCaller(app).try('session.login', { body: { username: gym.gym.username, password: typed } })
  const password = 'contraseña segura'
  await sendRawCall(app.app, null, 'session.login', { body: { username: gym.gym.username, password } })
  for (const notes of ['lento', 'ocupado', 'rompe', 'dato']) await create(notes)
  for (const path of [`/v1/nada/${title}?name=${person.name}`, `/iclock/cdata?SN=${person.phone_number}&table=OPERLOG`])
    await app.app.inject({ method: 'POST', url: encodeURI(path), headers, payload: person })
  const payload = { type: 'application/json', content: `{"name": ${person.name}` }
  await sendRawCall(app.app, gym.admin.token, 'clients.create', { payload })
  await app.database
    .read({ gym: gym.gym.id, user: null }, (tx) => tx.run(sql`select ${person.name}::integer`))
    .catch((failure) => app.app.log.error({ err: failure }, 'in the background'))
  const poll = () => fetch(`${address}/v1/attendances/detail?page=1&x=${person.phone_number}`, { headers })
  await poll()
  expect((await poll()).status).toBe(200)

  const ids = { gym: gym.gym.id, user: expect.any(Number) }
  // On a busy machine any call may be slow and be logged as such.
  const calls = [...lines('a call'), ...lines('a slow call')]
  expect(calls).toContainEqual(
    expect.objectContaining({ method: 'PUT', route: '/v1/clients/:id_client', ms: expect.any(Number), ...ids }),
  )
  expect(calls).toContainEqual(expect.objectContaining({ route: '/v1/attendances/detail', status: 200, ...ids }))
  expect(lines('in the background')[0]).toMatchObject({
    err: { code: '22P02', message: expect.stringContaining('integer: …') },
  })
  const told = logStream.text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = ['zacarias', 'quinonez', person.phone_number, typed, 'contrasena', title, gym.gym.username, 'bearer']
  for (const word of [...words, String(gym.admin.token).slice(-20)])
    expect(told.includes(word.toLowerCase()), word).toBe(false)
})

test('log: 5xx answers and slow calls or statements are logged at the default level', async () => {
  expect((await create('lento')).status).toBe(201)
  expect((await create('ocupado')).status).toBe(503)
  expect((await create('rompe')).status).toBe(500)
  const call = { method: 'POST', route: '/v1/clients/', gym: gym.gym.id, user: expect.any(Number) }
  expect(lines('a slow call')[0]).toMatchObject({ level: warn, status: 201, ms: expect.any(Number), ...call })
  expect(lines('a slow statement')[0]).toMatchObject({
    level: warn,
    gym: gym.gym.id,
    statement: expect.stringContaining('insert into clients'),
  })
  expect(lines('a call was turned away')[0]).toMatchObject({ level: warn, status: 503, code: '55P03', ...call })
  expect(lines('a call failed')[0]).toMatchObject({
    level: error,
    status: 500,
    ...call,
    err: { code: '23514', constraint: 'no_trouble' },
  })
})

test('log: each failed login has a line with its count, until logins are blocked', async () => {
  const own = await makeGym(app)
  const attempt = () =>
    makeAnonymousCaller(app).try('session.login', { body: { username: own.gym.username, password: typed } })
  for (let count = 0; count < 12; count += 1) await attempt()
  const told = lines('a login failed')
  expect(told.map(({ ofUserHere }) => ofUserHere)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(told[0]).toMatchObject({ level: warn, gym: own.gym.id, user: expect.any(Number), address: '127.0.0.1' })
  logStream.text = ''
  await makeAnonymousCaller(app).try('session.login', { body: { username: typed, password: typed } })
  expect(lines('a login failed')).toMatchObject([{ gym: null, user: null, ofUserHere: 1, ofUser: 1 }])
})

test('log: reports an idle connection that breaks', async () => {
  await gym.rows(sql`select 1`)
  await queryAsOwner(
    app,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'torniquete' and datname = current_database() and state = 'idle'",
  )
  await expect.poll(() => lines('an idle connection broke').length).toBeGreaterThan(0)
  expect(lines('an idle connection broke')[0]).toMatchObject({ level: warn, err: { code: '57P01' } })
})
