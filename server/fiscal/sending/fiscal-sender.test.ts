import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { FaultSettings } from '@torniquete/dgii-stand-in/faults.ts'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { countDueQueueRows } from '../../messaging/outbox/queries.ts'
import { sql } from '../../platform/db/sql.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import {
  type ElectronicDocumentSample,
  type ElectronicReceiptTestGym,
  makeElectronicReceiptGym,
  openSigningCertificates,
  storeSignedDocuments,
} from '../../testing/electronic-gym.ts'
import { makeGym, makeProduct, makeSale } from '../../testing/factories.ts'
import { switchToElectronicReceipts } from '../../testing/fiscal-samples.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { verifySignature } from '../../testing/verify-signature.ts'
import type { Carrier, CarrierFailure, CarrierOutcome } from '../do/carrier/carrier.ts'
import { DgiiCarrier } from '../do/carrier/dgii-carrier.ts'
import { FiscalSender } from './fiscal-sender.ts'
import { warnOfUnsentDocuments } from './unsent-warning.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const dgii = await new StandInServer({ now: app.clock.now }).start()
const services = { database: app.database, certificates: await openSigningCertificates(app), clock: app.clock.now }
const makeSender = () => new FiscalSender(services, new DgiiCarrier(dgii.address, app.clock.now))
const sender = makeSender()
const never = new AbortController().signal
let gym: ElectronicReceiptTestGym

beforeEach(async () => {
  dgii.faults.settings = {}
  app.clock.set('2026-11-30T15:00:00Z')
  gym = await makeElectronicReceiptGym(app)
})
afterAll(() => dgii.stop())

const hour = 3_600_000
const number = (type: string, sequence: number) => `${type}${String(sequence).padStart(10, '0')}`
const store = (samples: ElectronicDocumentSample[]) => storeSignedDocuments(app, gym.issuer, samples, app.clock.now())
const deliver = (by = sender, signal = never) => by.deliver(gym.gym.id, 10, signal)
const countDue = async () =>
  (await countDueQueueRows(app.database, app.clock.now(), 100)).find(
    (each) => each.gym === gym.gym.id && each.queue === 'send-fiscal',
  )?.count ?? 0
/** Some methods of the carrier are replaced. */
const deliverThrough = (methods: Partial<Carrier>) =>
  deliver(new FiscalSender(services, Object.assign(new DgiiCarrier(dgii.address, app.clock.now), methods)))
const unclear: CarrierFailure = { kind: 'unclear', reason: 'No se sabe.', isGeneral: false }
const readRows = () =>
  gym.rows<{
    ncf: string
    status: string
    attempts: number
    handed_at: string | null
    next_attempt_at: string | null
    summary: string | null
    answer: { text: string; messages: { text: string }[]; is_number_used: boolean | null } | null
  }>(sql`
    select ncf, status, attempts, handed_at, next_attempt_at, summary, answer from electronic_receipts
    where gym_id = ${gym.gym.id} order by id`)
const readStates = async () => (await readRows()).map(({ ncf, status }) => `${ncf.slice(0, 3)} ${status}`)
const listNotices = async () =>
  (await gym.admin.call('notifications.list')).items.map(({ title, message }) => `${title}: ${message}`)
const during = async <Result>(faults: FaultSettings, work: () => Promise<Result>): Promise<Result> => {
  dgii.faults.settings = faults
  const result = await work()
  dgii.faults.settings = {}
  return result
}
const listAccepted = () =>
  dgii
    .registry()
    .listAccepted()
    .filter(({ taxId }) => taxId === gym.issuer.taxId)

test('documents and summaries are accepted with the bytes that were signed; a note follows its document', async () => {
  const [credit, consumer] = await store([
    { ncf: number('E31', 1) },
    { ncf: number('E32', 1) },
    { ncf: number('E34', 1), modifies: number('E31', 1) },
    { ncf: number('E34', 2), modifies: number('E32', 1) },
  ])
  expect(await countDue()).toBe(2)
  await during({ processingMs: 2000 }, () => deliver())
  expect(await readStates()).toEqual(['E31 sent', 'E32 accepted', 'E34 signed', 'E34 signed'])
  expect(await countDue()).toBe(1)
  app.clock.advance(3000)
  await deliver()
  expect(await readStates()).toEqual(['E31 accepted', 'E32 accepted', 'E34 signed', 'E34 sent'])
  app.clock.advance(3000)
  await deliver()
  app.clock.advance(3000)
  await deliver()
  expect(await readStates()).toEqual(['E31 accepted', 'E32 accepted', 'E34 accepted', 'E34 accepted'])
  expect(await countDue()).toBe(0)
  const [, { summary } = { summary: null }] = await readRows()
  expect(verifySignature(summary ?? '')?.raw).toEqual(gym.issuer.certificate.certificate.raw)
  expect(listAccepted().map(({ ncf }) => ncf)).toEqual([credit?.ncf, consumer?.ncf, number('E34', 2), number('E34', 1)])
  expect(
    listAccepted()
      .slice(0, 2)
      .map(({ content }) => content.toString()),
  ).toEqual([credit?.xml, summary])
  expect(await listNotices()).toEqual([])
})

