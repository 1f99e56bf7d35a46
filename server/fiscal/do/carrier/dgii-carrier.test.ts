import type { FaultSettings } from '@torniquete/dgii-stand-in/faults.ts'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeCarrierDocument } from '../../../testing/carrier-documents.ts'
import { makeReceipt, sampleBuyer } from '../../../testing/electronic-receipts.ts'
import { makeSigningCertificate } from '../../../testing/signing-certificate.ts'
import { verifySignature } from '../../../testing/verify-signature.ts'
import { makeAnnulmentXml } from '../ecf/annulment.ts'
import type { ElectronicReceipt } from '../ecf/document.ts'
import { signXml } from '../ecf/signature.ts'
import type { CarrierDocument } from './carrier.ts'
import { DgiiCarrier } from './dgii-carrier.ts'

const certificate = makeSigningCertificate()
let now = Date.parse('2026-11-30T19:04:05Z')
const clock = () => new Date(now)
const dgii = await new StandInServer({ now: clock }).start()
let carrier: DgiiCarrier
const { signal } = new AbortController()
let sequence = 0

beforeEach(() => {
  dgii.faults.settings = {}
  carrier = new DgiiCarrier(dgii.address, clock)
})
afterAll(() => dgii.stop())

const makeDocument = (type: 'E31' | 'E32' | 'E34', changes: Partial<ElectronicReceipt> = {}): CarrierDocument => {
  sequence += 1
  const ncf = `${type}${String(sequence).padStart(10, '0')}`
  const whole = type === 'E31' ? { buyer: sampleBuyer, expiresOn: '2027-12-31' } : {}
  return makeCarrierDocument(makeReceipt({ ncf, ...whole, ...changes }), certificate)
}
const submit = (document: CarrierDocument) => carrier.submit(document, certificate, signal)
const ask = (document: CarrierDocument) => carrier.ask(document, certificate, signal)
const during = async <Result>(faults: FaultSettings, work: () => Promise<Result>): Promise<Result> => {
  dgii.faults.settings = faults
  const result = await work()
  dgii.faults.settings = {}
  return result
}
const accepted = { kind: 'accepted', messages: [], isNumberUsed: true }

test('credit receipt: gets a track id, is in process, then accepted with its own bytes', async () => {
  const document = makeDocument('E31')
  dgii.faults.settings = { processingMs: 60_000 }
  const taken = await submit(document)
  expect(taken).toEqual({ kind: 'taken', trackId: expect.any(String) })
  const known = { ...document, trackId: ('trackId' in taken && taken.trackId) || null }
  expect(await ask(known)).toEqual(taken)
  now += 60_000
  expect(await ask(known)).toEqual(accepted)
  const [stored] = dgii.registry().listByNumber(document.taxId, document.ncf)
  expect(stored?.content.toString()).toBe(document.xml)
  expect(verifySignature(document.xml)).not.toBeNull()
})

test('consumer receipt: its summary is accepted at once', async () => {
  const document = makeDocument('E32')
  expect(await submit(document)).toEqual(accepted)
  expect(verifySignature(document.xml)).not.toBeNull()
})

test('decisions: remarks and rejections carry DGII’s own messages', async () => {
  const [one, two, three] = [makeDocument('E32'), makeDocument('E32'), makeDocument('E32')]
  expect(await during({ remarks: 1 }, () => submit(one))).toMatchObject({
    kind: 'remarks',
    messages: [{ code: '2301', text: 'El municipio no está en la tabla' }],
  })
  expect(await during({ rejectFree: 1 }, () => submit(two))).toMatchObject({
    kind: 'rejected',
    isNumberUsed: false,
    messages: [{ code: '145', text: expect.stringContaining('no está autorizado') }],
  })
  expect(await submit(two)).toEqual(accepted)
  expect(await during({ rejectUsed: 1 }, () => submit(three))).toMatchObject({ kind: 'rejected', isNumberUsed: true })
})

