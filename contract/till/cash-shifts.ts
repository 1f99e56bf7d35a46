// Cash drawers and their shifts.
import { z } from 'zod'
import { documentAreaNames } from '../document-types.ts'
import { defineArea, defineCreate, defineGet, definePost, definePut } from '../shared/define-area.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { formatMoney } from '../shared/money.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  countSchema,
  id,
  idAndName,
  makeListSchema,
  moneyInput,
  moneyText,
  optionalLine,
  pageQuery,
  positiveMoneyInput,
  textLine,
  timestamp,
  wholeNumberBetween,
} from '../shared/schemas.ts'
import { refuseShortDrawerField } from './payment-fields.ts'
import { Refund } from './refunds.ts'

export const CashDrawer = z.object({
  id,
  name: z.string(),
  /** True if the drawer is no longer used; its shifts are kept. */
  is_hidden: z.boolean(),
  shift: z.object({ id, at: timestamp, by: z.string() }).nullable(),
})
export type CashDrawer = z.infer<typeof CashDrawer>

/** Cash put into or taken out of (negative) a drawer without a document; voided movements do not count. */
const CashMovement = z.object({
  id,
  amount: moneyText,
  reason: z.string(),
  at: timestamp,
  by: z.string(),
  voided: z.object({ at: timestamp, by: z.string() }).nullable(),
})
export type CashMovement = z.infer<typeof CashMovement>

/** Opening amount and movements, for the cashier who counts; expected sums are left out. */
export const ShiftMovements = z.object({
  opened: z.object({ at: timestamp, by: idAndName, amount: moneyText }),
  moves: z.array(CashMovement),
})
export type ShiftMovements = z.infer<typeof ShiftMovements>

const CountedAmount = z.object({ value: moneyText, pieces: z.number().int() })

export const CashShift = z.object({
  id,
  drawer: idAndName,
  opened: ShiftMovements.shape.opened,
  /** Result of closing; null while the shift is open. Numbers of Z reports have no gaps. */
  closed: z
    .object({
      number: z.number().int(),
      at: timestamp,
      by: idAndName,
      counts: z.array(CountedAmount),
      counted: moneyText,
      expected: moneyText,
      /** Counted minus expected cash. */
      difference: moneyText,
      note: z.string().nullable(),
    })
    .nullable(),
})
export type CashShift = z.infer<typeof CashShift>

/** Report of a shift: X report while it is open, Z report after closing. */
export const CashShiftReport = z.object({
  shift: CashShift,
  /** Cash that should be in the drawer. */
  expected: moneyText,
  /** Totals by payment method, less voids: income from sales and memberships, outgoings for purchases and expenses. */
  kinds: z.array(
    z.object({
      kind: idAndName,
      in_drawer: z.boolean(),
      income: moneyText,
      expenses: moneyText,
      /** Amount of the `refunds` refunds to clients; `income` plus this amount is the income before refunds. */
      refunded: moneyText,
      refunds: countSchema,
      /** Amount that the gym got back for voided purchases and expenses. */
      recovered: moneyText,
      recoveries: countSchema,
    }),
  ),
  /** Sales paid in this shift by seller, minus refunds of these sales in this shift. */
  sellers: z.array(z.object({ user: idAndName, income: moneyText })),
  /** Debts paid in this shift, minus refunds of such payments; the cashier need not be the seller. */
  collected: moneyText,
  /** Refunds (positive) in this shift of sales made in other shifts, by the user who voided the sales. */
  refunders: z.array(z.object({ user: idAndName, amount: moneyText })),
  /** Refunds in the order in which they were booked. */
  refunds: z.array(Refund),
  moves: z.array(CashMovement),
})
export type CashShiftReport = z.infer<typeof CashShiftReport>

/** Face values of notes and coins, largest first. */
export const denominations = ['2000', '1000', '500', '200', '100', '50', '25', '20', '10', '5', '1'] as const

export const DenominationCounts = z
  .array(z.object({ value: positiveMoneyInput, pieces: wholeNumberBetween(1, 100_000) }))
  .max(30)
  .refine((counts) => new Set(counts.map(({ value }) => Number(value))).size === counts.length, 'Hay un valor repetido')

/** `needs_shift`: cash is accepted only with an open shift; otherwise sellers only get a warning. */
export const CashDrawerRules = z.object({ needs_shift: z.boolean() })
export type CashDrawerRules = z.infer<typeof CashDrawerRules>