test('a rejection: DGII’s words on the row and in one notification, and its note waits or is annulled', async () => {
  await store([
    { ncf: number('E32', 1) },
    { ncf: number('E32', 2) },
    { ncf: number('E34', 1), modifies: number('E32', 1) },
    { ncf: number('E34', 2), modifies: number('E32', 2) },
  ])
  await during({ rejectFree: 1 }, () => sender.deliver(gym.gym.id, 1, never))
  await during({ rejectUsed: 1 }, () => deliver())
  await deliver()
  expect(await readStates()).toEqual(['E32 rejected', 'E32 rejected', 'E34 signed', 'E34 annulled'])
  const [free, used] = await readRows()
  expect(free?.answer).toMatchObject({
    text: 'La DGII lo rechazó. Corrige los datos y reenvíalo: sale con el mismo número.',
    messages: [{ code: '145', text: 'El RNC emisor no está autorizado' }],
    is_number_used: false,
  })
  expect(used?.answer).toMatchObject({ is_number_used: true })
  expect(await listNotices()).toEqual([
    'Comprobante rechazado: La DGII rechazó E320000000002: «El total no cuadra con el detalle». El número quedó usado y no tiene valor fiscal: anula la factura y regístrala de nuevo.',
    'Comprobante rechazado: La DGII rechazó E320000000001: «El RNC emisor no está autorizado». Corrige los datos y reenvíalo: sale con el mismo número.',
  ])
})

test.each([
  ['E31', 'anula la factura y regístrala de nuevo.'],
  ['E34', 'Pulsa Reenviar: la nota sale con otro número.'],
])('%s rejected without a word about its number: counts as used, and the advice is «%s»', async (type, advice) => {
  await store([{ ncf: number(type, 1), ...(type === 'E34' && { modifies: number('E31', 9) }) }])
  await deliverThrough({ submit: async () => ({ kind: 'rejected', messages: [], isNumberUsed: null }) })
  expect((await readRows())[0]?.answer?.text).toMatch(new RegExp(`${advice}$`))
})

test('DGII away for three days: nothing counts as handed over, and all is sent when it is back', async () => {
  await store(Array.from({ length: 25 }, (_, at) => ({ ncf: number('E32', at + 1) })))
  await dgii.stop()
  const pauses = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    pauses.push(await deliver())
    app.clock.advance(15 * 60_000)
  }
  expect(pauses).toEqual([10_000, 20_000, 40_000, ...Array(6).fill(60_000)])
  const rows = await readRows()
  expect(rows.every(({ status, handed_at }) => status === 'signed' && handed_at === null)).toBe(true)
  expect(rows[0]).toMatchObject({ attempts: 9, answer: { text: 'No se pudo conectar con la DGII (ECONNREFUSED).' } })
  expect(Date.parse(rows[0]?.next_attempt_at ?? '')).toBe(app.clock.now().getTime())
  await warnOfUnsentDocuments(app.database, app.clock.now())
  expect(await listNotices()).toEqual([])
  app.clock.advance(72 * hour)
  for (let again = 0; again < 2; again += 1) await warnOfUnsentDocuments(app.database, app.clock.now())
  expect(await listNotices()).toEqual([
    `${fiscalWarningTitles.unsent}: Hay 25 comprobantes electrónicos sin enviar o sin decisión de la DGII desde hace más de un día; el más antiguo es E320000000001. Torniquete lo sigue intentando. Último intento: No se pudo conectar con la DGII (ECONNREFUSED).`,
  ])
  await dgii.start()
  for (let batch = 0; batch < 3; batch += 1) await deliver()
  expect(new Set(await readStates())).toEqual(new Set(['E32 accepted']))
  expect(listAccepted()).toHaveLength(25)
})

test('after three days without DGII: the servers send what waits at the bounded rate', async () => {
  await store(Array.from({ length: 50 }, (_, at) => ({ ncf: number('E32', at + 1) })))
  app.clock.advance(72 * hour)
  const servers = await Promise.all(
    [1, 2].map(() => startSecondServer(app, { pollIntervalMs: 50, environment: { DGII_URL: dgii.address } })),
  )
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))))
  const begun = performance.now()
  await expect.poll(() => listAccepted().length).toBe(50)
  // 20 documents a second, ten at a time.
  expect(performance.now() - begun).toBeGreaterThan(1900)
  await expect.poll(async () => new Set(await readStates())).toEqual(new Set(['E32 accepted']))
  const metrics = (await servers[0]?.app.inject('/metrics'))?.body ?? ''
  expect(metrics).toContain('torniquete_jobs{queue="send-fiscal",state="waiting"}')
  expect(metrics).toMatch(/torniquete_fiscal_answers_total\{outcome="accepted"\} \d/)
})

