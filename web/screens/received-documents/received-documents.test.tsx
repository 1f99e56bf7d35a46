import { screen } from '@testing-library/react'
import type { ReceivedDocumentDetails } from '@torniquete/contract/fiscal/received-documents.ts'
import { expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { ApproveReceivedDocument, ReceivedDetailsDialog } from './dialogs.tsx'
import { describeReceivedDocument, findBookingRefusal } from './received-parts.tsx'

const received: ReceivedDocumentDetails = {
  id: 7,
  ncf: 'E310000000041',
  type_name: 'Factura de Crédito Fiscal Electrónica',
  tax_id: '101850043',
  legal_name: 'Inmobiliaria Yuna',
  issued_on: '2026-11-30',
  total: '59000.00',
  tax_total: '9000.00',
  received_at: '2026-11-30T12:00:00.000Z',
  document: null,
  approval: null,
  lines: [{ number: 1, description: 'Alquiler del local', quantity: '1', total: '59000.00' }],
  modified_ncf: null,
  check_url: 'https://ecf.dgii.gov.do/testecf/consultatimbre?ENCF=E310000000041',
  supplier: null,
}
const approval = {
  is_approved: true,
  reason: null,
  at: '2026-11-30T12:00:00.000Z',
  by: 'Ana',
  state: 'sent',
  answer: 'Enviado.',
} as const

function answerWith(document: ReceivedDocumentDetails): void {
  setFakeAnswers(({ path }) => {
    if (path.includes('gym-info')) return { json: { timeZone: 'America/Santo_Domingo' } }
    if (path.includes('/fiscal/settings'))
      return { json: { country: 'DO', mode: 'electronic', prices_include_tax: true } }
    return path.includes('/fiscal/received-documents/') ? { json: document } : undefined
  })
}

test.each([
  [{}, 'Por registrar', null],
  [
    { ncf: 'E340000000001' },
    'Nota de crédito',
    'Una Nota de Crédito Electrónica no se registra aquí: descarga el XML y mándaselo a tu contador.',
  ],
  [{ document: { kind: 'expense', id: 1, number: 61 }, approval }, 'Gasto N.º 61 · Aprobado', 'Ya está registrado.'],
  [{ approval: { ...approval, state: 'waiting' } }, 'Por registrar · Aprobado, por enviar', null],
  [{ approval: { ...approval, is_approved: false, state: 'failed' } }, 'Rechazado, sin enviar', 'Lo rechazaste.'],
] as [Partial<ReceivedDocumentDetails>, string, string | null][])(
  'received document: %j is shown as %s',
  (change, label, refusal) => {
    const document = { ...received, ...change }
    expect(describeReceivedDocument(document).label.replace('\u00a0', ' ')).toBe(label)
    expect(findBookingRefusal(document)).toBe(refusal)
  },
)

test('received document: its dialog shows the lines and the page of DGII', async () => {
  answerWith(received)
  renderAtPath(<ReceivedDetailsDialog />)
  expect(await screen.findByText('1 × Alquiler del local: $ 59,000.00')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Compruébalo en la DGII' }).getAttribute('href')).toBe(received.check_url)
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeTruthy()
})

test.each([
  [{}, ['Rechazar', 'Aprobar']],
  [{ document: { kind: 'expense', id: 1, number: 61 } }, ['Aprobar']],
  [{ approval }, []],
  [{ approval: { ...approval, state: 'failed' } }, ['Rechazar', 'Aprobar']],
] as [Partial<ReceivedDocumentDetails>, string[]][])(
  'received document: %j offers the answers %j',
  async (change, expected) => {
    answerWith({ ...received, ...change })
    renderAtPath(<ReceivedDetailsDialog />)
    await screen.findByRole('button', { name: 'Descargar XML' })
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names.filter((name) => name === 'Rechazar' || name === 'Aprobar')).toEqual(expected)
  },
)

test('received document: approving sends the answer after a question', async () => {
  answerWith(received)
  const hand = renderAtPath(<ApproveReceivedDocument />)
  expect(await screen.findByText(/Apruebas E310000000041 de Inmobiliaria Yuna por \$ 59,000.00/)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Aprobar' }))
  expect(await screen.findByText('Comprobante E310000000041 aprobado')).toBeTruthy()
  const [sent] = sentRequests.filter(({ method }) => method === 'POST')
  expect([sent?.path, sent?.body]).toEqual(['/v1/fiscal/received-documents/7/approval', { is_approved: true }])
})
