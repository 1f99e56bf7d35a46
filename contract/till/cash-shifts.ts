// Cash drawers and their shifts.
import { z } from 'zod'
import { documentAreas } from '../document-types.ts'
import { create, defineArea, get, post, put } from '../shared/define-area.ts'
import { plain, shared } from '../shared/history-field-names.ts'
import { showMoney } from '../shared/money.ts'
import { admins, staff } from '../shared/roles.ts'
import {
  amount,
  count,
  id,
  idAndName,
  listSchema,
  money,
  optionalLine,
  pageQuery,
  positiveAmount,
  text,
  timestamp,
  wholeNumber,
} from '../shared/schemas.ts'
import { shortDrawerField } from './payment-fields.ts'
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
  amount: money,
  reason: z.string(),
  at: timestamp,
  by: z.string(),
  voided: z.object({ at: timestamp, by: z.string() }).nullable(),
})
export type CashMovement = z.infer<typeof CashMovement>

/** Opening amount and movements, for the cashier who counts; expected sums are left out. */
export const ShiftMoves = z.object({
  opened: z.object({ at: timestamp, by: idAndName, amount: money }),
  moves: z.array(CashMovement),
})
export type ShiftMoves = z.infer<typeof ShiftMoves>

const CountedAmount = z.object({ value: money, pieces: z.number().int() })

export const CashShift = z.object({
  id,
  drawer: idAndName,
  opened: ShiftMoves.shape.opened,
  /** Result of closing; null while the shift is open. Numbers of Z reports have no gaps. */
  closed: z
    .object({
      number: z.number().int(),
      at: timestamp,
      by: idAndName,
      counts: z.array(CountedAmount),
      counted: money,
      expected: money,
      /** Counted minus expected cash. */
      difference: money,
      note: z.string().nullable(),
    })
    .nullable(),
})
export type CashShift = z.infer<typeof CashShift>

/** Report of a shift: X report while it is open, Z report after closing. */
export const CashReport = z.object({
  shift: CashShift,
  /** Cash that should be in the drawer. */
  expected: money,
  /** Totals by payment method, less voids: income from sales and memberships, outgoings for purchases and expenses. */
  kinds: z.array(
    z.object({
      kind: idAndName,
      in_drawer: z.boolean(),
      income: money,
      expenses: money,
      /** Amount of the `refunds` refunds to clients; `income` plus this amount is the income before refunds. */
      refunded: money,
      refunds: count,
      /** Amount that the gym got back for voided purchases and expenses. */
      recovered: money,
      recoveries: count,
    }),
  ),
  /** Sales paid in this shift by seller, minus refunds of these sales in this shift. */
  sellers: z.array(z.object({ user: idAndName, income: money })),
  /** Debts paid in this shift, minus refunds of such payments; the cashier need not be the seller. */
  collected: money,
  /** Refunds (positive) in this shift of sales made in other shifts, by the user who voided the sales. */
  refunders: z.array(z.object({ user: idAndName, amount: money })),
  /** Refunds in the order in which they were booked. */
  refunds: z.array(Refund),
  moves: z.array(CashMovement),
})
export type CashReport = z.infer<typeof CashReport>

/** Face values of notes and coins, largest first. */
export const denominations = ['2000', '1000', '500', '200', '100', '50', '25', '20', '10', '5', '1'] as const

export const CashCounts = z
  .array(z.object({ value: positiveAmount, pieces: wholeNumber(1, 100_000) }))
  .max(30)
  .refine((counts) => new Set(counts.map(({ value }) => Number(value))).size === counts.length, 'Hay un valor repetido')

/** `needs_shift`: cash is accepted only with an open shift; otherwise sellers only get a warning. */
export const DrawerRules = z.object({ needs_shift: z.boolean() })
export type DrawerRules = z.infer<typeof DrawerRules>

export const defaultDrawerRules: DrawerRules = { needs_shift: false }

export const NewCashDrawer = z.object({ name: text(40) })