test('a sale is signed with its booking, and another server sends it within seconds', async () => {
  const server = await startSecondServer(app, { pollIntervalMs: 60_000, environment: { DGII_URL: dgii.address } })
  onTestFinished(() => server.close())
  const shop = await makeGym(app)
  await switchToElectronicReceipts(shop.admin)
  const { fiscal } = await makeSale(shop, [{ id_product: (await makeProduct(shop, { stock: 5 })).id, quantity: 1 }])
  expect(fiscal).toMatchObject({ status: 'signed', security_code: expect.stringMatching(/^.{6}$/) })
  const readStatus = async () => (await shop.admin.call('fiscal-documents.list')).items[0]?.status
  await expect.poll(readStatus).toBe('accepted')
})

test('connection cut after DGII took the documents: they are asked for, and not sent again', async () => {
  await store([{ ncf: number('E32', 1) }])
  await deliver() // gets a token
  await store([{ ncf: number('E31', 1) }, { ncf: number('E32', 2) }])
  await during({ cutAfter: 1 }, () => deliver())
  expect((await readRows()).map(({ handed_at }) => handed_at !== null)).toEqual([false, true, true])
  expect(await countDue()).toBe(0)
  app.clock.advance(30_000)
  const before = dgii.registry().submissions.length
  await deliver(makeSender())
  expect(await readStates()).toEqual(['E32 accepted', 'E31 accepted', 'E32 accepted'])
  expect(dgii.registry().submissions.length).toBe(before)
})

test('a server that stops leaves its documents in doubt, and another one takes them over later', async () => {
  await store([{ ncf: number('E32', 1) }])
  const stopping = new AbortController()
  await during({ slow: 1, latencyMs: 60_000 }, async () => {
    const done = deliver(makeSender(), stopping.signal)
    await expect.poll(async () => (await readRows())[0]?.handed_at).not.toBeNull()
    stopping.abort()
    await done
  })
  expect(await readRows()).toMatchObject([{ status: 'signed', answer: null, handed_at: expect.any(String) }])
  expect(await countDue()).toBe(0)
  app.clock.advance(120_000)
  await deliver()
  expect(await readStates()).toEqual(['E32 accepted'])
})

test.each([
  ['unclear', 'from the last one', [true, true, false]],
  ['not-sent', 'from the first one', [true, false, false]],
] as const)('attempts that end %s: the document may have arrived for two hours %s', async (kind, _, expected) => {
  await store([{ ncf: number('E31', 1) }])
  await queryAsOwner(app, 'update electronic_receipts set attempts = 9 where gym_id = $1', [gym.gym.id])
  await deliverThrough({ submit: async () => unclear })
  const seen: boolean[] = []
  const submit: Carrier['submit'] = async ({ mayHaveArrived }) => {
    seen.push(mayHaveArrived)
    return { ...unclear, kind }
  }
  for (const waitMs of [hour, 1.5 * hour, 2 * hour]) {
    app.clock.advance(waitMs / 2)
    await deliverThrough({ ask: async () => unclear }) // a question delivers nothing
    app.clock.advance(waitMs / 2)
    await deliverThrough({ submit })
  }
  expect(seen).toEqual(expected)
})

test('resend during a repeated delivery: no second one starts', async () => {
  await store([{ ncf: number('E31', 1) }])
  await deliverThrough({ submit: async () => unclear })
  app.clock.advance(hour)
  const submitted = Promise.withResolvers<CarrierOutcome>()
  const submit = vi.fn<Carrier['submit']>(() => submitted.promise)
  const repeated = deliverThrough({ submit })
  await expect.poll(() => submit.mock.calls.length).toBe(1)
  await gym.admin.call('fiscal-documents.resend', { params: { ncf: number('E31', 1) } })
  expect(await countDue()).toBe(0)
  submitted.resolve({ kind: 'taken', trackId: 'x' })
  await repeated
})

test('a document that was taken and is not found: sent again after ten minutes', async () => {
  await store([{ ncf: number('E31', 1) }])
  await deliver()
  const submit = vi.fn<Carrier['submit']>(async () => ({ kind: 'taken', trackId: 'otro' }))
  const ask = async () => ({ kind: 'unknown' as const })
  for (const waitMs of [3000, hour / 12, hour / 6]) {
    app.clock.advance(waitMs)
    await deliverThrough({ submit, ask })
    expect(submit).toHaveBeenCalledTimes(waitMs === hour / 6 ? 1 : 0)
  }
  expect(submit.mock.lastCall?.[0].mayHaveArrived).toBe(true)
})

