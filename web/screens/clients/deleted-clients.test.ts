import type { HistoryEntry } from '@torniquete/contract/history.ts'
import { expect, test } from 'vitest'
import { standingDeletions } from './deleted-clients.ts'

const entry = (id: number, client: number, action: 'delete' | 'restore'): HistoryEntry => ({
  id,
  at: '2026-11-21T12:00:00Z',
  user: { id: 1, name: 'Ana' },
  entity: 'clients',
  entity_id: client,
  entity_name: `Socio ${client}`,
  action,
  changes: [],
})

test('who was restored since is left out; who was deleted again is there once', () => {
  const deletions = [entry(9, 3, 'delete'), entry(8, 2, 'delete'), entry(4, 3, 'delete'), entry(2, 1, 'delete')]
  const restorations = [entry(6, 3, 'restore'), entry(5, 1, 'restore')]
  expect(standingDeletions(deletions, restorations).map(({ id, name }) => [id, name])).toEqual([
    [3, 'Socio 3'],
    [2, 'Socio 2'],
  ])
})
