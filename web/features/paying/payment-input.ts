import { addAmounts, formatMoney, fromCents, subtractAmounts, toCents } from '@torniquete/contract/shared/money.ts'
import { readTypedMoney } from '@torniquete/contract/shared/parse-input.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import type { PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'

/** Payment as entered by the user. If it is empty, the default method pays the whole amount. */
export interface PaymentInput {
  /** Id of the chosen method, which pays what the amounts in `parts` leave. */
  kind?: number | undefined
  parts?: Readonly<Record<number, string>> | undefined
  /** Cash received, as typed; used only for methods kept in a cash drawer. */
  received?: string | undefined
  /** Amount paid now, as typed, if the remaining amount becomes a debt; undefined if everything is paid now. */
  now?: string | undefined
}

export interface PaymentState {
  paying: PaymentInput
  kinds: readonly PaymentKind[]
  chosen: PaymentKind | null
  total: string | null
  others: readonly { kind: PaymentKind; typed: string }[]
  /** Amount left for the chosen method, as decimal text; negative if the parts exceed the total. */
  rest: string
  owed: string | null
  wrong: string | null
  /** Error about too little cash, `Faltan $ 250.00`, if that is what `wrong` says; otherwise null. */
  wrongReceived: string | null
  /** Value for the request; undefined means that the default method pays the whole amount. */
  paid: PaymentFields['paid']
}

const centsOf = (typed: string) => toCents(readTypedMoney(typed).value ?? '0') ?? 0

/** Amounts in the message after a sale: `$ 1,500.00`, or `$ 1,500.00 · pagó $ 1,000.00 · queda a deber $ 500.00`. */
export function formatSoldAmounts(total: string, owed: string | null): string {
  const whole = formatMoney(total)
  if (owed === null) return whole
  return `${whole} · pagó ${formatMoney(subtractAmounts(total, owed))} · queda a deber ${formatMoney(owed)}`
}

/** Parses the cash received while it is typed: `100,` counts as 100. */
const readReceived = (typed: string) => readTypedMoney(typed.trim().replace(/[.,]$/, ''))

export function computeChangeDue(received: string, amount: string): number | null {
  const { value } = readReceived(received)
  return value === undefined ? null : (toCents(value) ?? 0) - (toCents(amount) ?? 0)
}

/** Error for an empty amount. If it counted as 0, one extra key press would turn the whole price into a debt. */
export const missingPaidNowText = 'Escribe cuánto paga ahora, o 0 si no paga nada'

/** Error if an amount is not valid or the parts exceed the amount paid now; otherwise null. */
function wrongWith(typed: readonly string[], owed: number, left: number): string | null {
  const unread = typed.find((text) => text.trim() !== '' && readTypedMoney(text).error !== undefined)
  if (unread !== undefined) return readTypedMoney(unread).error ?? null
  if (owed < 0) return 'Es más que el total.'
  return left < 0 ? 'Las partes suman más que el total.' : null
}

/** Error if the cash received is not an amount or is less than `amount`; null if it is empty or enough. */
function wrongCash(received: string, amount: string): string | null {
  if (received.trim() === '') return null
  const back = computeChangeDue(received, amount)
  if (back === null) return readReceived(received).error ?? null
  return back < 0 ? `Faltan ${formatMoney(fromCents(-back))}` : null
}

/** True if cash is among the payments, also when it is only the default method. */
export const includesCash = ({ chosen, others, rest, total }: PaymentState): boolean =>
  (chosen?.in_drawer === true && (Number(total ?? 0) === 0 || Number(rest) > 0)) ||
  others.some(({ kind, typed }) => kind.in_drawer && centsOf(typed) > 0)

/** Turns missing cash into a debt: only the cash received and the other parts count as paid now. */
export function turnMissingCashIntoDebt({ paying, total, others, wrongReceived }: PaymentState): PaymentInput {
  const received = readReceived(paying.received ?? '').value
  if (wrongReceived === null || total === null || received === undefined) return { ...paying, now: '' }
  return { ...paying, now: addAmounts([received, ...others.map(({ typed }) => fromCents(centsOf(typed)))]) }
}

export function makePaymentState(
  all: readonly PaymentKind[],
  total: string | null,
  paying: PaymentInput,
): PaymentState {
  const kinds = all.filter(({ id, is_hidden }) => !is_hidden || id === paying.kind || paying.parts?.[id] !== undefined)
  const chosen = kinds.find(({ id }) => id === paying.kind) ?? kinds.find(({ is_default }) => is_default) ?? null
  const { parts, now } = paying
  const charged = toCents(total ?? '0') ?? 0
  const due = now === undefined ? charged : centsOf(now)
  const others = parts
    ? kinds.filter((kind) => kind !== chosen).map((kind) => ({ kind, typed: parts[kind.id] ?? '' }))
    : []
  const left = others.reduce((sum, { typed }) => sum - centsOf(typed), due)
  const owed = charged - due
  const typed = [now ?? '', ...others.map((each) => each.typed)]
  // Before the total is known, the sums are not checked.
  const wrongParts =
    now?.trim() === '' ? missingPaidNowText : wrongWith(typed, total === null ? 0 : owed, total === null ? 0 : left)
  const rest = fromCents(total === null ? Math.max(left, 0) : left)
  const received = chosen?.in_drawer && left > 0 ? (paying.received ?? '') : ''
  const wrongReceived = wrongParts ? null : wrongCash(received, rest)
  const wrong = wrongParts ?? wrongReceived
  const amounts = [
    ...(chosen && left > 0
      ? [
          {
            id_kind: chosen.id,
            amount: rest,
            ...(received.trim() !== '' && { received: readReceived(received).value }),
          },
        ]
      : []),
    ...others
      .filter(({ typed }) => centsOf(typed) > 0)
      .map(({ kind, typed }) => ({ id_kind: kind.id, amount: fromCents(centsOf(typed)) })),
  ]
  return {
    paying,
    kinds,
    chosen,
    total,
    others,
    rest,
    owed: owed > 0 && !wrongParts ? fromCents(owed) : null,
    wrong,
    wrongReceived,
    paid: amounts.length > 0 && !wrong ? amounts : undefined,
  }
}
