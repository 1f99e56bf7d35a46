import { screen } from '@testing-library/react'
import type { FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { FiscalDocumentDialog } from './dialogs.tsx'

const rejected: FiscalDocument = {
  ncf: 'E310000000008',
  type: 'E31',
  type_name: 'Factura de Crédito Fiscal Electrónica',
  issued_at: '2026-11-30T12:00:00.000Z',
  signed_at: '2026-11-30T12:00:00.000Z',
  total: '1250.00',
  buyer: { tax_id: '101850043', legal_name: 'Comercial Brújula SRL' },
  document: { kind: 'sale', id: 7, number: '45' },
  status: 'rejected',
  is_summary: false,
  track_id: 'a2b6e27c',
  attempts: 1,
  last_answer: {
    at: '2026-11-30T12:01:00.000Z',
    text: 'Rechazado',
    messages: [{ code: '634', text: 'El RNC del comprador no está activo.' }],
    is_number_used: false,
  },
  next_attempt_at: null,
  needs_person: true,
  buyer_approval: null,
}

test('electronic receipt: a rejected one quotes DGII, says what to do, and is sent again', async () => {
  setFakeAnswers(({ path, method }) => {
    if (path.includes('gym-info')) return { json: { timeZone: 'America/Santo_Domingo' } }
    if (path.includes('/fiscal/documents/'))
      return { json: { ...rejected, ...(method === 'POST' && { status: 'signed' }) } }
    return undefined
  })
  const hand = renderAtPath(<FiscalDocumentDialog />)
  expect(await screen.findByText('DGII 634: «El RNC del comprador no está activo.»')).toBeTruthy()
  expect(screen.getByText(/sale de nuevo con el mismo número/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /Venta N\.º/ }).getAttribute('href')).toContain('/fiscal-documents/bill/')
  await hand.click(screen.getByRole('button', { name: 'Reenviar' }))
  expect(await screen.findByText('Firmado de nuevo: se envía en unos segundos')).toBeTruthy()
  expect(sentRequests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/v1/fiscal/documents/E310000000008/resend',
  ])
})
