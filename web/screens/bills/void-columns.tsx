import { documentOf } from '@torniquete/contract/documents.ts'
import { addSums, showMoney } from '@torniquete/contract/money.ts'
import { type Void, voidColumns } from '@torniquete/contract/voids.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column, List } from '../../kit/table-column.ts'
import { counted, filterText } from './list-texts.ts'

/** As in the file, but for what a screen shows otherwise. */
function columnsIn(zone: string): Column<Void>[] {
  const { number, at, document, party, user, reason, amount } = voidColumns
  return [
    { key: 'number', header: number.title, width: 92, cell: number.value },
    { key: 'at', header: at.title, cell: (each) => <InstantText instant={at.value(each)} zone={zone} /> },
    { key: 'document', header: document.title, folded: 'first', cell: document.value },
    { key: 'party', header: party.title, cell: party.value },
    { key: 'user', header: user.title, cell: user.value },
    { key: 'reason', header: reason.title, cell: reason.value },
    {
      key: 'amount',
      header: amount.title,
      align: 'right',
      folded: 'first',
      cell: (each) => <Money value={amount.value(each)} />,
    },
  ]
}

/** The days on which they were made; `user_name` is of whoever booked what was voided. */
export interface VoidsFilter {
  user_name?: string | undefined
  start_date: string
  end_date: string
}

/** `3 anulaciones · de ventas $ 350.00 · de egresos $ 20.00`: what was taken back of income, and of expenses. */
function sumOfVoids(voids: readonly Void[]): string {
  const told = (name: string, flow: 'in' | 'out' | undefined) => {
    const some = voids.filter(({ kind }) => documentOf[kind]?.flow === flow)
    return some.length > 0 && `${name} ${showMoney(addSums(some.map(({ amount }) => amount)))}`
  }
  const parts = [
    counted(voids.length, ['anulación', 'anulaciones']),
    told('de ventas', 'in'),
    told('de egresos', 'out'),
    told('de otros', undefined),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** On screen, by its own button, and in the report of a day. */
export const voidsList = (zone: string, { start_date, end_date, user_name }: VoidsFilter): List<Void> => ({
  label: 'Anulaciones',
  columns: columnsIn(zone),
  rowKey: ({ id }) => id,
  empty: 'No hay anulaciones',
  filter: filterText(start_date, end_date, 'Trabajador', user_name),
  sum: sumOfVoids,
})