export const defaultDrawerRules: CashDrawerRules = { needs_shift: false }

export const NewCashDrawer = z.object({ name: textLine(40) })

/** Returns `Faltan $ 38.50`, `Sobran $ 2.00` or `Cuadra`. */
export function formatCashDifference(difference: string): string {
  const value = Number(difference)
  if (value === 0) return 'Cuadra'
  return `${value < 0 ? 'Faltan' : 'Sobran'} ${formatMoney(difference.replace('-', ''))}`
}

export const cashShiftsArea = defineArea(
  {
    'cash-shifts.drawers': defineGet(staffRoles, '/cash_drawers/', 'List drawers by name with their open shift', {
      answer: z.array(CashDrawer),
    }),
    'cash-shifts.create-drawer': defineCreate(adminRoles, '/cash_drawers/', 'Create a drawer', {
      body: NewCashDrawer,
      answer: CashDrawer,
      errors: ['drawer.duplicate'],
    }),
    'cash-shifts.update-drawer': definePut(adminRoles, '/cash_drawers/{id}', 'Rename, hide or show a drawer', {
      body: NewCashDrawer.extend({ is_hidden: z.boolean() }).partial(),
      answer: CashDrawer,
      errors: ['drawer.duplicate', 'drawer.in-use'],
    }),
    'cash-shifts.rules': defineGet(staffRoles, '/cash_drawers/rules', 'Tell if cash needs an open drawer', {
      answer: CashDrawerRules,
    }),
    'cash-shifts.set-rules': definePut(adminRoles, '/cash_drawers/rules', 'Set if cash needs an open drawer', {
      body: CashDrawerRules,
      answer: CashDrawerRules,
    }),
    'cash-shifts.list': defineGet(adminRoles, '/cash_shifts/', 'List closed shifts, newest first', {
      query: pageQuery,
      answer: makeListSchema(CashShift),
    }),
    'cash-shifts.report': defineGet(adminRoles, '/cash_shifts/{id}', 'Get the X or Z report of a shift', {
      answer: CashShiftReport,
      shows: [...documentAreaNames, 'payment-kinds', 'debts'],
    }),
    'cash-shifts.open': defineCreate(staffRoles, '/cash_shifts/', 'Open a shift of a drawer with its starting cash', {
      body: z.object({ id_drawer: id, amount: moneyInput }),
      answer: CashShift,
      errors: ['row.missing', 'shift.open', 'drawer.hidden'],
    }),
    'cash-shifts.move': definePost(staffRoles, '/cash_shifts/{id}/moves', 'Record cash put in or taken out', {
      body: z.object({
        amount: positiveMoneyInput,
        out: z.boolean(),
        reason: textLine(255),
        confirm: z.boolean().optional(),
      }),
      answer: CashShift,
      booked: 'Movimiento de caja registrado.',
      errors: ['shift.closed', 'drawer.short'],
    }),
    'cash-shifts.moves': defineGet(staffRoles, '/cash_shifts/{id}/moves', 'Get a shift’s opening sum and movements', {
      answer: ShiftMovements,
    }),
    'cash-shifts.void-move': definePost(staffRoles, '/cash_shifts/{id}/moves/{id_move}/void', 'Void a cash movement', {
      body: z.object(refuseShortDrawerField),
      answer: ShiftMovements,
      errors: ['shift.closed', 'move.voided', 'move.of-other', 'drawer.short'],
    }),
    'cash-shifts.close': definePost(staffRoles, '/cash_shifts/{id}/close', 'Close a shift by its cash count', {
      body: z.object({
        counts: DenominationCounts,
        note: optionalLine(255).optional(),
        /** True refuses a count that differs by more than a quarter, with the error `shift.far`. */
        refuse_far: z.boolean().optional(),
      }),
      answer: CashShiftReport,
      booked: 'Caja cerrada.',
      errors: ['shift.closed', 'shift.far'],
    }),
  },
  {
    history: {
      drawer_rules: {
        object: 'las reglas de la caja',
        fields: { needs_shift: '«En efectivo, solo con la caja abierta»' },
      },
      cash_drawers: {
        object: 'la caja',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name'),
          is_hidden: '«Ya no se usa»',
          ...pickSharedFieldLabels('created_at', 'updated_at'),
        },
      },
    },
  },
)
