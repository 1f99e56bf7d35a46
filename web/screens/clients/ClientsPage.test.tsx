import { screen, within } from '@testing-library/react'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { expect, test } from 'vitest'
import { renderTableRows } from '../../testing/render.tsx'
import { makeClientColumns } from './ClientsPage.tsx'

const client = (id: number, name: string, change: Partial<ListedClient>): ListedClient => ({
  id,
  id_zkteco: id,
  name,
  birth_date: null,
  email: null,
  phone_number: null,
  address: null,
  card_number: null,
  social_link: null,
  notes: null,
  is_active: true,
  photo_url: null,
  photo_path: null,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  door_blocked: false,
  door_removed: false,
  membership: null,
  paid_until: null,
  ...change,
})

test('client row: shows door block, pause, visits left and debt that the server sends with it', async () => {
  const rows = [
    client(1, 'Ana', {
      door_blocked: true,
      status: {
        visits: { left: 1, of: 10 },
        debt: { owed: '40.00', since: '2026-11-01', barred_from: null },
        pause: { start_date: '2026-11-18', resume_date: '2026-11-25', open: false },
      },
    }),
    client(2, 'Luis', { status: { visits: null, debt: null, pause: null } }),
  ]
  const acts = { onEdit: () => undefined, onDelete: () => undefined }
  const columns = makeClientColumns('2026-11-20', acts)
  renderTableRows(columns, rows)
  const ana = within(await screen.findByRole('row', { name: /Ana/ }))
  for (const text of ['Bloqueado en la puerta', 'En pausa hasta el 24/11/2026', 'Queda 1 visita'])
    expect(ana.getByText(text)).toBeTruthy()
  expect(ana.getByText('$ 40.00')).toBeTruthy()
  const luis = within(screen.getByRole('row', { name: /Luis/ }))
  expect(luis.queryByText(/Bloqueado|pausa|visita|Debe/)).toBeNull()
})

test('client row: the last valid day is shown as valid until it has passed', async () => {
  const membership = (expire_membership: string, name = 'Semanal') =>
    ({ name, start_date: '2026-11-14', expire_membership }) as NonNullable<ListedClient['membership']>
  const acts = { onEdit: () => undefined, onDelete: () => undefined }
  renderTableRows(makeClientColumns('2026-11-20', acts), [
    client(1, 'Ana', { is_active: false, membership: membership('2026-11-21') }),
    client(2, 'Luis', { membership: membership('2026-11-20', 'Membresía Importada') }),
  ])
  const ana = within(await screen.findByRole('row', { name: /Ana/ }))
  for (const text of ['Inactivo', 'Semanal']) expect(ana.getByText(text)).toBeTruthy()
  expect(ana.getByText('20/11/2026').closest('[data-tone=good]')?.textContent).toContain('Vigente')
  const luis = within(screen.getByRole('row', { name: /Luis/ }))
  for (const text of ['Activo', 'Sin plan']) expect(luis.getByText(text)).toBeTruthy()
  expect(luis.getByText('19/11/2026').closest('[data-tone=bad]')?.textContent).toContain('Vencida')
})
