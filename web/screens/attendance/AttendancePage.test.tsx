import { screen, within } from '@testing-library/react'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { expect, test, vi } from 'vitest'
import { renderTableRows } from '../../testing/render.tsx'
import { makeAttendanceColumns, reuseUnchangedRows } from './AttendancePage.tsx'

const clock = { zone: 'America/Santo_Domingo', today: '2026-11-20' }
const attendance = (attendance_id: number, client_name: string, status: object): ListedAttendance => ({
  attendance_id,
  id_client: attendance_id,
  client_name,
  check_in: '2026-11-20T12:00:00.000Z',
  membership_name: 'Diez visitas',
  expire_membership: '2026-12-01',
  status: { by_hand: false, door: null, visits: null, debt: null, pause: null, ...status },
})

const rows = [
  attendance(1, 'Ana', {
    by_hand: true,
    visits: { left: 3, of: 10 },
    debt: { owed: '500.00', since: '2026-11-01', barred_from: null },
  }),
  attendance(2, 'Luis', { door: 'Piscina' }),
]

function showTable(options: { showDoors: boolean; canUndo: (row: ListedAttendance) => boolean }) {
  const onUndo = vi.fn()
  const columns = makeAttendanceColumns(clock, { ...options, onUndo })
  const hand = renderTableRows(columns, rows)
  return { hand, onUndo }
}

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))

test('attendance row: shows the visits left and the debt that the server sends with the row', async () => {
  showTable({ showDoors: false, canUndo: () => false })
  const ana = await rowOf('Ana')
  expect(ana.getByText('Quedan 3 visitas')).toBeTruthy()
  expect(ana.getByText('$ 500.00')).toBeTruthy()
  expect((await rowOf('Luis')).queryByText(/Quedan|Debe/)).toBeNull()
  expect((await rowOf('Luis')).queryByText('Piscina')).toBeNull()
})

test('attendance row: shows the door if the gym has several doors', async () => {
  showTable({ showDoors: true, canUndo: () => false })
  expect((await rowOf('Luis')).getByText('Piscina')).toBeTruthy()
  expect((await rowOf('Ana')).getByText('—')).toBeTruthy()
})

test('attendance row: a button for voiding is shown only if the user may void that attendance', async () => {
  const { hand, onUndo } = showTable({ showDoors: false, canUndo: ({ status }) => status?.by_hand === true })
  expect((await rowOf('Luis')).queryByRole('button')).toBeNull()
  await hand.click((await rowOf('Ana')).getByRole('button', { name: 'Anular la entrada de Ana' }))
  expect(onUndo).toHaveBeenCalledWith(rows[0])
})

test('attendance list: a poll keeps the object identity of unchanged rows below a new one', () => {
  const answer = (...items: ListedAttendance[]) =>
    structuredClone({ items, total: items.length, pages: 1, pageCurrent: 1 })
  const before = answer(...rows)
  const after = reuseUnchangedRows(
    before,
    answer(attendance(3, 'Rosa', {}), attendance(1, 'Ana', {}), attendance(2, 'Luis', { door: 'Piscina' })),
  )
  expect(after.items.map((row) => before.items.indexOf(row))).toEqual([-1, -1, 1])
  expect(after.items[1]?.status?.visits).toBeNull()
  expect(reuseUnchangedRows(after, structuredClone(after))).toBe(after)
})
