import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../../testing/render.tsx'
import { MembershipSaleSummary } from './SellMembershipDialog.tsx'

test('membership sale: screen readers do not announce price and duration at each keystroke', async () => {
  const sale = { client: null, plan: null, start: '2026-09-01', twice: [] }
  renderAtPath(<MembershipSaleSummary sale={sale} charged={undefined} today="2026-09-01" />)
  const summary = (await screen.findByText('Primer día')).closest('dl')
  expect(summary?.outerHTML).not.toMatch(/aria-live|role="(status|alert|log)"/)
})
