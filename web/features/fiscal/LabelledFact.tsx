import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Name and value in a list of facts (`dl`). */
export const LabelledFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <Text component="dd" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)
