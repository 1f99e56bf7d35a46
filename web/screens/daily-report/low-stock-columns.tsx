import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'

type LowProduct = DailyReport['low_stock'][number]

/** On screen and printed; the header is the key. */
export const lowStockColumns = [
  { header: 'Producto', folded: 'first' as const, cell: ({ name }: LowProduct) => name },
  { header: 'Cantidad actual', align: 'right' as const, cell: ({ quantity }: LowProduct) => showNumber(quantity) },
  { header: 'Cantidad mínima', align: 'right' as const, cell: ({ minimum }: LowProduct) => showNumber(minimum) },
]
