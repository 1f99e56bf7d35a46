import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { goodsKinds, purchaseGoodsKind } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import { formatCodeWithName } from '@torniquete/contract/fiscal/do/report-codes.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { RecordForm } from '../../forms/use-record-form.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { MoneyField } from '../../kit/ParsedField.tsx'
import { useGymClock } from '../../session/gym-clock.ts'

/** Data of a seller's receipt, as a form holds them. */
export interface PurchaseReceiptValues {
  ncf: string
  issued_on: string | null
  goods_kind: string
  included_tax: string
}

export const emptyPurchaseReceipt: PurchaseReceiptValues = {
  ncf: '',
  issued_on: null,
  goods_kind: purchaseGoodsKind,
  included_tax: '',
}

const kindOptions = [
  { value: '', label: 'Sin indicar' },
  ...Object.keys(goodsKinds)
    .toSorted()
    .map((value) => ({ value, label: formatCodeWithName(goodsKinds, value) })),
]

interface PurchaseReceiptFieldsProps {
  field: RecordForm<PurchaseReceiptValues>['field']
  /** False if the form has a field for the day elsewhere. */
  withDay?: boolean
  /** Tax that counts if the field is empty, as decimal text. */
  usualTax?: string | undefined
}

/** Fields of a purchase or expense that form 606 needs; all may stay empty. */
export function PurchaseReceiptFields({ field, withDay = true, usualTax }: PurchaseReceiptFieldsProps) {
  const today = useGymClock()?.today
  return (
    <SimpleGrid minColWidth="min(100%, 11rem)" autoFlow="auto-fit">
      <TextInput maxLength={19} spellCheck={false} autoCapitalize="characters" {...field('ncf', 'NCF')} />
      {withDay && <DayField latest={today} atOnce {...field('issued_on', 'Fecha del comprobante')} />}
      <MoneyField
        placeholder={usualTax && Number(usualTax) > 0 ? formatMoney(usualTax).replace('$ ', '') : undefined}
        {...field('included_tax', 'ITBIS incluido', { show: formatMoney })}
      />
      <NativeSelect
        data={kindOptions}
        style={{ gridColumn: '1 / -1' }}
        {...field('goods_kind', 'Tipo de bienes y servicios')}
      />
    </SimpleGrid>
  )
}
