import { afterEach, expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
afterEach(() => app.close())

test('biometrics: storing them needs a confirmation if backups are unencrypted', async () => {
  app = await startTestApp({}, { makesBackups: true })
  const { admin } = await makeGym(app)
  const configure = (body: object) => admin.try('biometrics.configure', { body: { keeps: true, ...body } })
  const refused = await configure({})
  expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(/no van cifradas/)])
  expect((await configure({ unencrypted_copies: false })).status).toBe(409)
  expect(await admin.call('biometrics.settings')).toMatchObject({ keeps: false, unencrypted_copies: true })
  expect((await configure({ unencrypted_copies: true })).status).toBe(200)
  // Turning biometrics off needs no confirmation.
  const stopped = await admin.call('biometrics.configure', { body: { keeps: false } })
  expect(stopped).toMatchObject({ keeps: false, unencrypted_copies: true })
})

test.each([
  ['copies are encrypted', { BACKUP_KEY: 'una clave de prueba' }, true],
  ['another program makes the copies', {}, false],
] as const)('biometrics: no warning about unencrypted backups if %s', async (_, environment, copies) => {
  app = await startTestApp(environment, { makesBackups: copies })
  const { admin } = await makeGym(app)
  const answer = await admin.call('biometrics.configure', { body: { keeps: true } })
  expect(answer).toMatchObject({ keeps: true, unencrypted_copies: false })
})
