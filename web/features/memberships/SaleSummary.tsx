import { Text } from '@mantine/core'
import { DayText } from '../../kit/DayText.tsx'
import { Money } from '../../kit/Money.tsx'
import { ExpiryDay } from './ExpiryDay.tsx'
import { computeExpiry, type MembershipSale } from './membership-sale.ts'
import classes from './sell-membership.module.css'

interface SaleSummaryProps {
  sale: MembershipSale
  /** The discounted price. */
  charged: string | undefined
  today: string | null
}

export function SaleSummary({ sale, charged, today }: SaleSummaryProps) {
  const price = sale.plan?.price
  return (
    <dl className={classes.summary}>
      <div>
        <dt>Precio</dt>
        <dd className={classes.price}>
          {charged === undefined ? (
            '—'
          ) : (
            <>
              {charged !== price && (
                <Text component="del" inherit c="dimmed" fz="sm" mr="0.5rem">
                  <Money value={price} />
                </Text>
              )}
              <Money value={charged} bold />
            </>
          )}
        </dd>
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
          <ExpiryDay expire={computeExpiry(sale)} today={today} />
        </dd>
      </div>
    </dl>
  )
}
