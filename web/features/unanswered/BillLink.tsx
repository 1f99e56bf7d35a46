import { Button } from '@mantine/core'
import type { TillCallName } from '../../api/till-calls.ts'
import { useShowBill } from '../bills/use-show-bill.ts'

const documents: Partial<Record<TillCallName, 'sale' | 'payment'>> = {
  'sales.create': 'sale',
  'payments.create': 'payment',
}

const idOf = (answer: unknown) =>
  answer !== null && typeof answer === 'object' && 'id' in answer && typeof answer.id === 'number' ? answer.id : null

/** Shows the bill that a call made, where it made one that Facturación shows. */
export function BillLink({ call, answer, onOpen }: { call: TillCallName; answer: unknown; onOpen: () => void }) {
  const showBill = useShowBill()
  const [kind, id] = [documents[call], idOf(answer)]
  if (!kind || id === null) return null
  const open = () => {
    onOpen()
    showBill(kind, id)
  }
  return (
    <Button size="sm" variant="default" onClick={open}>
      Ver factura
    </Button>
  )
}
