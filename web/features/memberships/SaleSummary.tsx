import { DayText } from '../../kit/DayText.tsx'
import { Money } from '../../kit/Money.tsx'
import { ExpiryDay } from './ExpiryDay.tsx'
import { expiryOf, type MembershipSale } from './membership-sale.ts'
import classes from './sell-membership.module.css'

/** What the client pays and gets, before anything is sent. */
export function SaleSummary({ sale, today }: { sale: MembershipSale; today: string | null }) {
  return (
    <dl className={classes.summary}>
      <div>
        <dt>Precio</dt>
        <dd className={classes.price}>{sale.plan ? <Money value={sale.plan.price} bold /> : '—'}</dd>
      </div>
      <div>
        <dt>Primer día</dt>
        <dd>
          <DayText day={sale.start} />
        </dd>
      </div>
      <div>
        <dt>Último día</dt>
        <dd>
          <ExpiryDay expire={expiryOf(sale)} today={today} />
        </dd>
      </div>
    </dl>
  )
}
