import { ActionIcon, Text } from '@mantine/core'
import type { ConsumerSums } from '@torniquete/contract/fiscal/do/report-rows.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { ReactNode } from 'react'
import { copyText } from '../../kit/copy-text.ts'
import { IconCopy } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { Panel } from '../../kit/Panel.tsx'
import classes from './fiscal-reports.module.css'

const amounts = [
  ['amount', 'Monto facturado sin ITBIS'],
  ['tax', 'ITBIS facturado'],
  ['cash', 'Efectivo'],
  ['transfer', 'Cheque, transferencia o depósito'],
  ['card', 'Tarjeta'],
  ['credit', 'Venta a crédito'],
  ['vouchers', 'Bonos o certificados de regalo'],
  ['barter', 'Permuta'],
  ['other_forms', 'Otras formas de venta'],
] as const

/** Sums of the consumer receipts that are no rows of the 607. */
export function ConsumerSummary({ sums }: { sums: ConsumerSums }) {
  return (
    <Panel title="Resumen de facturas de consumo">
      <Text size="sm" c="dimmed">
        Son las que no van fila por fila. Se escriben a mano en la Oficina Virtual de la DGII.
      </Text>
      <dl className={classes.figures}>
        <Figure label="Cantidad de comprobantes" text={String(sums.count)}>
          {formatNumber(sums.count)}
        </Figure>
        {amounts.map(([field, label]) => (
          <Figure key={field} label={label} text={sums[field]}>
            <Money value={sums[field]} />
          </Figure>
        ))}
      </dl>
    </Panel>
  )
}

/** `text` is what the button copies: digits and a point, as the tax office's form takes it. */
function Figure({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Copiar ${label}`}
          title={`Copiar ${text}`}
          onClick={() => void copyText(text, `Copiado: ${text}`)}
        >
          <IconCopy size={18} aria-hidden />
        </ActionIcon>
      </dd>
    </div>
  )
}
