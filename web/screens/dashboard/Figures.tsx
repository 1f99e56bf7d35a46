import type { Statistics } from '@torniquete/contract/reports/statistics.ts'
import { fromCents, sumToCents } from '@torniquete/contract/shared/money.ts'
import { counted, showNumber } from '@torniquete/contract/shared/numbers.ts'
import { AmountList, FigureCard, NumberCard } from '../../kit/FigureCard.tsx'
import { IconCalendarX, IconCash, IconDoorEnter, IconId } from '../../kit/icons.ts'
import classes from './dashboard.module.css'

const unknownIncome = ['Membresías', 'Productos', 'Total'].map((label) => ({ label, value: null }))

/** Explains a figure such as '12 / 3'. */
function activeInWords({ active_memberships: clients, active_memberships_client_anonimo: anonymous }: Statistics) {
  return `${counted(clients, 'cliente', 'clientes')} / ${counted(anonymous, 'anónimo', 'anónimos')} hoy`
}

/** The four cards; undefined while loading. */
export function Figures({ statistics }: { statistics: Statistics | undefined }) {
  return (
    <div className={classes.figures} aria-busy={!statistics}>
      <FigureCard title="Ingresos del día" icon={<IconCash size={20} stroke={1.6} aria-hidden />}>
        <Income statistics={statistics} />
      </FigureCard>
      <NumberCard
        title="Asistentes del día"
        icon={<IconDoorEnter size={20} stroke={1.6} aria-hidden />}
        value={statistics && showNumber(statistics.today_attendances)}
        hint="Clientes y anónimos que entraron hoy"
      />
      <NumberCard
        title="Membresías activas"
        icon={<IconId size={20} stroke={1.6} aria-hidden />}
        value={
          statistics &&
          `${showNumber(statistics.active_memberships)} / ${showNumber(statistics.active_memberships_client_anonimo)}`
        }
        hint={statistics ? activeInWords(statistics) : 'Clientes / anónimos hoy'}
      />
      <NumberCard
        title="Membresías vencidas"
        icon={<IconCalendarX size={20} stroke={1.6} aria-hidden />}
        value={statistics && showNumber(statistics.expired_memberships)}
        hint="Clientes sin membresía vigente"
      />
    </div>
  )
}

function Income({ statistics }: { statistics: Statistics | undefined }) {
  const parts = statistics && [
    { label: 'Membresías', value: statistics.sales_memberships },
    { label: 'Productos', value: statistics.sales_products },
    {
      label: 'Total',
      value: fromCents(sumToCents(statistics.sales_memberships) + sumToCents(statistics.sales_products)),
    },
  ]
  return <AmountList amounts={parts ?? unknownIncome} />
}
