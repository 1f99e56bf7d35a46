import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import { expect, test } from 'vitest'
import { Caller } from '../../testing/api-caller.ts'
import { makeGym, makePayment, makePlan, type TestGym } from '../../testing/factories.ts'
import { fiscalIdentity, makeCertificateUpload, switchToElectronicReceipts } from '../../testing/fiscal-samples.ts'
import { makeMultipartBody, type RawCallInput, sendRawCall } from '../../testing/raw-call.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { warnOfRangeAndCertExpiry } from '../warnings.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const today = '2026-06-15T16:00:00Z'
app.clock.set(today)
const file = makeCertificateFile({ validUntil: new Date('2026-10-01T12:00:00Z') })

async function makeFiscalGym(): Promise<TestGym> {
  const gym = await makeGym(app)
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  return gym
}

const upload = ({ admin }: TestGym, payload: NonNullable<RawCallInput['payload']> = makeCertificateUpload(file)) =>
  sendRawCall(admin.app, admin.token, 'fiscal.upload-certificate', { payload })

test('fiscal.upload-certificate: settings show holder and validity, and history shows no key', async () => {
  const gym = await makeFiscalGym()
  const certificate = { subject: 'ANA PÉREZ', valid_until: '2026-10-01T12:00:00.000Z' }
  expect(await upload(gym)).toMatchObject({ status: 200, json: certificate })
  expect(await gym.admin.call('fiscal.settings')).toMatchObject({ certificate })
  expect(await (await gym.as('gym_admin')).call('fiscal.settings')).not.toHaveProperty('certificate')
  const { items } = await gym.admin.call('history.list', { query: { entity: 'fiscal_certificates' } })
  expect(items.flatMap(({ changes }) => changes.map(({ field }) => field)).sort()).toEqual([
    'subject',
    'uploaded_at',
    'valid_until',
  ])
})

test('fiscal.upload-certificate: a bad file or password is refused at its field', async () => {
  const gym = await makeFiscalGym()
  const expired = makeCertificateFile({ validUntil: new Date('2026-05-01T00:00:00Z') })
  const cases = [
    ['password', makeCertificateUpload({ ...file, password: 'otra' })],
    ['file', makeMultipartBody('no es un certificado', { filename: 'firma.p12', fields: { password: 'x' } })],
    ['file', makeCertificateUpload(expired)],
  ] as const
  for (const [field, payload] of cases) {
    const { status, json } = await upload(gym, payload)
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', field] }] }])
  }
  expect(await gym.admin.call('fiscal.settings')).toMatchObject({ certificate: null })
})

test('settings: electronic mode needs a certificate, an address and a known municipality', async () => {
  const gym = await makeFiscalGym()
  const change = (body: object) => gym.admin.try('fiscal.set-settings', { body })
  const electronic = { mode: 'electronic', address: 'Calle El Sol 12' }
  expect((await change(electronic)).status).toBe(409)
  await upload(gym)
  for (const [field, body] of [
    ['address', { mode: 'electronic' }],
    ['province', { ...electronic, province: 'Madrid' }],
    ['municipality', { ...electronic, province: 'Espaillat', municipality: 'Jánico' }],
    ['municipality', { ...electronic, municipality: 'Moca' }],
  ] as const)
    expect(await change(body)).toMatchObject({ status: 422, answer: { detail: [{ loc: ['body', field] }] } })
  expect((await change({ ...electronic, province: 'espaillat', municipality: 'moca' })).status).toBe(200)
  expect((await change({ municipality: 'Jánico' })).status).toBe(422)
})

test('sales: an expired certificate is refused until contingency is switched on', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin, file)
  app.clock.set('2026-10-02T12:00:00Z')
  const sell = () => makePayment(gym).then(({ fiscal }) => fiscal?.type)
  await expect(sell()).rejects.toThrow('El certificado de firma ya venció')
  await gym.admin.call('fiscal.create-range', { body: { type: 'B02', from: 'B0200000001', to: 'B0200000009' } })
  await gym.admin.call('fiscal.set-settings', { body: { contingency: true } })
  expect(await sell()).toBe('B02')
  expect((await gym.admin.try('fiscal.set-settings', { body: { contingency: false } })).status).toBe(409)
  app.clock.set(today)
})

test('notifications: administrators are told once, 30 days before the certificate expires', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin, file)
  const listTitles = async () => (await gym.admin.call('notifications.list')).items.map(({ title }) => title)
  await warnOfRangeAndCertExpiry(app.database, new Date('2026-08-30T12:00:00Z'))
  expect(await listTitles()).not.toContain('Certificado por vencer')
  for (const day of ['02', '03']) await warnOfRangeAndCertExpiry(app.database, new Date(`2026-09-${day}T12:00:00Z`))
  expect((await listTitles()).filter((title) => title === 'Certificado por vencer')).toHaveLength(1)
  app.clock.set('2026-09-02T12:00:00Z')
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ certificate_expires_on: '2026-10-01' })
  app.clock.set(today)
})

test('sales: a certificate that another key sealed is refused until it is uploaded again', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const plan = await makePlan(gym)
  const server = await startSecondServer(app, {
    environment: { BIOMETRICS_KEY: 'otra clave de cifrado bastante larga' },
  })
  const other = { ...gym, admin: new Caller(server.app, gym.admin.token) }
  await expect(makePayment(other, { id_membership: plan.id })).rejects.toThrow('se cifró con otra clave')
  expect((await upload(other)).status).toBe(200)
  expect((await makePayment(other, { id_membership: plan.id })).fiscal?.status).toBe('signed')
  await server.close()
})
