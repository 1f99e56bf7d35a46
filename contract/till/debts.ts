// Debts of sales and memberships: rules, debtors and payments.
import { z } from 'zod'
import { getLastMembershipDay } from '../shared/dates.ts'
import { defineArea, defineGet, definePost, definePut } from '../shared/define-area.ts'
import { partOfAnotherFieldLabel } from '../shared/history-field-labels.ts'
import { formatMoney } from '../shared/money.ts'
import { type RoleName, staffRoles, superAdminOnly } from '../shared/roles.ts'
import {
  id,
  idInPath,
  idsInQuery,
  makeListSchema,
  moneyInput,
  moneyText,
  nameFilter,
  optionalMoneyInput,
  optionalWholeNumberBetween,
  pageQuery,
  positiveMoneyInput,
} from '../shared/schemas.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'
import { paymentFields } from './payment-fields.ts'

/** Largest debt that a client may have after a sale by this role; null is unlimited. Super admins have no limit. */
const limits = { gym_admin: moneyText.nullable(), gym_worker: moneyText.nullable() }

export const DebtRules = z.object({
  /** True if new debts are allowed; existing debts are kept in any case. */
  is_on: z.boolean(),
  ...limits,
  /** Days after the first debt until the door refuses the debtor; null never refuses. */
  bars_after: z.number().int().nullable(),
  /** True if any client has a debt. */
  is_owed: z.boolean(),
})
export type DebtRules = z.infer<typeof DebtRules>

/** Largest debt that a client may have after a sale by this role; null is unlimited. */
export function getDebtLimit(
  { is_on, ...rules }: Omit<DebtRules, 'is_owed' | 'bars_after'>,
  role: RoleName,
): string | null {
  if (!is_on) return '0.00'
  if (role === 'gym_super_admin') return null
  return role === 'gym_admin' ? rules.gym_admin : rules.gym_worker
}

export const DebtSummary = z.object({
  id_client: id,
  owed: moneyText,
  /** Day of the oldest unpaid debt. */
  since: z.string(),
  /** First day on which the door refuses the debtor; null if it never does. */
  barred_from: z.string().nullable(),
})
export type DebtSummary = z.infer<typeof DebtSummary>

/** Returns a text such as `Debe $ 30.00`. */
export const formatDebt = ({ owed }: Pick<DebtSummary, 'owed'>): string => `Debe ${formatMoney(owed)}`

/** Text for sellers, such as `Debe $ 30.00: la puerta no le abre hasta que pague.` */
export function formatDebtAtTill(owed: Pick<DebtSummary, 'owed' | 'barred_from'>, today: string | null): string {
  const isShut = owed.barred_from !== null && today !== null && owed.barred_from <= today
  return `${formatDebt(owed)}${isShut ? ': la puerta no le abre hasta que pague' : ''}.`
}

export const getDebtorLastAccessDay = ({ barred_from }: Pick<DebtSummary, 'barred_from'>): string | null =>
  barred_from && getLastMembershipDay(barred_from)

const document = z.enum(['sale', 'payment'])

export const Debt = z.object({
  id,
  document: z.object({ kind: document, id, number: z.number().int() }),
  /** Name of the plan if the debt is for a membership, otherwise null. */
  name: z.string().nullable(),
  since: z.string(),
  /** `amount`: original debt; `owed`: unpaid part. */
  amount: moneyText,
  owed: moneyText,
})
export type Debt = z.infer<typeof Debt>

/** Unpaid debts of a client, oldest first; `owed` is null if there are none. */
export const ClientDebts = z.object({ owed: DebtSummary.nullable(), debts: z.array(Debt) })
export type ClientDebts = z.infer<typeof ClientDebts>

/** Debts left after a payment; `id` and `number` are those of the collection (the payment). */
export const DebtsAfterCollection = ClientDebts.extend({ id, number: z.number().int() })

export const Debtor = DebtSummary.extend({
  id,
  name: z.string(),
  documents: z.number().int(),
  /** True if the client is deleted; debts can be paid again after the client is restored. */
  deleted: z.boolean(),
})
export type Debtor = z.infer<typeof Debtor>

export const formatDebtorName = ({ name, deleted }: Debtor): string => (deleted ? `${name} (eliminado)` : name)

const filter = z.object({ name: nameFilter.optional() })

const columns: readonly SheetColumn<Debtor>[] = [
  { title: 'Cliente', type: 'text', width: 32, value: formatDebtorName },
  { title: 'Debe desde', type: 'day', width: 16, value: ({ since }) => since },
  { title: 'Documentos', type: 'number', value: ({ documents }) => documents },
  { title: 'Debe', type: 'money', value: ({ owed }) => owed },
]

export const NewDebtCollection = z.object({
  amount: positiveMoneyInput,
  /** Total debt that the user saw; if it changed and all is to be paid, the payment is refused. */
  expected_owed: moneyInput.nullable().optional(),
  ...paymentFields,
})

export const debtsArea = defineArea(
  {
    'debts.rules': defineGet(staffRoles, '/debts/rules', 'Get the debt rules, and if any client owes', {
      answer: DebtRules,
      versioned: 'debt_rules',
    }),
    'debts.set-rules': definePut(superAdminOnly, '/debts/rules', 'Set the debt rules; the door follows at once', {
      body: z
        .object({
          is_on: z.boolean(),
          gym_admin: optionalMoneyInput,
          gym_worker: optionalMoneyInput,
          bars_after: optionalWholeNumberBetween(0, 365),
        })
        .partial(),
      answer: DebtRules,
      versioned: 'debt_rules',
    }),
    'debts.list': defineGet(staffRoles, '/debts/', 'List clients who owe, oldest debt first; amount_sum of all', {
      query: pageQuery.extend(filter.shape),
      answer: makeListSchema(Debtor).extend({ amount_sum: moneyText }),
    }),
    'debts.export': defineExport('/debts/', staffRoles, filter, { file: 'Deudas', columns, totals: true }),
    'debts.of-client': defineGet(staffRoles, '/debts/clients/{id_client}', 'List a client’s debts by document', {
      answer: ClientDebts,
    }),
    'debts.collect': definePost(staffRoles, '/debts/clients/{id_client}', 'Collect a client’s debts, oldest first', {
      body: NewDebtCollection,
      answer: DebtsAfterCollection,
      booked: 'Cobro registrado.',
      errors: [
        'debt.anonymous',
        'debt.none',
        'debt.other',
        'debt.less',
        'debt.changed',
        'debt.other-sum',
        'shift.closed',
        'shift.needed',
      ],
    }),
    'debts.of-documents': defineGet(staffRoles, '/debts/documents/{document}', 'Get the open debt of each document', {
      params: z.object({ document }),
      query: z.object({ ids: idsInQuery }),
      answer: z.array(z.object({ id, owed: moneyText })),
    }),
    'debts.of-document': defineGet(staffRoles, '/debts/documents/{document}/{id}', 'Get the initial and open debt', {
      params: z.object({ document, id: idInPath }),
      answer: z.object({ amount: moneyText, owed: moneyText }).nullable(),
    }),
  },
  {
    shows: ['sales', 'payments', 'clients', 'gym-info'],
    history: {
      debt_rules: {
        object: 'a las deudas',
        fields: {
          is_on: '«Se puede dejar a deber»',
          gym_admin: ['el límite si vende un administrador', 'money'],
          gym_worker: ['el límite si vende un trabajador', 'money'],
          bars_after: 'el plazo en días antes de cerrar la puerta',
          set_at: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
