import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'

const token = 'una-clave-para-medir'

test('/metrics: from this machine while no token is set; once one is, of everybody', async () => {
  const [open, closed] = [await startTestApp(), await startTestApp({ METRICS_TOKEN: token })]
  try {
    const ask = async ({ app }: typeof open, headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/metrics', headers })).statusCode
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
    expect(await ask(open)).toBe(200)
    expect(await ask(open, { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
    // A proxy that says nothing of whom it asks for stands on this machine, too.
    expect(await ask(closed)).toBe(403)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`]) expect(await ask(closed, bearer(wrong))).toBe(403)
    expect(await ask(closed, bearer(token))).toBe(200)
  } finally {
    await open.close()
    await closed.close()
  }
})
