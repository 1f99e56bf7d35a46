import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { fromCents } from '@torniquete/contract/shared/money.ts'
import type { PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'
import { useRef } from 'react'
import { IconArrowsSplit2, IconHourglassLow } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { MoneyField } from '../../kit/ParsedField.tsx'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { getPaymentMethodHotkey, hotkeys } from '../../navigation/shortcuts.ts'
import { ClosedCashDrawerNotice } from './ClosedCashDrawerNotice.tsx'
import classes from './paying.module.css'
import {
  computeChangeDue,
  includesCash,
  missingPaidNowText,
  type PaymentInput,
  type PaymentState,
  turnMissingCashIntoDebt,
} from './payment-input.ts'

interface PayingFieldProps {
  state: PaymentState
  onChange: (paying: PaymentInput) => void
  out?: boolean
  owing?: boolean
  tried?: boolean
}

export function PaymentField({ state, onChange, out = false, owing = false, tried = false }: PayingFieldProps) {
  const { paying, kinds, chosen, others, rest, wrongReceived } = state
  const wrong = state.wrong === wrongReceived ? null : state.wrong
  const leaves = paying.now !== undefined
  const choose = (kind: PaymentKind) => {
    const { [kind.id]: _, ...parts } = paying.parts ?? {}
    onChange({ ...paying, kind: kind.id, ...(paying.parts && { parts }) })
  }
  const [dividing, leaving] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  // Ending a split removes its focused field, so the button takes the focus and shortcuts keep working.
  const divide = () => {
    onChange({ ...paying, parts: paying.parts ? undefined : {} })
    if (paying.parts) dividing.current?.focus()
  }
  const leave = () => {
    onChange(leaves ? { ...paying, now: undefined } : turnMissingCashIntoDebt(state))
    if (leaves) leaving.current?.focus()
  }
  useKeyboardShortcuts([
    ...kinds
      .slice(0, 9)
      .map((kind, at): Parameters<typeof useKeyboardShortcuts>[0][number] => [
        `Alt+Digit${at + 1}`,
        () => choose(kind),
        { usePhysicalKeys: true },
      ]),
    ['Alt+Digit0', divide, { usePhysicalKeys: true }],
    [hotkeys.leaveOwing, () => (owing || leaves) && leave(), { usePhysicalKeys: true }],
  ])
  return (
    <Stack gap="0.5rem" miw={0}>
      {!out && includesCash(state) && <ClosedCashDrawerNotice />}
      <Group gap="0.5rem">
        {kinds.length > 1 && (
          <SegmentedControl
            aria-label="Forma de pago"
            className={classes.segments}
            data-aside
            data={kinds.map(({ id, name }, at) => ({
              value: String(id),
              label: <span title={at < 9 ? getPaymentMethodHotkey(at) : undefined}>{name}</span>,
            }))}
            value={String(chosen?.id ?? '')}
            onChange={(id) => {
              const kind = kinds.find((each) => String(each.id) === id)
              if (kind) choose(kind)
            }}
          />
        )}
        {kinds.length > 1 && (
          <Button
            ref={dividing}
            variant={paying.parts ? 'light' : 'default'}
            size="compact-md"
            leftSection={<IconArrowsSplit2 size={18} aria-hidden />}
            aria-pressed={paying.parts !== undefined}
            aria-keyshortcuts={hotkeys.dividePayment}
            title={hotkeys.dividePayment}
            onClick={divide}
          >
            Dividir
          </Button>
        )}
        {(owing || leaves) && (
          <Button
            ref={leaving}
            variant={leaves ? 'light' : 'default'}
            size="compact-md"
            leftSection={<IconHourglassLow size={18} aria-hidden />}
            aria-pressed={leaves}
            aria-keyshortcuts={hotkeys.leaveOwing}
            title={hotkeys.leaveOwing}
            onClick={leave}
          >
            Deja a deber
          </Button>
        )}
      </Group>
      {leaves && <PaidNow state={state} tried={tried} onType={(now) => onChange({ ...paying, now })} />}
      {paying.parts && (
        <div className={classes.parts}>
          {others.map(({ kind, typed }, at) => (
            <MoneyField
              key={kind.id}
              label={kind.name}
              placeholder="0.00"
              autoFocus={at === 0 && typed === ''}
              value={typed}
              onChange={(next) => onChange({ ...paying, parts: { ...paying.parts, [kind.id]: next } })}
            />
          ))}
          {wrong !== missingPaidNowText && (
            <div className={classes.rest} data-short={wrong !== null || undefined}>
              {wrong ?? `${chosen?.name ?? 'Resto'} (lo demás)`}
              {!wrong && <Money value={rest} bold />}
            </div>
          )}
        </div>
      )}
      {!out && (!chosen || chosen.in_drawer) && !wrong && !(leaves && Number(rest) === 0) && (
        <Received
          amount={rest}
          typed={paying.received ?? ''}
          error={tried && wrongReceived}
          mayOwe={owing && !leaves}
          onType={(received) => onChange({ ...paying, received })}
        />
      )}
    </Stack>
  )
}

function PaidNow({ state, tried, onType }: { state: PaymentState; tried: boolean; onType: (typed: string) => void }) {
  const { paying, total, owed, wrongReceived } = state
  const wrong = state.wrong === wrongReceived ? null : state.wrong
  const { now = '' } = paying
  const unsaid = wrong === missingPaidNowText
  // In a split payment the errors are shown at its parts, not here.
  const told = wrong !== null && !paying.parts
  return (
    <div className={classes.cash}>
      <MoneyField
        label="Paga ahora"
        required
        placeholder="0.00"
        autoFocus={now === ''}
        value={now}
        onChange={onType}
        onFocus={(event) => event.currentTarget.select()}
        error={tried && unsaid && wrong}
      />
      <Text component="div" className={classes.change} role="status" data-short={(told && !unsaid) || undefined}>
        {unsaid ? !tried && wrong : told ? wrong : 'Queda a deber'}
        {!wrong && total !== null && <Money value={owed ?? '0.00'} bold />}
      </Text>
    </div>
  )
}

interface ReceivedProps {
  amount: string
  typed: string
  error: string | false | null
  /** True if a button above can turn the missing amount into a debt, which the error then mentions. */
  mayOwe: boolean
  onType: (typed: string) => void
}

function Received({ amount, typed, error, mayOwe, onType }: ReceivedProps) {
  const back = computeChangeDue(typed, amount)
  return (
    <div className={classes.cash}>
      <MoneyField
        label="Recibido"
        placeholder="0.00"
        // Enter moves past this field, because it is optional.
        data-aside
        value={typed}
        onChange={onType}
        onFocus={(event) => event.currentTarget.select()}
        error={
          error && (
            <UnbrokenAmountsText>{mayOwe ? `${error}: cóbralo, o pulsa «Deja a deber»` : error}</UnbrokenAmountsText>
          )
        }
      />
      {back !== null && !error && (
        <Text component="div" className={classes.change} data-short={back < 0 || undefined}>
          {back < 0 ? 'Faltan' : 'Cambio'}
          <Money value={fromCents(Math.abs(back))} bold />
        </Text>
      )}
    </div>
  )
}
