import { List } from '@mantine/core'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { type ReactNode, useState } from 'react'

interface ReportedGroupProps {
  opened?: boolean | undefined
  count: number
  lines: readonly string[]
  children: ReactNode
}

export function ImportRowGroup({ opened: openedFirst = false, count, lines, children }: ReportedGroupProps) {
  const [opened, setOpened] = useState(openedFirst)
  return (
    <details open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{children}</summary>
      <List size="sm" data-bullets mah="14rem" style={{ overflowY: 'auto' }} tabIndex={-1}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {count > lines.length && <List.Item>Y {formatNumber(count - lines.length)} más</List.Item>}
      </List>
    </details>
  )
}
