import classes from './kit.module.css'
import type { Column } from './table-column.ts'
import { UnbrokenAmountsText } from './UnbrokenAmountsText.tsx'

const titleOf = (text: string) => (text.length > 12 ? text : undefined)

export function ClampedText({ children }: { children: string }) {
  return (
    <span className={classes.clamped} title={titleOf(children)}>
      <UnbrokenAmountsText>{children}</UnbrokenAmountsText>
    </span>
  )
}

export function ClampedName({ children }: { children: string }) {
  return (
    <strong className={classes.clamped} title={titleOf(children)}>
      {children}
    </strong>
  )
}

export const makeNameColumn = <Row,>(header: string, nameOf: (row: Row) => string): Column<Row> => ({
  header,
  folded: 'first',
  cell: (row) => <ClampedName>{nameOf(row)}</ClampedName>,
  paper: nameOf,
})
