import type { ReactNode } from 'react'
import { AmountsText } from '../../kit/AmountsText.tsx'
import classes from './Bill.module.css'
import type { PaperLine } from './bill-content.ts'

interface SheetProps {
  /** Complete name for screen readers. */
  label: string
  issuer: ReactNode
  title: string
  number: number | undefined
  /** Full width on narrow paper. */
  stamp?: ReactNode
  facts: readonly PaperLine[]
  children: ReactNode
}

/** A paper of the gym, on screen and printed. Up to 140 mm wide; on a receipt roll or a phone its parts are stacked. */
export const Sheet = ({ label, issuer, title, number, stamp, facts, children }: SheetProps) => (
  <article className={classes.paper} aria-label={label}>
    <div className={classes.sheet}>
      <header className={classes.header}>
        {issuer}
        <div className={classes.heading}>
          <h2>{title}</h2>
          {number !== undefined && <p className={classes.number}>N.º {number}</p>}
        </div>
      </header>
      {stamp}
      <dl className={classes.facts}>
        <PaperLines lines={facts} />
      </dl>
      {children}
    </div>
  </article>
)

/** Within a dl. */
export const PaperLines = ({ lines, className }: { lines: readonly PaperLine[]; className?: string | undefined }) =>
  lines.map(({ label, value }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what is on paper keeps its order, and may be told twice.
    <div key={index} className={className}>
      <dt>
        <AmountsText>{label}</AmountsText>
      </dt>
      <dd>
        <AmountsText>{value}</AmountsText>
      </dd>
    </div>
  ))
