import type { ReceivedDocumentDetails } from '@torniquete/contract/fiscal/received-documents.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'

/** Lines of a supplier's electronic receipt. */
export const ReceivedDocumentLines = ({ lines }: Pick<ReceivedDocumentDetails, 'lines'>) => (
  <ul data-bullets>
    {lines.map(({ number, description, quantity, total }) => (
      <li key={number}>
        {quantity} × {description}: {formatMoney(total)}
      </li>
    ))}
  </ul>
)