test.each(['E31', 'E32'] as const)('%s sent twice: the second answer is that of the first', async (type) => {
  const document = makeDocument(type)
  const first = await submit(document)
  const trackId = ('trackId' in first && first.trackId) || null
  const second = await submit(document)
  const secondId = ('trackId' in second && second.trackId) || null
  if (type === 'E31') expect(secondId).not.toBe(trackId)
  expect(type === 'E31' ? await ask({ ...document, trackId: secondId }) : second).toMatchObject(accepted)
  expect(
    dgii
      .registry()
      .listAccepted()
      .filter(({ ncf }) => ncf === document.ncf),
  ).toHaveLength(1)
})

test('another document with the same number: rejected, although that number was accepted', async () => {
  const one = makeDocument('E31')
  sequence -= 1
  const other = makeDocument('E31', { internalNumber: 'V-2' })
  expect(other.ncf).toBe(one.ncf)
  await submit(one)
  const taken = await submit(other)
  const known = { ...other, trackId: ('trackId' in taken && taken.trackId) || null }
  expect(await ask(known)).toMatchObject({ kind: 'rejected', isNumberUsed: true, messages: [{ code: '1209' }] })
})

test.each([
  ['cutAfter', 'E31', 'accepted'],
  ['cutAfter', 'E32', 'accepted'],
  ['halfAnswer', 'E32', 'accepted'],
  ['errorAfter', 'E31', 'accepted'],
  ['error', 'E32', 'unknown'],
  ['cut', 'E31', 'unknown'],
] as const)('fault %s with %s: the outcome is unclear, and a question tells %s', async (fault, type, expected) => {
  const document = makeDocument(type)
  await submit(makeDocument('E32')) // gets the token
  expect((await during({ [fault]: 1 }, () => submit(document))).kind).toBe('unclear')
  expect((await ask(document)).kind).toBe(expected)
})

test('a document that DGII takes late: unknown at first, and sent again it is accepted once', async () => {
  const document = makeDocument('E32')
  await submit(makeDocument('E32'))
  expect(await during({ late: 1, latencyMs: 150 }, () => submit(document))).toMatchObject({ kind: 'unclear' })
  expect(await ask(document)).toEqual({ kind: 'unknown' })
  await expect.poll(() => dgii.registry().listByNumber(document.taxId, document.ncf).length).toBe(1)
  expect(await submit(document)).toEqual(accepted)
})

test('a rejected document and its correction with the same number: the correction’s state is told', async () => {
  const document = makeDocument('E31')
  const rejected = await during({ rejectFree: 1 }, () => submit(document))
  const earlier = 'trackId' in rejected ? (rejected.trackId ?? '') : ''
  sequence -= 1
  const correction = { ...makeDocument('E31', { internalNumber: 'V-3' }), earlierTrackIds: [earlier] }
  expect(await ask(correction)).toEqual({ kind: 'unknown' })
  await during({ cutAfter: 1 }, () => submit(correction))
  expect(await ask(correction)).toEqual({ ...accepted, trackId: expect.any(String) })
})

test('an error message without decision: the outcome is unclear', async () => {
  await submit(makeDocument('E32')) // gets the token
  for (const type of ['E31', 'E32'] as const)
    expect((await during({ unavailable: 1 }, () => submit(makeDocument(type)))).kind).toBe('unclear')
})

test('a document that is refused without track id: rejected, and its number is free', async () => {
  expect(await during({ refuse: 1 }, () => submit(makeDocument('E31')))).toEqual({
    kind: 'rejected',
    messages: [{ code: '', text: 'El archivo no es válido' }],
    isNumberUsed: false,
  })
})

test.each([
  ['was taken before', true, 'accepted'],
  ['may have been taken before', false, 'not-sent'],
])('a document that is refused without track id, but %s (%s): %s', async (_, isTaken, expected) => {
  const document = { ...makeDocument('E31'), mayHaveArrived: true }
  if (isTaken) await submit(document)
  expect((await during({ refuse: 1 }, () => submit(document))).kind).toBe(expected)
})

