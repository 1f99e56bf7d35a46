// Payment methods of a gym: cash, card, transfer, and others that the gym adds.
import { z } from 'zod'
import { create, defineArea, get, put } from '../shared/define-area.ts'
import { plain, shared } from '../shared/history-field-names.ts'
import { admins, staff } from '../shared/roles.ts'
import { id, text, wholeNumber } from '../shared/schemas.ts'

export const PaymentKind = z.object({
  id,
  name: z.string(),
  /** True for cash, which is kept in a drawer. */
  in_drawer: z.boolean(),
  /** True for the default method; each gym has exactly one. */
  is_default: z.boolean(),
  /** True if the method is no longer offered; existing documents keep it. */
  is_hidden: z.boolean(),
})
export type PaymentKind = z.infer<typeof PaymentKind>

export const NewPaymentKind = z.object({ name: text(40), in_drawer: z.boolean().optional() })
export const PaymentKindChange = NewPaymentKind.extend({
  is_hidden: z.boolean(),
  /** Makes this method the default instead of the previous one. */
  is_default: z.literal(true, 'Elige otra forma de pago en su lugar'),
  /** New position of the method in the list, from 0. */
  position: wholeNumber(0, 1000),
}).partial()

export const paymentKindsArea = defineArea(
  {
    'payment-kinds.list': get(staff, '/payment_kinds/', 'List payment methods in order, hidden ones too', {
      answer: z.array(PaymentKind),
    }),
    'payment-kinds.create': create(admins, '/payment_kinds/', 'Create a payment method at the end of the list', {
      body: NewPaymentKind,
      answer: PaymentKind,
      errors: ['payment-kind.duplicate'],
    }),
    'payment-kinds.update': put(admins, '/payment_kinds/{id_kind}', 'Change, hide, move or prefer a method', {
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
          ...shared('name'),
          in_drawer: plain('«Va a la caja»'),
          is_default: plain('«Por defecto»'),
          is_hidden: plain('«Oculta»'),
          position: plain('el lugar'),
          ...shared('created_at', 'updated_at'),
        },
      },
    },
  },
)