/** Returns `Faltan $ 38.50`, `Sobran $ 2.00` or `Cuadra`. */
export function differenceText(difference: string): string {
  const value = Number(difference)
  if (value === 0) return 'Cuadra'
  return `${value < 0 ? 'Faltan' : 'Sobran'} ${showMoney(difference.replace('-', ''))}`
}

export const cashShiftsArea = defineArea(
  {
    'cash-shifts.drawers': get(staff, '/cash_drawers/', 'List drawers by name with their open shift, hidden ones too', {
      answer: z.array(CashDrawer),
    }),
    'cash-shifts.create-drawer': create(admins, '/cash_drawers/', 'Create a drawer', {
      body: NewCashDrawer,
      answer: CashDrawer,
      errors: ['drawer.duplicate'],
    }),
    'cash-shifts.update-drawer': put(admins, '/cash_drawers/{id}', 'Rename, hide or show a drawer', {
      body: NewCashDrawer.extend({ is_hidden: z.boolean() }).partial(),
      answer: CashDrawer,
      errors: ['drawer.duplicate', 'drawer.in-use'],
    }),
    'cash-shifts.rules': get(staff, '/cash_drawers/rules', 'Tell if cash needs an open drawer', {
      answer: DrawerRules,
    }),
    'cash-shifts.set-rules': put(admins, '/cash_drawers/rules', 'Set if cash needs an open drawer', {
      body: DrawerRules,
      answer: DrawerRules,
    }),
    'cash-shifts.list': get(admins, '/cash_shifts/', 'List closed shifts, newest first', {
      query: pageQuery,
      answer: listSchema(CashShift),
    }),
    'cash-shifts.report': get(admins, '/cash_shifts/{id}', 'Get the X report of an open shift, Z of a closed one', {
      answer: CashReport,
      shows: [...documentAreas, 'payment-kinds', 'debts'],
    }),
    'cash-shifts.open': create(staff, '/cash_shifts/', 'Open a shift of a drawer with its starting cash', {
      body: z.object({ id_drawer: id, amount }),
      answer: CashShift,
      errors: ['row.missing', 'shift.open', 'drawer.hidden'],
    }),
    'cash-shifts.move': post(staff, '/cash_shifts/{id}/moves', 'Record cash put in or taken out', {
      body: z.object({
        amount: positiveAmount,
        out: z.boolean(),
        reason: text(255),
        confirm: z.boolean().optional(),
      }),
      answer: CashShift,
      booked: 'Movimiento de caja registrado.',
      errors: ['shift.closed', 'drawer.short'],
    }),
    'cash-shifts.moves': get(staff, '/cash_shifts/{id}/moves', 'Get a shift’s opening amount and movements', {
      answer: ShiftMoves,
    }),
    'cash-shifts.void-move': post(staff, '/cash_shifts/{id}/moves/{id_move}/void', 'Void a movement of a shift', {
      body: z.object(shortDrawerField),
      answer: ShiftMoves,
      errors: ['shift.closed', 'move.voided', 'move.of-other', 'drawer.short'],
    }),
    'cash-shifts.close': post(staff, '/cash_shifts/{id}/close', 'Close a shift with the counted cash; answers the Z', {
      body: z.object({
        counts: CashCounts,
        note: optionalLine(255).optional(),
        /** True refuses a count that differs by more than a quarter, with the error `shift.far`. */
        refuse_far: z.boolean().optional(),
      }),
      answer: CashReport,
      booked: 'Caja cerrada.',
      errors: ['shift.closed', 'shift.far'],
    }),
  },
  {
    history: {
      drawer_rules: {
        object: 'las reglas de la caja',
        fields: { needs_shift: plain('«En efectivo, solo con la caja abierta»') },
      },
      cash_drawers: {
        object: 'la caja',
        named: true,
        fields: { ...shared('name'), is_hidden: plain('«Ya no se usa»'), ...shared('created_at', 'updated_at') },
      },
    },
  },
)
