// Debts of sales and memberships: rules, debtors and payments.
import { z } from 'zod'
import { area, get, post, put } from '../shared/area.ts'
import { lastValidDay } from '../shared/dates.ts'
import { el, part, plain } from '../shared/history-field-names.ts'
import { showMoney } from '../shared/money.ts'
import { type RoleName, staff, superAdmin } from '../shared/roles.ts'
import {
  amount,
  id,
  idInAddress,
  idsInQuery,
  listSchema,
  money,
  nameQuery,
  optionalAmount,
  optionalWholeNumber,
  pageQuery,
  positiveAmount,
} from '../shared/shapes.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'
import { paymentFields } from './payment-fields.ts'

/** Largest debt of a client after a sale by a role; null is unlimited. The super admin has no limit. */
const limits = { gym_admin: money.nullable(), gym_worker: money.nullable() }

export const DebtRules = z.object({
  /** New debts are allowed; existing ones stay in any case. */
  is_on: z.boolean(),
  ...limits,
  /** Days between the first debt and the closing of the door; null never closes it. */
  bars_after: z.number().int().nullable(),
  /** True if a client owes something. */
  is_owed: z.boolean(),
})
export type DebtRules = z.infer<typeof DebtRules>

/** True if debts are visible at all. */
export const showsDebts = (rules: Pick<DebtRules, 'is_on' | 'is_owed'> | undefined): boolean =>
  rules !== undefined && (rules.is_on || rules.is_owed)

/** Largest debt after a sale by the role; null is unlimited. */
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
  owed: money,
  /** Day of the oldest debt. */
  since: z.string(),
  /** First day without access. */
  barred_from: z.string().nullable(),
})
export type DebtSummary = z.infer<typeof DebtSummary>

/** `Debe $ 30.00`. */
export const owedText = ({ owed }: Pick<DebtSummary, 'owed'>): string => `Debe ${showMoney(owed)}`

/** For sellers: `Debe $ 30.00: la puerta no le abre hasta que pague.` */
export function formatDebtAtTill(owed: Pick<DebtSummary, 'owed' | 'barred_from'>, today: string | null): string {
  const isShut = owed.barred_from !== null && today !== null && owed.barred_from <= today
  return `${owedText(owed)}${isShut ? ': la puerta no le abre hasta que pague' : ''}.`
}

export const getLastDayWithAccess = ({ barred_from }: Pick<DebtSummary, 'barred_from'>): string | null =>
  barred_from && lastValidDay(barred_from)

const document = z.enum(['sale', 'payment'])

export const Debt = z.object({
  id,
  document: z.object({ kind: document, id, number: z.number().int() }),
  /** Plan of a membership. */
  name: z.string().nullable(),
  since: z.string(),
  /** Original amount, and what is still owed. */
  amount: money,
  owed: money,
})
export type Debt = z.infer<typeof Debt>

/** Oldest first; `owed` is null without debts. */
export const ClientDebts = z.object({ owed: DebtSummary.nullable(), debts: z.array(Debt) })
export type ClientDebts = z.infer<typeof ClientDebts>

/** State after a payment, which is collection `id`. */
export const Collected = ClientDebts.extend({ id, number: z.number().int() })

export const Debtor = DebtSummary.extend({
  id,
  name: z.string(),
  documents: z.number().int(),
  /** Payments are possible again after the client is restored. */
  deleted: z.boolean(),
})
export type Debtor = z.infer<typeof Debtor>

export const formatDebtor = ({ name, deleted }: Debtor): string => (deleted ? `${name} (eliminado)` : name)

const filter = z.object({ name: nameQuery.optional() })

const columns: readonly SheetColumn<Debtor>[] = [
  { title: 'Cliente', type: 'text', width: 32, value: formatDebtor },
  { title: 'Debe desde', type: 'day', width: 16, value: ({ since }) => since },
  { title: 'Documentos', type: 'number', value: ({ documents }) => documents },
  { title: 'Debe', type: 'money', value: ({ owed }) => owed },
]

export const NewCollection = z.object({
  amount: positiveAmount,
  /** Total that was shown; refused if all is paid and the total changed. */
  expected_owed: amount.nullable().optional(),
  ...paymentFields,
})

export const debtsArea = area(
  {
    'debts.rules': get(staff, '/debts/rules', 'Get the debt rules, and if any client owes', {
      answer: DebtRules,
      versioned: 'debt_rules',
    }),
    'debts.set-rules': put(superAdmin, '/debts/rules', 'Set the debt rules; the door follows at once', {
      body: z
        .object({
          is_on: z.boolean(),
          gym_admin: optionalAmount,
          gym_worker: optionalAmount,
          bars_after: optionalWholeNumber(0, 365),
        })
        .partial(),
      answer: DebtRules,
      versioned: 'debt_rules',
    }),
    'debts.list': get(staff, '/debts/', 'List clients who owe, oldest debt first; amount_sum is of all that match', {
      query: pageQuery.extend(filter.shape),
      answer: listSchema(Debtor).extend({ amount_sum: money }),
    }),
    'debts.export': defineExport('/debts/', staff, filter, { file: 'Deudas', columns, totals: true }),
    'debts.of-client': get(staff, '/debts/clients/{id_client}', 'List a client’s debts by document', {
      answer: ClientDebts,
    }),
    'debts.collect': post(staff, '/debts/clients/{id_client}', 'Record a client’s debt payment, oldest first', {
      body: NewCollection,
      answer: Collected,
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
    'debts.of-documents': get(staff, '/debts/documents/{document}', 'Get the open debt of each given document', {
      params: z.object({ document }),
      query: z.object({ ids: idsInQuery }),
      answer: z.array(z.object({ id, owed: money })),
    }),
    'debts.of-document': get(staff, '/debts/documents/{document}/{id}', 'Get a document’s initial and open debt', {
      params: z.object({ document, id: idInAddress }),
      answer: z.object({ amount: money, owed: money }).nullable(),
    }),
  },
  {
    shows: ['sales', 'payments', 'clients', 'gym-info'],
    history: {
      debt_rules: {
        object: 'a las deudas',
        fields: {
          is_on: plain('«Se puede dejar a deber»'),
          gym_admin: el('límite si vende un administrador', 'money'),
          gym_worker: el('límite si vende un trabajador', 'money'),
          bars_after: el('plazo en días antes de cerrar la puerta'),
          set_at: part,
        },
      },
    },
  },
)
