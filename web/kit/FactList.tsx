import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Fact = readonly [label: string, content: ReactNode, wide?: 'wide']

/** Labels with their contents: undefined leaves the fact out, other empty contents show a dash. */
export const FactList = ({ facts, ...grid }: SimpleGridProps & { facts: readonly Fact[] }) => (
  <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} verticalSpacing="xs" m={0} {...grid}>
    {facts.map(
      ([label, content, wide]) =>
        content !== undefined && (
          <div key={label} style={wide && { gridColumn: '1 / -1' }}>
            <dt>{label}</dt>
            <Text component="dd" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {content || '—'}
            </Text>
          </div>
        ),
    )}
  </SimpleGrid>
)