test('sender: hands over nothing without a valid certificate', async () => {
  await store([{ ncf: number('E32', 1) }])
  await queryAsOwner(app, 'update fiscal_certificates set valid_until = $1 where gym_id = $2', [
    app.clock.now(),
    gym.gym.id,
  ])
  expect(await deliver()).toBe(10_000)
  expect(await readRows()).toMatchObject([
    { status: 'signed', handed_at: null, summary: null, answer: { text: expect.stringContaining('ya venció') } },
  ])
})

test('sender: sends the other documents when one cannot be read', async () => {
  await store([{ ncf: number('E32', 1) }, { ncf: number('E32', 2) }])
  await queryAsOwner(app, "update electronic_receipts set xml = '<ECF/>' where gym_id = $1 and ncf like '%1'", [
    gym.gym.id,
  ])
  expect(await deliver()).toBe(0)
  expect(await readStates()).toEqual(['E32 signed', 'E32 accepted'])
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ waiting: 0, needs_person: 1 })
})

test('unsent warning: counts undecided documents and annulments that wait for a day', async () => {
  await store([{ ncf: number('E31', 1) }])
  await during({ processingMs: 72 * hour }, () => deliver())
  app.clock.advance(hour)
  await gym.rows(sql`
    insert into fiscal_annulments (gym_id, environment, tax_id, type, first, last, created_at, next_attempt_at)
    values (${gym.gym.id}, 'test', ${gym.issuer.taxId}, 'E31', 5, 9, ${app.clock.now()}, ${app.clock.now()})`)
  app.clock.advance(25 * hour)
  await warnOfUnsentDocuments(app.database, app.clock.now())
  expect(await listNotices()).toEqual([
    `${fiscalWarningTitles.unsent}: Hay 2 comprobantes electrónicos sin enviar o sin decisión de la DGII desde hace más de un día; el más antiguo es E310000000001. Torniquete lo sigue intentando. Último intento: La DGII lo recibió y lo está revisando.`,
  ])
})

test('unsent warning: repeated every day, and left out for an environment that the gym left', async () => {
  await store([{ ncf: number('E31', 1) }])
  const warnAfter = async (waitMs: number) => {
    app.clock.advance(waitMs)
    await warnOfUnsentDocuments(app.database, app.clock.now())
    return (await listNotices()).length
  }
  expect(await warnAfter(25 * hour)).toBe(1)
  expect(await warnAfter(23 * hour)).toBe(1)
  expect(await warnAfter(hour)).toBe(2)
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'production' } })
  expect(await warnAfter(25 * hour)).toBe(2)
})

test('annulled numbers: reported once; a refusal is told to administrators', async () => {
  await store([{ ncf: number('E32', 7) }])
  await deliver()
  await gym.rows(sql`
    insert into fiscal_annulments (gym_id, environment, tax_id, type, first, last, next_attempt_at)
    values (${gym.gym.id}, 'test', ${gym.issuer.taxId}, 'E31', 1, 500, now() - interval '100 years'), (${gym.gym.id}, 'test', ${gym.issuer.taxId}, 'E32', 7, 7, now() - interval '100 years')`)
  expect(await countDue()).toBe(2)
  await during({ cutAfter: 0.5 }, () => deliver())
  app.clock.advance(hour)
  await deliver()
  expect(await countDue()).toBe(0)
  expect(
    await gym.rows(sql`select type, status from fiscal_annulments where gym_id = ${gym.gym.id} order by id`),
  ).toEqual([
    { type: 'E31', status: 'accepted' },
    { type: 'E32', status: 'rejected' },
  ])
  expect(dgii.registry().annulments.filter(({ from }) => from.startsWith(gym.issuer.taxId))).toHaveLength(1)
  expect(await listNotices()).toEqual([
    'Comprobante rechazado: La DGII rechazó la anulación de E320000000007: «Las secuencias que está intentando anular han sido utilizadas.». Consulta a tu contador.',
  ])
})

test.each([
  ['El e-NCF ya fue anulado', 'accepted'],
  ['El e-NCF no puede ser anulado', 'rejected'],
])('annulment that DGII refuses with «%s»: counts as %s', async (text, status) => {
  await gym.rows(sql`
    insert into fiscal_annulments (gym_id, environment, tax_id, type, first, last, next_attempt_at)
    values (${gym.gym.id}, 'test', ${gym.issuer.taxId}, 'E31', 1, 5, ${app.clock.now()})`)
  const annul = async () => ({ kind: 'rejected' as const, messages: [{ code: '', text }], isNumberUsed: null })
  await deliverThrough({ annul })
  expect(await gym.rows(sql`select status from fiscal_annulments where gym_id = ${gym.gym.id}`)).toEqual([{ status }])
})
