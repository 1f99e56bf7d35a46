import { documentTexts } from '@torniquete/contract/documents.ts'
import { addSums, showMoney } from '@torniquete/contract/shared/money.ts'
import { counted } from '@torniquete/contract/shared/numbers.ts'
import { formatDocumentName, type Void } from '@torniquete/contract/till/voids.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column, List } from '../../kit/table-column.ts'
import { filterText } from './list-texts.ts'

function voidColumns(zone: string): Column<Void>[] {
  return [
    { header: 'N.º', width: 92, cell: ({ number }) => number },
    { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
    {
      header: 'Documento',
      folded: 'first',
      cell: (each) => `${formatDocumentName(each)}${each.partial ? ' (en parte)' : ''}`,
    },
    { header: 'De', cell: ({ document }) => document.party },
    { header: 'Usuario', cell: ({ user }) => user.name },
    { header: 'Motivo', cell: ({ reason }) => reason },
    { header: 'Importe', align: 'right', folded: 'first', cell: ({ amount }) => <Money value={amount} /> },
  ]
}

/** Days on which the voids were made; `user_name` is the user who booked the voided document. */
export interface VoidsFilter {
  user_name?: string | undefined
  start_date: string
  end_date: string
}

/** `3 anulaciones · de ventas $ 350.00 · de egresos $ 20.00`: income and expenses separately. */
function sumOfVoids(voids: readonly Void[]): string {
  const told = (name: string, flow: 'in' | 'out' | undefined) => {
    const some = voids.filter(({ kind }) => documentTexts[kind]?.flow === flow)
    return some.length > 0 && `${name} ${showMoney(addSums(some.map(({ amount }) => amount)))}`
  }
  const parts = [
    counted(voids.length, 'anulación', 'anulaciones'),
    told('de ventas', 'in'),
    told('de egresos', 'out'),
    told('de otros', undefined),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Used on screen and in the daily report. */
export const voidsList = (zone: string, filter: VoidsFilter): List<Void> => ({
  label: 'Anulaciones',
  columns: voidColumns(zone),
  rowKey: ({ id }) => id,
  empty: 'No hay anulaciones',
  filter: filterText(filter, 'Trabajador', filter.user_name),
  sum: sumOfVoids,
})
