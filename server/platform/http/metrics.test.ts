import { expect, test } from 'vitest'
import { makeAnonymousCaller, makeGym } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const token = 'una-clave-para-medir'

test('/metrics: requires METRICS_TOKEN if set, else a caller on this machine', { tags: ['deep'] }, async () => {
  const [open, closed] = [await startTestApp(), await startTestApp({ METRICS_TOKEN: token })]
  try {
    const ask = async ({ app }: typeof open, headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/metrics', headers })).statusCode
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
    expect(await ask(open)).toBe(200)
    expect(await ask(open, { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
    // A proxy that does not forward the caller's address runs on this machine too, so the token is required.
    expect(await ask(closed)).toBe(403)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`]) expect(await ask(closed, bearer(wrong))).toBe(403)
    expect(await ask(closed, bearer(token))).toBe(200)
  } finally {
    await open.close()
    await closed.close()
  }
})

/** Returns the metrics by name and labels. */
async function measure(app: TestApp): Promise<Map<string, number>> {
  const lines = (await app.app.inject('/metrics')).body.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('/metrics: counts answers by kind, status and duration, cached polls included', async () => {
  const app = await startTestApp()
  try {
    const { admin } = await makeGym(app)
    const { address } = await app.listen()
    const before = await measure(app)
    const grew = async (labels: string) => {
      const now = await measure(app)
      return (now.get(labels) ?? 0) - (before.get(labels) ?? 0)
    }
    const series = (kind: string, status: string, ending: string, le = '') =>
      `torniquete_answer_seconds_${ending}{${le && `le="${le}",`}kind="${kind}",status="${status}"}`
    await admin.call('clients.list')
    await admin.try('clients.create', { body: {} })
    await makeAnonymousCaller(app).try('session.login', { body: { username: 'x', password: 'y' } })
    await app.app.inject('/iclock/cdata?SN=1')
    const answers = [
      ['read', '2xx'],
      ['write', '4xx'],
      ['login', '4xx'],
      ['terminal', '2xx'],
    ] as const
    for (const [kind, status] of answers) expect(await grew(series(kind, status, 'count')), kind).toBe(1)
    const buckets = [...(await measure(app))].filter(([name]) =>
      /^torniquete_answer_seconds_bucket.*kind="login",status="4xx"/.test(name),
    )
    expect(buckets.map(([, count]) => count)).toEqual([...buckets.map(([, count]) => count)].sort((a, b) => a - b))
    expect(buckets.at(-1)).toEqual([series('login', '4xx', 'bucket', '+Inf'), 1])
    expect(await grew(series('login', '4xx', 'sum'))).toBeGreaterThan(0.001)
    const headers = { authorization: `Bearer ${admin.token}` }
    for (let count = 0; count < 3; count += 1) await fetch(`${address}/v1/attendances/detail`, { headers })
    expect(await grew(series('poll', '2xx', 'count'))).toBe(3)
  } finally {
    await app.close()
  }
})
