import type { FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { expect, test } from 'vitest'
import {
  describeFiscalDocumentState,
  describeRequiredAction,
  describeSendAction,
  listFiscalDocumentWarnings,
} from './document-texts.ts'

const makeDocument = (more: Partial<FiscalDocument>) =>
  ({ ncf: 'E320000000001', status: 'signed', needs_person: false, last_answer: null, ...more }) as FiscalDocument

const rejected = (is_number_used: boolean | null, needs_person = true) =>
  makeDocument({
    status: 'rejected',
    needs_person,
    last_answer: { at: '2026-11-30T12:00:00.000Z', text: 'Rechazado', messages: [], is_number_used },
  })

test.each([
  [makeDocument({}), 'Por enviar', 'plain', 'Enviar ahora'],
  [makeDocument({ needs_person: true }), 'Por enviar', 'bad', 'Enviar ahora'],
  [makeDocument({ status: 'sent' }), 'Enviado', 'plain', 'Consultar ahora'],
  [makeDocument({ status: 'accepted' }), 'Aceptado', 'good', undefined],
  [makeDocument({ status: 'remarks' }), 'Aceptado con observaciones', 'warn', undefined],
  [makeDocument({ status: 'annulled' }), 'Anulado', 'plain', undefined],
  [rejected(false), 'Rechazado', 'bad', 'Reenviar'],
] as const)('electronic receipt: %o is shown as %s, %s, with the button %s', (document, label, tone, button) => {
  expect(describeFiscalDocumentState(document)).toEqual({ label, tone })
  expect(describeSendAction(document)?.label).toBe(button)
  expect(describeSendAction(document)?.refusal ?? null).toBeNull()
})

test.each([
  [rejected(false), /pulsa Reenviar/],
  [rejected(true), /Anula la factura/],
  [rejected(null), /Anula la factura/],
  [rejected(true, false), /ya se resolvió/],
  [{ ...rejected(true), type: 'E34' }, /la nota sale con otro número/],
  [makeDocument({ needs_person: true }), /No se envía solo/],
])('electronic receipt: %o says what to do: %s', (document, advice) => {
  expect(describeRequiredAction(document)).toMatch(advice)
})

test('electronic receipt: a rejected one whose number is used up says why it cannot be sent again', () => {
  expect(describeSendAction(rejected(true))?.refusal).toMatch(/ya dio por usado ese número/)
  expect(describeSendAction({ ...rejected(true), type: 'E34' })?.refusal).toBeNull()
  expect(describeSendAction(rejected(true, false))).toBeNull()
})

const counts = { waiting: 0, waiting_since: null, needs_person: 0, certificate_expires_on: null }
const clock = { zone: 'America/Santo_Domingo', now: new Date('2026-11-30T16:00:00.000Z') }

test('electronic warnings: none if documents wait for less than a day', () => {
  expect(
    listFiscalDocumentWarnings({ ...counts, waiting: 3, waiting_since: '2026-11-29T16:00:00.000Z' }, clock),
  ).toEqual([])
})

test('electronic warnings: name rejected and late documents, and the end of the certificate', () => {
  const all = { waiting: 3, waiting_since: '2026-11-29T15:59:00.000Z', needs_person: 1 }
  const [needs, late, ends] = listFiscalDocumentWarnings({ ...all, certificate_expires_on: '2026-12-20' }, clock)
  expect(needs).toBe('1 comprobante por resolver, por un rechazo de la DGII o un error al enviar.')
  expect(late).toBe('3 comprobantes sin enviar a la DGII. El más antiguo es del 29/11/2026 11:59.')
  expect(ends).toMatch(/^El certificado de firma vence el 20\/12\/2026/)
  const expired = listFiscalDocumentWarnings({ ...counts, certificate_expires_on: '2026-11-29' }, clock)
  expect(expired[0]).toMatch(/^El certificado de firma venció el 29\/11\/2026/)
})
