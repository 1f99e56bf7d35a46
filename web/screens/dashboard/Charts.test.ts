import { type Statistics, weekdayNames } from '@torniquete/contract/reports/statistics.ts'
import { expect, test } from 'vitest'
import {
  countUnchartedClients,
  formatPercentage,
  listClientsPerPlan,
  listIncomeValues,
  listTopPlansWithOthers,
  listWeekVisitValues,
  sumChartValues,
} from './DashboardPage.tsx'

const statistics: Statistics = {
  week_attendances: { Domingo: 4, Miércoles: 2, Sábado: 1 },
  membership_distribution: { Anual: 2, Mensual: 7, Quincenal: 2 },
  sales_products: '99999999999.10',
  sales_memberships: '1650.25',
  sales_memberships_daily: '150.05',
  today_attendances: 2,
  active_memberships: 11,
  active_memberships_client_anonimo: 1,
  expired_memberships: 3,
}

test('week chart: begins on Sunday, and missing days are 0', () => {
  const values = listWeekVisitValues(statistics)
  expect(values.map(({ name }) => name)).toEqual([...weekdayNames])
  expect(values.map(({ value }) => value)).toEqual([4, 0, 0, 2, 0, 0, 1])
})

test('plan chart: sorted by number of clients, with the smallest plans in one grey bar', () => {
  expect(listClientsPerPlan(statistics).map(({ name }) => name)).toEqual(['Mensual', 'Anual', 'Quincenal'])
  const names = Array.from({ length: 12 }, (_, index) => [`Plan ${index + 1}`, 20 - index] as const)
  const plans = listClientsPerPlan({ ...statistics, membership_distribution: Object.fromEntries(names) })
  const drawn = listTopPlansWithOthers(plans)
  expect(drawn).toHaveLength(9)
  expect(drawn.at(-1)).toMatchObject({ name: 'Otros 4 planes', value: 12 + 11 + 10 + 9, hue: 0 })
  expect(sumChartValues(drawn)).toBe(sumChartValues(plans))
  expect(listTopPlansWithOthers(plans.slice(0, 9))).toEqual(plans.slice(0, 9))
  expect(new Set(plans.slice(0, 5).map(({ hue }) => hue)).size).toBe(5)
})

test('plan chart: clients whose plan is not in the chart are counted', () => {
  expect(countUnchartedClients(statistics)).toBe(0)
  expect(countUnchartedClients({ ...statistics, active_memberships: 156 })).toBe(145)
})

test('income chart: the bar of other memberships is their total less the daily ones, to the cent', () => {
  const values = listIncomeValues(statistics)
  expect(values.map(({ name, value }) => [name, value])).toEqual([
    ['Productos', 9_999_999_999_910],
    ['Membresías diarias', 15_005],
    ['Otras membresías', 150_020],
  ])
  expect(formatPercentage(1, 3)).toBe('33 %')
  expect(formatPercentage(0, 0)).toBe('0 %')
})
