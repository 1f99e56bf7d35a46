import { Box, Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'
import type { ReactNode } from 'react'
import { IconTrash } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import classes from './bill-lines.module.css'
import { computeDraftAmounts, type DraftKind, type DraftLine } from './draft-lines.ts'
import { draftTexts } from './draft-texts.ts'
import type { OpenDraft } from './use-draft.ts'

/** Milliseconds after the last change until screen readers announce the total. */
const pause = 1200

export const parkDraftLabel = 'Dejar en espera'

export function DiscardDraftButton({ kind, draft }: { kind: DraftKind; draft: OpenDraft }) {
  const { discard } = draftTexts[kind]
  return (
    <Button variant="subtle" color="red" className={classes.discard} aria-label={discard} onClick={draft.discard}>
      <IconTrash size={20} aria-hidden />
      <Box component="span" ml="0.4rem" visibleFrom="sm">
        Descartar
      </Box>
    </Button>
  )
}

interface BillTotalsProps {
  kind: DraftKind
  lines: readonly DraftLine[]
  membership?: string | undefined
  /** Tax that the prices include; undefined if the gym has no country. */
  includedTax?: string | undefined
  children?: ReactNode
}

export function DraftTotals({ kind, lines, membership, includedTax, children }: BillTotalsProps) {
  const sums = computeDraftAmounts(kind, lines)
  const total = membership === undefined ? sums.total : addAmounts([sums.total, membership])
  const [spoken] = useDebouncedValue(lines.length > 0 ? `Total ${formatMoney(total)}` : '', pause)
  const changed = sums.discount !== '0.00' || sums.tax !== '0.00'
  const parts = [
    ...(membership === undefined ? [] : [{ label: 'Membresía', value: membership }]),
    ...(changed
      ? [
          { label: 'Subtotal', value: sums.amount },
          { label: 'Descuento', value: `-${sums.discount}` },
          ...(includedTax === undefined ? [{ label: 'Impuesto', value: sums.tax }] : []),
        ]
      : membership === undefined
        ? []
        : [{ label: 'Productos', value: sums.total }]),
    ...(includedTax === undefined ? [] : [{ label: 'ITBIS incluido', value: includedTax }]),
  ]
  return (
    <div className={classes.summary}>
      {children}
      <dl className={classes.totals}>
        {parts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} />
            </dd>
          </div>
        ))}
        <div data-total>
          <dt>Total</dt>
          <dd>
            <Money value={total} bold />
          </dd>
        </div>
      </dl>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </div>
  )
}
