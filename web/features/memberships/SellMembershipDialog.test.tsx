import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SaleSummary } from './SellMembershipDialog.tsx'

test('membership sale: price and duration are not read out at each key', () => {
  const sale = { client: null, plan: null, start: '2026-09-01', twice: [] }
  const drawn = renderToStaticMarkup(createElement(SaleSummary, { sale, charged: undefined, today: '2026-09-01' }))
  expect(drawn).toContain('Primer día')
  expect(drawn).not.toMatch(/aria-live|role="(status|alert|log)"/)
})
