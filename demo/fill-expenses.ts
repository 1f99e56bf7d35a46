// Inserts a year of the demo gym's expenses, such as rent, apart from purchases of products.
import { addDays, defaultTimeZone } from '@torniquete/contract/shared/dates.ts'
import type { expenseCategories } from '@torniquete/contract/till/expenses.ts'
import type { Transaction } from '../server/platform/db/gym-statements.ts'
import { sql } from '../server/platform/db/sql.ts'

interface Bill {
  /** Day of the month on which the expense is paid. */
  day: string
  description: string
  category: (typeof expenseCategories)[number]
  payee: string
  amount: string
}

const monthly: readonly Bill[] = [
  {
    day: '01',
    description: 'Alquiler del local',
    category: 'Alquiler',
    payee: 'Inmobiliaria Yuna',
    amount: '28000.00',
  },
  { day: '05', description: 'Luz', category: 'Electricidad y agua', payee: 'Eléctrica del Norte', amount: '9450.75' },
  { day: '08', description: 'Internet', category: 'Internet y teléfono', payee: 'Red Cibao', amount: '2150.00' },
  { day: '15', description: 'Productos de limpieza', category: 'Limpieza', payee: 'Casa Espuma', amount: '1830.50' },
  {
    day: '22',
    description: 'Revisión de caminadoras',
    category: 'Mantenimiento',
    payee: 'Taller Roldán',
    amount: '3500.00',
  },
]

/** Inserts expenses up to yesterday in order of time, because document numbers follow the order of insertion. */
export async function fillExpenses(tx: Transaction, gym: number, user: number, today: string): Promise<void> {
  const days = Array.from({ length: 365 }, (_, index) => addDays(today, index - 365))
  const paid = days.flatMap((day) =>
    monthly.filter((each) => each.day === day.slice(8)).map((each) => ({ ...each, day })),
  )
  await tx.run(sql`
    insert into expenses (gym_id, id_user, created_at, spent_on, description, category, party_name, amount)
    select ${gym}, ${user}, (day + time '08:30') at time zone ${defaultTimeZone}, day, description, category, payee, amount
    from unnest(${paid.map(({ day }) => day)}::date[], ${paid.map(({ description }) => description)}::text[],
      ${paid.map(({ category }) => category)}::text[], ${paid.map(({ payee }) => payee)}::text[],
      ${paid.map(({ amount }) => amount)}::numeric[]) as p (day, description, category, payee, amount)
    order by day`)
}
