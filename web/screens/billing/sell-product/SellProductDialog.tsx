import { Kbd, Text } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { useState } from 'react'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'
import { BillLines } from '../../bills/BillLines.tsx'
import { type DraftLine, freshLines, type LineErrors, lineErrors, standingErrors } from '../../bills/draft-lines.ts'
import { useBillProducts } from '../../bills/use-bill-products.ts'
import { ClientPicker } from '../sell-membership/ClientPicker.tsx'
import { useSellProducts } from './use-sell-products.ts'

/** Sells products: a client, lines, Ctrl + Enter. Prices and stock are the server's, and follow it while the dialog is open. */
export function SellProductDialog({ onClose }: { onClose: () => void }) {
  const [client, setClient] = useState<Client | null>(null)
  const [draft, setDraft] = useState<readonly DraftLine[]>([])
  const [tried, setTried] = useState(false)
  const [rejected, setRejected] = useState<LineErrors>({})
  const { products, complete } = useBillProducts()
  const today = useGymClock()?.today ?? null
  const sale = useSellProducts(onClose, setRejected)
  const lines = freshLines(draft, products, complete)
  const wrong = lineErrors('sale', lines)
  const change = (next: readonly DraftLine[]) => {
    setDraft(next)
    setRejected({})
    if (!sale.pending) sale.reset()
  }
  const submit = () => {
    setTried(true)
    if (client && Object.keys(wrong).length === 0) sale.submit({ client, lines })
  }
  // What stands at a line is not said twice.
  const atLines = Object.keys({ ...rejected, ...standingErrors('sale', lines) }).some((at) => at.startsWith('items'))
  return (
    <FormDialog
      entity="Venta"
      title="Vender producto"
      submitLabel="Vender"
      pendingLabel="Vendiendo"
      pending={sale.pending}
      dirty={lines.length > 0}
      error={atLines ? null : sale.error?.message}
      unanswered={sale.unanswered}
      size="xl"
      onClose={onClose}
      onSubmit={submit}
    >
      <ClientPicker
        client={client}
        onChange={setClient}
        today={today}
        error={tried && !client && 'Selecciona un cliente'}
        openOnFocus
      />
      <BillLines
        kind="sale"
        lines={lines}
        onChange={change}
        errors={tried ? { ...rejected, ...wrong } : rejected}
        autoFocus={client !== null}
      />
      <Text size="sm" c="dimmed" ta="right" visibleFrom="sm">
        <Kbd size="xs">Ctrl</Kbd> + <Kbd size="xs">Enter</Kbd> vende
      </Text>
    </FormDialog>
  )
}
