// The sale of products, by itself: who comes to it by its address fetches no membership's.
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { SellProductDialog } from './sell-product/SellProductDialog.tsx'

export const NewSale = () => (
  <UnlessUnanswered kind="sale">{(onClose) => <SellProductDialog onClose={onClose} />}</UnlessUnanswered>
)