test('a track id that DGII lists but does not find yet: the document counts as taken', async () => {
  const document = makeDocument('E31')
  const taken = await submit(document)
  const known = { ...document, trackId: ('trackId' in taken && taken.trackId) || null }
  expect(await during({ notFound: 1 }, () => ask(known))).toEqual(taken)
  expect(await ask(known)).toEqual(accepted)
})

test('connection refused: the document was certainly not sent', async () => {
  const other = await new StandInServer().start()
  const away = new DgiiCarrier(other.address, clock)
  await other.stop()
  expect(await away.submit(makeDocument('E32'), certificate, signal)).toEqual({
    kind: 'not-sent',
    reason: 'No se pudo conectar con la DGII (ECONNREFUSED).',
    isGeneral: true,
  })
})

test('token: shared by calls at the same time, renewed before its hour ends and when DGII refuses it', async () => {
  const path = 'POST autenticacion/api/autenticacion/validarsemilla'
  const count = () => dgii.calls.get(path) ?? 0
  const before = count()
  await Promise.all([submit(makeDocument('E32')), submit(makeDocument('E32')), submit(makeDocument('E31'))])
  expect(count()).toBe(before + 1)
  now += 55 * 60_000
  expect(await submit(makeDocument('E32'))).toEqual(accepted)
  expect(count()).toBe(before + 2)
  const stopped = new DgiiCarrier(dgii.address, () => new Date(0))
  await stopped.submit(makeDocument('E32'), certificate, signal)
  now += 61 * 60_000
  expect(await stopped.submit(makeDocument('E32'), certificate, signal)).toEqual(accepted)
  expect(await during({ expiredToken: 1 }, () => submit(makeDocument('E32')))).toMatchObject({
    kind: 'not-sent',
    reason: 'La DGII no acepta la identificación: El token no es válido o venció',
  })
})

test.each([-86_400_000, 86_400_000])('a clock of DGII that is off by %s ms changes nothing', async (clockOffMs) => {
  const path = 'POST autenticacion/api/autenticacion/validarsemilla'
  dgii.faults.settings = { clockOffMs }
  const before = dgii.calls.get(path) ?? 0
  for (let turn = 0; turn < 3; turn += 1) expect(await submit(makeDocument('E32'))).toEqual(accepted)
  expect(dgii.calls.get(path)).toBe(before + 1)
})

test('an altered document is rejected, and its number stays free', async () => {
  const document = makeDocument('E32')
  const altered = { ...document, xml: document.xml.replace('Gimnasio', 'gimnasio') }
  expect(await submit(altered)).toMatchObject({ kind: 'rejected', isNumberUsed: false })
  expect(await submit({ ...document, name: 'otro.xml' })).toMatchObject({ messages: [{ code: '81' }] })
  expect(await submit(document)).toEqual(accepted)
})

test('annulment: accepted once; used numbers are refused', async () => {
  const used = makeDocument('E31')
  await submit(used)
  const annul = (from: string, to = from) =>
    carrier.annul(
      {
        environment: 'test',
        taxId: used.taxId,
        name: 'x.xml',
        xml: signXml(makeAnnulmentXml({ taxId: used.taxId, createdAt: clock(), ranges: [{ from, to }] }), certificate),
      },
      certificate,
      signal,
    )
  expect(await annul('E310000009001', 'E310000009005')).toMatchObject({ kind: 'accepted' })
  expect(await annul('E310000009005')).toMatchObject({
    kind: 'rejected',
    messages: [{ text: 'No fue posible anular las siguientes secuencias: ya han sido anuladas.' }],
  })
  expect(await annul(used.ncf)).toMatchObject({
    kind: 'rejected',
    messages: [{ text: 'Las secuencias que está intentando anular han sido utilizadas.' }],
  })
})
