import { expect, test } from 'vitest'
import { formatNumberGaps } from './VoidsList.tsx'

test('number gaps: numbers skipped after a restore are listed by backup and document kind', () => {
  const copy = { at: '2026-11-21T18:00:00Z', copied_at: '2026-11-21T07:30:00Z' }
  const gaps = [
    { ...copy, kind: 'sale' as const, first: 13, last: 1012 },
    { ...copy, kind: 'void' as const, first: 1, last: 1000 },
    { ...copy, kind: 'shift' as const, first: 8, last: 1007 },
  ]
  expect(formatNumberGaps(gaps, 'America/Santo_Domingo')).toEqual([
    'Restaurado de la copia de 21/11/2026 03:30. Números que no se usan: Ventas de productos N.º 13 a 1,012; Anulaciones N.º 1 a 1,000; Cierres de caja N.º 8 a 1,007.',
  ])
})
