import { Paper, Skeleton, Title } from '@mantine/core'
import { IconCalendarX, IconCash, IconDoorEnter, IconId } from '@tabler/icons-react'
import { fromCents } from '@torniquete/contract/money.ts'
import type { Statistics } from '@torniquete/contract/statistics.ts'
import { type ReactNode, useId } from 'react'
import { Money } from '../../kit/Money.tsx'
import { centsOf } from '../cash-flow/balance.ts'
import classes from './dashboard.module.css'

const counted = (count: number) => count.toLocaleString('es-ES')

const unknownIncome = ['Total', 'Membresías', 'Productos'].map((label) => ({ label, value: null }))

/** What a figure is made of, since '12 / 3' alone tells nobody. */
function activeInWords({ active_memberships: clients, active_memberships_client_anonimo: anonymous }: Statistics) {
  const [one, other] = [clients === 1 ? 'cliente' : 'clientes', anonymous === 1 ? 'anónimo' : 'anónimos']
  return `${counted(clients)} ${one} / ${counted(anonymous)} ${other} hoy`
}

/** The four cards; undefined while the figures are on their way. */
export function Figures({ statistics }: { statistics: Statistics | undefined }) {
  return (
    <div className={classes.figures} aria-busy={!statistics}>
      <Card title="Ingresos del día" icon={<IconCash size={20} stroke={1.6} aria-hidden />}>
        <Income statistics={statistics} />
      </Card>
      <Card title="Asistentes del día" icon={<IconDoorEnter size={20} stroke={1.6} aria-hidden />}>
        <Figure
          value={statistics && counted(statistics.today_attendances)}
          hint="Clientes y anónimos que entraron hoy"
        />
      </Card>
      <Card title="Membresías activas" icon={<IconId size={20} stroke={1.6} aria-hidden />}>
        <Figure
          value={
            statistics &&
            `${counted(statistics.active_memberships)} / ${counted(statistics.active_memberships_client_anonimo)}`
          }
          hint={statistics ? activeInWords(statistics) : 'Clientes / anónimos hoy'}
        />
      </Card>
      <Card title="Membresías vencidas" icon={<IconCalendarX size={20} stroke={1.6} aria-hidden />}>
        <Figure value={statistics && counted(statistics.expired_memberships)} hint="Clientes sin membresía vigente" />
      </Card>
    </div>
  )
}

function Card({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <Paper component="section" aria-labelledby={heading} className={classes.card}>
      <Title order={2} id={heading} className={classes.name}>
        {icon}
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function Figure({ value, hint }: { value: string | undefined; hint: string }) {
  return (
    <>
      <p className={classes.amount}>{value ?? <Skeleton component="span" height={28} width="5rem" />}</p>
      <p className={classes.hint}>{hint}</p>
    </>
  )
}

function Income({ statistics }: { statistics: Statistics | undefined }) {
  const parts = statistics && [
    { label: 'Total', value: fromCents(centsOf(statistics.sales_memberships) + centsOf(statistics.sales_products)) },
    { label: 'Membresías', value: statistics.sales_memberships },
    { label: 'Productos', value: statistics.sales_products },
  ]
  return (
    <dl className={classes.income}>
      {(parts ?? unknownIncome).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null ? <Skeleton component="span" height={14} width="5rem" /> : <Money value={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}
