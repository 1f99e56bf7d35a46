// One test for each hostile input that a security review found.
import { expect, test } from 'vitest'
import { makeClient, makeDevice, makeGym, makePayment } from '../../testing/factories.ts'
import { exchangeBytes } from '../../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ TRUST_PROXY: 'true' })
const port = (await app.listen()).port
const gym = await makeGym(app)

const raw = (
  method: 'POST' | 'PUT' | 'DELETE' | 'GET',
  url: string,
  headers: Record<string, string>,
  payload?: string,
) =>
  app.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${gym.admin.token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

test('hostile input: huge numbers and control characters from a terminal cause no error', async () => {
  const { sn } = await makeDevice(gym)
  const send = (target: string, body = '') =>
    exchangeBytes(
      port,
      `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  const users =
    'USER PIN=71\tName=Una\tPri=99999999999\tPasswd=\tCard=\tGrp=1\nUSER PIN=72\tName=Dos\tPri=0\tPasswd=\tCard=\tGrp=1\n'
  expect((await send(`/iclock/cdata?SN=${sn}&table=OPERLOG&Stamp=1`, users)).text).toBe('OK: 2')
  expect((await send(`/iclock/devicecmd?SN=${sn}`, 'ID=1&Return=99999999999&CMD=DATA')).text).toBe('OK')
  expect((await send(`/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1&language=99999999999`)).status).toBe(200)
  expect((await send(`/iclock/getrequest?SN=${sn}&INFO=Ver%00,1,1`)).status).toBe(200)
})

test('hostile input: a caller behind a proxy cannot fake its IP address for failed logins', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/v1/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.0.${attempt}, 192.0.2.7`,
      },
      payload: 'username=nadie&password=equivocada',
    })
    statuses.push(reply.statusCode)
  }
  expect(statuses.slice(-2)).toEqual([429, 429])
})

test('hostile input: a content type without a body counts as no body', async () => {
  const client = await makeClient(gym)
  const json = { 'content-type': 'application/json' }
  expect((await raw('DELETE', `/v1/clients/${client.id}`, json)).statusCode).toBe(204)
  expect((await raw('POST', '/v1/clients/', json, '')).statusCode).toBe(422)
  expect((await raw('PUT', '/v1/gym-show-info/', json, '')).statusCode).toBe(422)
  // In the API's specification this call has no body.
  const { admin } = await makeGym(app)
  const opened = await raw('POST', '/v1/zkteco/open-door', { ...json, authorization: `Bearer ${admin.token}` }, '')
  expect([opened.statusCode, opened.json()]).toEqual([503, { detail: 'Dispositivo desconectado' }])
})

test('list filters: empty filters are ignored, and date ranges may exceed all years', async () => {
  await makePayment(gym)
  const totalOf = async (query: Record<string, string>) => {
    const { status, answer } = await gym.admin.try('payments.list', { query })
    return [status, answer.total]
  }
  const [, all] = await totalOf({})
  const queries: Record<string, string>[] = [
    { start_date: '', end_date: '', client_name: '', include_time: '' },
    { start_date: '0001-01-01', end_date: '9999-12-31' },
    { start_date: '0001-01-01T00:00:00Z', end_date: '9999-12-31T23:59:59.999Z', include_time: 'true' },
  ]
  for (const query of queries) expect(await totalOf(query), JSON.stringify(query)).toEqual([200, all])
  expect(await totalOf({ start_date: '9999-12-31' })).toEqual([200, 0])
  expect(await totalOf({ end_date: '0001-01-01' })).toEqual([200, 0])
  for (const wrong of ['9999-13-01', '99999-01-01', 'x'])
    expect((await totalOf({ start_date: wrong }))[0], wrong).toBe(422)
  expect((await gym.admin.try('images.delete', { query: { path: '' } })).status).toBe(422)
})

test('validation errors: each error is reported once, in plain words', async () => {
  const told = async (body: object) => {
    const { status, answer } = await gym.admin.try('clients.create', { body: { name: 'Ana', ...body } })
    expect(status).toBe(422)
    const { detail } = answer as unknown as { detail: { msg: string; loc: string[] }[] } // body of a 422 answer
    return detail.map(({ msg, loc }) => `${loc.slice(1).join('.')}: ${msg}`)
  }
  expect(await told({ name: 5, is_active: 'sí', email: [], notes: 'a'.repeat(256) })).toEqual([
    'name: Debe ser un texto',
    'email: Debe ser un texto',
    'notes: Como máximo 255 caracteres',
    'is_active: Debe ser verdadero o falso',
  ])
  expect(await told({ name: null })).toEqual(['name: Este campo es requerido'])
  expect(await told({ birth_date: '0001-01-01' })).toEqual(['birth_date: Debe ser una fecha desde 1900'])
  expect(await told({ birth_date: '9999-01-01' })).toEqual(['birth_date: Debe ser una fecha hasta 2999'])
  expect(await told({ birth_date: '2026-02-30' })).toEqual(['birth_date: Esa fecha no existe'])
  expect(await told({ birth_date: 'ayer' })).toEqual(['birth_date: Debe ser una fecha como 24/07/1990'])
  const sale = await gym.admin.try('sales.create', {
    body: { id_client: 1e30, items: [{ id_product: 1, quantity: 1 }] },
  })
  expect(JSON.parse(sale.text)).toMatchObject({ detail: [{ msg: 'Debe ser como máximo 9,007,199,254,740,991' }] })
  const list = await gym.admin.try('clients.list', { query: { size_page: 5000 } })
  expect(JSON.parse(list.text)).toMatchObject({ detail: [{ msg: 'Debe ser como máximo 1,000' }] })
})

test('http: malformed requests get the same kind of answer as other refusals', async () => {
  const refused = async (text: string) => {
    const { status, text: body } = await exchangeBytes(port, text)
    return [status, JSON.parse(body)]
  }
  const unread = [400, { detail: 'La solicitud no se pudo leer.' }]
  expect(await refused('FOO /v1/clients/ HTTP/1.1\r\nHost: x\r\n\r\n')).toEqual(unread)
  expect(await refused('GET /v1/clients/ HTTP/1.1\r\nHost: x\r\nContent-Length: dos\r\n\r\n')).toEqual(unread)
  const long = `GET /v1/clients/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`
  expect(await refused(long)).toEqual([431, { detail: 'La solicitud es demasiado grande.' }])
})

test('http: malformed forms are refused with 422, an unknown encoding with 415', async () => {
  const form = { 'content-type': 'multipart/form-data' }
  expect((await raw('POST', '/v1/images/clients', form, 'x')).statusCode).toBeLessThan(500)
  const cut = { 'content-type': 'multipart/form-data; boundary=b' }
  const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
  expect((await raw('POST', '/v1/images/clients', cut, start)).statusCode).toBe(422)
  const encoded = await raw(
    'POST',
    '/v1/clients/',
    { 'content-type': 'application/json', 'content-encoding': 'foo' },
    '{}',
  )
  expect([encoded.statusCode, typeof encoded.json().detail]).not.toContain(500)
})
