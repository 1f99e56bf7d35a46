// Payment methods of a gym: cash, card, transfer, and others that the gym adds.
import { z } from 'zod'
import { makeFiscalOnlyField } from '../fiscal/receipts.ts'
import { fiscalPaymentFormSchema } from '../fiscal/tax.ts'
import { defineArea, defineCreate, defineGet, definePut } from '../shared/define-area.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import { id, textLine, wholeNumberBetween } from '../shared/schemas.ts'

export const PaymentKind = z.object({
  id,
  name: z.string(),
  /** True for cash, which is kept in a drawer. */
  in_drawer: z.boolean(),
  /** True for the default method; each gym has exactly one. */
  is_default: z.boolean(),
  /** True if the method is no longer offered; existing documents keep it. */
  is_hidden: z.boolean(),
  fiscal_form: makeFiscalOnlyField(fiscalPaymentFormSchema),
})
export type PaymentKind = z.infer<typeof PaymentKind>

export const NewPaymentKind = z.object({
  name: textLine(40),
  in_drawer: z.boolean().optional(),
  fiscal_form: fiscalPaymentFormSchema.optional(),
})
export const PaymentKindChange = NewPaymentKind.extend({
  is_hidden: z.boolean(),
  /** Makes this method the default instead of the previous one. */
  is_default: z.literal(true, 'Elige otra forma de pago en su lugar'),
  /** New position of the method in the list, from 0. */
  position: wholeNumberBetween(0, 1000),
}).partial()

export const paymentKindsArea = defineArea(
  {
    'payment-kinds.list': defineGet(staffRoles, '/payment_kinds/', 'List payment methods in order, hidden ones too', {
      answer: z.array(PaymentKind),
    }),
    'payment-kinds.create': defineCreate(adminRoles, '/payment_kinds/', 'Create a payment method, last in the list', {
      body: NewPaymentKind,
      answer: PaymentKind,
      errors: ['payment-kind.duplicate'],
    }),
    'payment-kinds.update': definePut(adminRoles, '/payment_kinds/{id_kind}', 'Change, hide, move or prefer a method', {
      body: PaymentKindChange,
      answer: PaymentKind,
      errors: ['payment-kind.duplicate', 'payment-kind.default'],
    }),
  },
  {
    history: {
      payment_kinds: {
        object: 'la forma de pago',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name'),
          in_drawer: '«Va a la caja»',
          is_default: '«Por defecto»',
          is_hidden: '«Oculta»',
          position: 'el lugar',
          fiscal_form: 'la forma de pago fiscal',
          ...pickSharedFieldLabels('created_at', 'updated_at'),
        },
      },
    },
  },
)
